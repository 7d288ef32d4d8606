// SPDX-License-Identifier: BSD-3-Clause
// The convention for returning strings (MPI-5.0 §15.3.3), tested with category_get_info.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

class StringsTest : public EngineTest {
 protected:
  StringsTest() : category(engine.add_category("abcde")) { buffer.fill('#'); }

  int read_name(char* buf, int len) {
    EXPECT_EQ(
        engine.category_get_info(category, buf, &len, nullptr, nullptr, nullptr, nullptr, nullptr),
        Code::success);
    return len;
  }

  int category;
  std::array<char, 16> buffer;
};

TEST_F(StringsTest, NullBufferReturnsTheSize) {
  for (const int len : {0, 1, 1000}) EXPECT_EQ(read_name(nullptr, len), 6);
}

TEST_F(StringsTest, ZeroLengthReturnsTheSizeAndWritesNothing) {
  EXPECT_EQ(read_name(buffer.data(), 0), 6);
  EXPECT_EQ(buffer[0], '#');
}

TEST_F(StringsTest, ExactFitReturnsTheWholeText) {
  EXPECT_EQ(read_name(buffer.data(), 6), 6);
  EXPECT_STREQ(buffer.data(), "abcde");
  EXPECT_EQ(buffer[6], '#');
}

TEST_F(StringsTest, TruncationKeepsThePrefixAndReportsTheFullSize) {
  EXPECT_EQ(read_name(buffer.data(), 4), 6);
  EXPECT_STREQ(buffer.data(), "abc");
  EXPECT_EQ(buffer[4], '#');
}

TEST_F(StringsTest, EachLengthReturnsThePrefixAndWritesNothingBeyond) {
  std::string text;
  while (text.size() != 100) text += static_cast<char>('a' + text.size() % 26);
  category = engine.add_category(text);
  for (int len = 1; len != 110; ++len) {
    std::array<char, 120> room;
    room.fill('#');
    EXPECT_EQ(read_name(room.data(), len), 101);
    const auto stored = std::min<std::size_t>(static_cast<std::size_t>(len) - 1, text.size());
    EXPECT_EQ(std::string_view(room.data()), text.substr(0, stored)) << len;
    EXPECT_EQ(std::count(room.begin(), room.end(), '#'),
              static_cast<std::ptrdiff_t>(room.size() - stored - 1));
  }
}

TEST_F(StringsTest, OneByteReturnsTheEmptyString) {
  EXPECT_EQ(read_name(buffer.data(), 1), 6);
  EXPECT_EQ(buffer[0], '\0');
  EXPECT_EQ(buffer[1], '#');
}

TEST_F(StringsTest, NullLengthIgnoresTheBuffer) {
  int cvars = -1;
  EXPECT_EQ(engine.category_get_info(category, buffer.data(), nullptr, nullptr, nullptr, &cvars,
                                     nullptr, nullptr),
            Code::success);
  EXPECT_EQ(buffer[0], '#');
  EXPECT_EQ(cvars, 0);
}

TEST_F(StringsTest, MissingDescriptionIsTheEmptyString) {
  int len = 16;
  EXPECT_EQ(engine.category_get_info(category, nullptr, nullptr, buffer.data(), &len, nullptr,
                                     nullptr, nullptr),
            Code::success);
  EXPECT_EQ(len, 1);
  EXPECT_EQ(buffer[0], '\0');
}

}  // namespace
}  // namespace mpit
