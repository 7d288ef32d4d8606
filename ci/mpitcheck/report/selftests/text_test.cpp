// SPDX-License-Identifier: BSD-3-Clause
// Tests of what becomes of hostile bytes, and of the Markdown summary.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "ci/mpitcheck/report/report.hpp"
#include "ci/mpitcheck/report/selftests/samples.hpp"
#include "ci/mpitcheck/report/text.hpp"

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

TEST(Shortened, CutsBetweenCharacters) {
  EXPECT_EQ(shortened("short", 5), "short");
  EXPECT_EQ(shortened("longer text", 8), "longe…");
  EXPECT_EQ(shortened("éééééé", 8), "éé…");
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

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> table_after(const std::string& heading, const std::string& text) {
  std::vector<std::string> rows;
  std::istringstream in(text.substr(text.find(heading)));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('|')) rows.push_back(line);
    if (line.empty() && !rows.empty()) break;
  }
  return rows;
}

TEST(MarkdownReport, BeginsWithFindings) {
  const std::string text = to_markdown(samples::gated());
  EXPECT_LT(text.find("## Findings"), text.find("## Targets"));
  const auto rows = table_after("## Findings", text);
  ASSERT_EQ(rows.size(), samples::gated().findings.size() + 2);
  EXPECT_THAT(rows[2], HasSubstr("(new)"));
  EXPECT_THAT(text, HasSubstr("openmpi (known)"));
}

TEST(MarkdownReport, CountsPerTarget) {
  const auto rows = table_after("## Targets", to_markdown(samples::plausible()));
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0],
            "| Target | MPI | Library | ✓ pass | ‼ crash | ◷ timeout | ✗ fail | ? error | △ warn | "
            "◇ quality | "
            "○ vacuous | – not-applicable |");
  EXPECT_THAT(rows[4], HasSubstr("| 6 | 1 | 1 | 1 | 0 | 1 | 0 | 0 | 1 |"));
}

TEST(MarkdownReport, TellsWhatIsBroken) {
  const std::string text = to_markdown(samples::plausible());
  EXPECT_THAT(text, HasSubstr("## Tests of mpich"));
  EXPECT_THAT(text, HasSubstr("### ✗ fail: `cvar.info.name-nonempty`"));
  EXPECT_THAT(
      text, HasSubstr("- clause `cvar-name-nonempty` (must, section 15.3.6): A successful query"));
  EXPECT_THAT(text,
              HasSubstr("  - expected: `MPI_SUCCESS`\n  - actual: `MPI_T_ERR_INVALID_INDEX`"));
  EXPECT_THAT(text, HasSubstr("```sh\nmpitcheck run build/mpich --filter cvar.info.name-nonempty"));
  EXPECT_THAT(text, HasSubstr("- clause `init-finalize-after-mpi` (must, section 14.3.6)"));
  EXPECT_THAT(text, Not(HasSubstr("## Tests of reference")));
  EXPECT_LT(text.find("‼ crash: "),
            text.find("△ warn: `cvar.info.desc-recommended`", text.find("of openmpi")));
}

TEST(MarkdownReport, TellsWhatTheGateFoundAndWhatIsKnown) {
  const std::string text = to_markdown(samples::gated());
  EXPECT_THAT(text, HasSubstr("## Gate: not as expected\n\nDifferences from the expectations: 2."));
  EXPECT_THAT(text, HasSubstr("- **unexpected-failure**: mpich `cvar.info.name-nonempty`: fail"));
  EXPECT_THAT(text, HasSubstr("cvar.info.name-nonempty  fail  bug  \"to be reviewed\""));
  EXPECT_THAT(text, HasSubstr("- **expired**: 'init.\\*' counted until"));
  EXPECT_THAT(text, HasSubstr("Expectations: known bug: the event base is gone"));
  EXPECT_THAT(to_markdown(samples::plausible()), Not(HasSubstr("Gate")));
}

TEST(MarkdownReport, HostileTextLeavesTheTableWhole) {
  const std::string text = to_markdown(samples::small());
  const auto rows = table_after("## Targets", text);
  ASSERT_EQ(rows.size(), 5u);
  for (const std::string& row : rows)
    EXPECT_EQ(std::ranges::count(row, '|'), std::ranges::count(rows[0], '|')) << row;
  EXPECT_THAT(text, HasSubstr("**Interrupted"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(MarkdownReport, SaysWhatWasCut) {
  const std::string text = to_markdown(samples::plausible(), 3000);
  EXPECT_LE(text.size(), 3000u);
  EXPECT_THAT(text, testing::EndsWith("tests are cut here; report.json has them all.**\n"));
  EXPECT_THAT(to_markdown(samples::plausible()), Not(HasSubstr("cut here")));
}

}  // namespace

}  // namespace mpitcheck::report
