// SPDX-License-Identifier: BSD-3-Clause
// Tests of what becomes of hostile bytes.
#include "report/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/markdown_text.hpp"

namespace mpitcheck::report {
namespace {

TEST(Visible, KeepsPlainAndForeignText) { EXPECT_EQ(visible("a é 漢 😀 �"), "a é 漢 😀 �"); }

TEST(Visible, ShowsControlCharacters) {
  EXPECT_EQ(visible(std::string_view("\0\x1b[31m\x7f\r", 8)),
            "⟨U+0000⟩⟨U+001B⟩[31m⟨U+007F⟩⟨U+000D⟩");
}

TEST(Visible, KeepsLineFeedsOnlyWhereAsked) {
  EXPECT_EQ(visible("a\n\tb"), "a↵ b");
  EXPECT_EQ(visible("a\n\tb\r", Lines::keep), "a\n\tb⟨U+000D⟩");
}

TEST(Visible, ReplacesMalformedUtf8) {
  EXPECT_EQ(visible("\xff"), "�");
  EXPECT_EQ(visible("\xc3("), "�(");
  EXPECT_EQ(visible("\xe2\x82"), "�");             // cut off
  EXPECT_EQ(visible("\xc0\xaf"), "��");            // overlong
  EXPECT_EQ(visible("\xed\xa0\x80"), "���");       // surrogate
  EXPECT_EQ(visible("\xf4\x90\x80\x80"), "����");  // above U+10FFFF
  EXPECT_EQ(visible("\xf0\x9f\x98"
                    "a"),
            "�a");
}

TEST(Visible, SpellsOutWhatHidesOrReorders) {
  EXPECT_EQ(visible("a\u202Eb\u2028c\u200Bd"), "a⟨U+202E⟩b⟨U+2028⟩c⟨U+200B⟩d");
  EXPECT_EQ(visible("\xc2\x9b"), "⟨U+009B⟩");
  EXPECT_EQ(visible("\uFFFE"), "⟨U+FFFE⟩");
}

TEST(Html, EscapesMarkup) {
  EXPECT_EQ(html("<a b='c' d=\"e\">&"), "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;");
}

TEST(Shortened, CutsBetweenCharacters) {
  EXPECT_EQ(shortened("short", 5), "short");
  EXPECT_EQ(shortened("longer text", 8), "longe…");
  EXPECT_EQ(shortened("éééééé", 8), "éé…");
}

TEST(PercentEncoded, LeavesOnlyPlainCharacters) {
  EXPECT_EQ(percent_encoded("a-1 é=&#"), "a-1%20%C3%A9%3D%26%23");
}

TEST(Markdown, TakesTheMeaningFromMarkup) {
  EXPECT_EQ(markdown("a|b*c*<i>@me"), "a&#124;b\\*c\\*&#60;i&#62;&#64;me");
  EXPECT_EQ(markdown("at 03:04, http://a www.b.c"), "at 03:04, http&#58;//a www&#46;b.c");
  EXPECT_EQ(markdown("x\ny"), "x↵y");
}

TEST(Markdown, FencesLongerThanAnyRunInside) {
  EXPECT_EQ(markdown_code("a"), "`a`");
  EXPECT_EQ(markdown_code("``"), "``` `` ```");
  EXPECT_EQ(markdown_code(""), "—");
  EXPECT_EQ(markdown_block("a ``` b", "sh"), "````sh\na ``` b\n````\n");
}

}  // namespace
}  // namespace mpitcheck::report
