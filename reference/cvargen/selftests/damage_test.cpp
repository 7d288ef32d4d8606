// SPDX-License-Identifier: BSD-3-Clause
// Damaged sources: whatever they hold, a run ends with a result or with errors that name the file.
#include <fstream>
#include <random>

#include "reference/cvargen/selftests/fixture.hpp"

namespace mpit::cvargen {
namespace {

class Damage : public CvargenTest {
 protected:
  /// Runs over a file of this text and generates everything.
  void survive(const std::string& text) {
    std::ofstream(path("a.c"), std::ios::binary) << text;
    const int code =
        run_with({"--quiet", "--list", "--output-header", path("a.hpp"), "--output-source",
                  path("a.cpp"), "--output-markdown", path("a.md"), path("a.c")});
    if (code == 0) {
      EXPECT_NE(out_ + errors_, "") << "neither variables nor a warning";
    } else {
      EXPECT_EQ(code, 1);
      EXPECT_THAT(errors_, testing::HasSubstr(path("a.c") + ":"));
    }
    last_code_ = code;
  }

  std::string good() const {
    const std::filesystem::path sample = CVARGEN_SAMPLE_FOLDER;
    std::string text = *read_file(sample / "queue.hpp");
    EXPECT_THAT(text, testing::HasSubstr("ORDERS"));
    return text;
  }

  int last_code_ = 0;
};

TEST_F(Damage, TruncatedAtEveryByte) {
  const std::string text = good();
  const std::size_t complete = text.find("END_MPI_T_CVAR_INFO_BLOCK") + 25;
  for (std::size_t size = 0; size <= text.size(); ++size) {
    survive(text.substr(0, size));
    EXPECT_EQ(last_code_, size >= complete ? 0 : 1) << size;
  }
}

TEST_F(Damage, WithoutAnyOneLine) {
  const std::string text = good();
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = text.find('\n', from) + 1;
    survive(std::string(text).erase(from, to - from));
    from = to;
  }
}

TEST_F(Damage, OtherBytes) {
  const std::string text = good();
  std::mt19937 random(1);
  const auto below = [&](std::size_t limit) { return random() % limit; };
  for (int round = 0; round < 500; ++round) {
    std::string damaged = text;
    for (std::size_t i = below(4) + 1; i > 0; --i) {
      damaged[below(damaged.size())] = static_cast<char>(below(256));
    }
    survive(damaged);
  }
}

TEST_F(Damage, YamlThatNeverEnds) {
  const std::string begin = "=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===\ncvars:\n";
  const std::string end = "\n=== END_MPI_T_CVAR_INFO_BLOCK ===\n";
  for (const char* const sign : {"[", "{", "- ", "? ", "&a ", "!", "*"}) {
    std::string signs;
    for (int i = 0; i < 20000; ++i) signs += sign;
    survive(begin + signs + end);
    EXPECT_EQ(last_code_, 1) << sign;
  }
  // What yaml-cpp 0.7 takes for the end of the document, again and again.
  for (const char* const sign : {",", "]", "}"}) {
    std::string text = Sample().text();
    survive(text.insert(text.find("category: C"), sign));
    EXPECT_EQ(last_code_, 1) << sign;
  }
  survive(Sample().with("description", std::string(1 << 20, 'a')).text());
  EXPECT_EQ(last_code_, 0);
}

}  // namespace
}  // namespace mpit::cvargen
