// SPDX-License-Identifier: BSD-3-Clause
// Reading and writing expectations files.
#include "ci/mpitcheck/gate/expectations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "ci/mpitcheck/process/error.hpp"

namespace mpitcheck {
namespace {

using testing::HasSubstr;

constexpr const char* whole = R"(# Known deviations.
library: Open MPI
version: 4.1.*

# Their event base is gone.
init.order.*  crash  bug  "see https://example.org/#1"  'cvar 1 "x": expected'  until=2027-06-30

pvar.a  fail  flaky
  "a reason that
   goes on # here"
  "a \"message\" with \\"

# The end.
)";

std::string refusal(const std::string& text) {
  try {
    parse_expectations(text, "x.txt");
  } catch (const UserError& problem) {
    EXPECT_EQ(problem.exit_code(), exit_usage);
    return problem.what();
  }
  return "accepted";
}

std::string refused_entry(const std::string& entry) {
  return refusal("library: A\nversion: 1\n" + entry + "\n");
}

TEST(Expectations, AreReadWithAllTheirFields) {
  const ExpectationsFile file = parse_expectations(whole, "x.txt");
  EXPECT_EQ(file.library, "Open MPI");
  EXPECT_EQ(file.version, "4.1.*");
  ASSERT_EQ(file.entries.size(), 2U);
  const Expectation& first = file.entries[0];
  EXPECT_EQ(first.tests, "init.order.*");
  EXPECT_EQ(first.verdict, Verdict::crash);
  EXPECT_EQ(first.kind, DeviationKind::bug);
  EXPECT_EQ(first.reason, "see https://example.org/#1");
  EXPECT_EQ(first.message, "cvar 1 \"x\": expected");
  EXPECT_EQ(first.until, "2027-06-30");
  EXPECT_EQ(first.line, 6);
  const Expectation& second = file.entries[1];
  EXPECT_EQ(second.kind, DeviationKind::flaky);
  EXPECT_EQ(second.reason, "a reason that goes on # here");
  EXPECT_EQ(second.message, "a \"message\" with \\");
  EXPECT_EQ(second.until, "");
  EXPECT_EQ(second.line, 8);
}

TEST(Expectations, AreWrittenAsTheyWereRead) {
  EXPECT_EQ(to_text(parse_expectations(whole, "x.txt")), whole);
}

constexpr const char* with_causes = R"(library: Open MPI
version: 4.1.*

# Long known.
cause  F-0000b2  bug  "see https://example.org/#2"
a.test  fail  F-0000b2  "expected"
c.test  crash  F-0000b2  "expected"  until=2027-06-30

cause  F-0000a1  wontfix  "another"
b.test  fail  F-0000a1  "expected"

d.test  fail  flaky  "its own"  "expected"
)";

TEST(Expectations, TestsOfACauseHaveItsKindAndReason) {
  const ExpectationsFile file = parse_expectations(with_causes, "x.txt");
  ASSERT_EQ(file.entries.size(), 4U);
  EXPECT_EQ(file.entries[1].cause, "F-0000b2");
  EXPECT_EQ(file.entries[1].reason, "see https://example.org/#2");
  EXPECT_EQ(file.entries[1].message, "expected");
  EXPECT_EQ(file.entries[1].until, "2027-06-30");
  EXPECT_EQ(file.entries[2].kind, DeviationKind::wontfix);
  EXPECT_EQ(file.entries[3].cause, "");
  EXPECT_EQ(to_text(file), with_causes);
}

TEST(Expectations, ACauseGoesWithItsLastTest) {
  ExpectationsFile file = parse_expectations(with_causes, "x.txt");
  std::erase_if(file.entries, [](const Expectation& it) { return it.cause == "F-0000b2"; });
  EXPECT_EQ(to_text(file),
            "library: Open MPI\nversion: 4.1.*\n\ncause  F-0000a1  wontfix  \"another\"\n"
            "b.test  fail  F-0000a1  \"expected\"\n\n"
            "d.test  fail  flaky  \"its own\"  \"expected\"\n");
}

TEST(Expectations, CausesThatCannotBeMeantAreRefused) {
  EXPECT_EQ(refused_entry("a  fail  F-0000a1  \"m\""), "x.txt:3: no line says 'cause F-0000a1'");
  EXPECT_THAT(refused_entry("cause  F-0000a1  bug"), HasSubstr("x.txt:3: a cause is: cause F-"));
  EXPECT_THAT(refused_entry("cause  F-0000a1  bug  \"\""), HasSubstr("the reason is empty"));
  EXPECT_THAT(refused_entry("cause  F-0000a1  bug  \"y\"\ncause  F-0000a1  bug  \"y\""),
              HasSubstr("x.txt:4: a second 'cause F-0000a1'"));
}

TEST(Expectations, LineEndsOfOtherSystemsAreRead) {
  std::string text = whole;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.insert(at, 1, '\r');
  EXPECT_EQ(parse_expectations(text, "x.txt").entries[1].reason, "a reason that goes on # here");
}

TEST(Expectations, AreWrittenSortedWithTheirComments) {
  const std::string text = to_text(parse_expectations(
      "library: A\nversion: 1\nz.a fail bug \"r\" \"m\"\n# On b.\nb.a fail bug \"r\" \"m\"\n",
      "x.txt"));
  EXPECT_EQ(text,
            "library: A\nversion: 1\n\n# On b.\nb.a fail bug \"r\" \"m\"\n\nz.a fail bug \"r\" "
            "\"m\"\n");
}

TEST(Expectations, NewOnesReadBackAsTheyWere) {
  ExpectationsFile file = new_expectations("x.txt", "Open MPI v4.1.4, package: x");
  Expectation entry;
  entry.tests = "a.b";
  entry.verdict = Verdict::early_exit;
  entry.kind = DeviationKind::spec_dispute;
  entry.until = "2030-01-01";
  for (const char* message :
       {"plain", "with \"double\"", "with 'single'", "with \"both\" 'of them'", "a backslash \\",
        "ends in \\", "  blanks  ", ""}) {
    for (const std::size_t length : {2U, 400U}) {
      entry.message = message;
      entry.reason.clear();
      while (entry.reason.size() < length) entry.reason += entry.reason.empty() ? "why" : " 'why'";
      file.entries = {entry};
      const ExpectationsFile read = parse_expectations(to_text(file), "x.txt");
      ASSERT_EQ(read.entries.size(), 1U);
      EXPECT_EQ(read.entries[0].message, entry.message);
      EXPECT_EQ(read.entries[0].reason, entry.reason);
      EXPECT_EQ(read.entries[0].until, entry.until);
      EXPECT_EQ(to_line(read.entries[0]), to_line(entry));
      EXPECT_EQ(read.library, "Open MPI");
      EXPECT_EQ(read.version, "4.1.4");
    }
  }
}

TEST(Expectations, LongReasonsAreWrapped) {
  ExpectationsFile file = new_expectations("x.txt", "A 1.0");
  Expectation entry;
  entry.tests = "a.b";
  for (int i = 0; i < 60; ++i) entry.reason += "word ";
  entry.reason += "end";
  file.entries = {entry};
  std::string text = to_text(file);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    EXPECT_LE(end, 100U);
    text.erase(0, end + 1);
  }
}

TEST(Expectations, ApplyToTheLibraryOfTheirCondition) {
  const ExpectationsFile file = parse_expectations(whole, "x.txt");
  EXPECT_TRUE(applies(file, "Open MPI v4.1.4, package"));
  EXPECT_TRUE(applies(file, "Open MPI v4.1.10"));
  EXPECT_FALSE(applies(file, "Open MPI v4.10.1"));
  EXPECT_FALSE(applies(file, "Open MPI v5.0.0"));
  EXPECT_FALSE(applies(file, "MPICH Version:\t4.1.1"));
}

TEST(Expectations, ApplyToTheBuildsOfTheirCondition) {
  const std::string text = "library: MPICH\nversion: 4.*\nbuild: *--with-[ab]=all*\n";
  const ExpectationsFile file = parse_expectations(text, "x.txt");
  EXPECT_EQ(to_text(file), text);
  EXPECT_TRUE(applies(file, "MPICH Version:\t4.0.2\nMPICH configure:\t--with-a=all -O2\n"));
  EXPECT_FALSE(applies(file, "MPICH Version:\t4.0.2\nMPICH configure:\t--with-c=all -O2\n"));
  EXPECT_FALSE(applies(file, "MPICH Version:\t3.4.1\nMPICH configure:\t--with-a=all -O2\n"));
  EXPECT_EQ(refusal(text + "build: x\n"), "x.txt:4: a second 'build:'");
}

TEST(Expectations, ThoseOfTheSuiteAreReviewedAndInOrder) {
  std::size_t files = 0;
  for (const auto& item : std::filesystem::directory_iterator(EXPECTATIONS_FOLDER)) {
    const ExpectationsFile file = load_expectations(item.path().string());
    ++files;
    std::ifstream stream(item.path());
    EXPECT_EQ(to_text(file), std::string(std::istreambuf_iterator<char>(stream), {}))
        << item.path();
    for (const Expectation& entry : file.entries) {
      EXPECT_THAT(entry.reason, testing::Not(HasSubstr("to be reviewed"))) << entry.tests;
      // Random sequences may find one thing today and another tomorrow.
      if (!entry.tests.starts_with("property.")) {
        EXPECT_NE(entry.message, "") << entry.tests;
      }
    }
  }
  EXPECT_GE(files, 2U);
}

TEST(Expectations, MalformedFilesAreRefusedWithFileAndLine) {
  EXPECT_EQ(refusal(""), "x.txt:1: it lacks the line 'library: ...'");
  EXPECT_EQ(refusal("library: A\n"), "x.txt:1: it lacks the line 'version: ...'");
  EXPECT_EQ(refusal("library: A\nlibrary: B\n"), "x.txt:2: a second 'library:'");
  EXPECT_EQ(refusal("library:\n"), "x.txt:1: nothing stands after 'library:'");
  EXPECT_EQ(refusal("a.b fail bug \"r\" \"m\"\n"),
            "x.txt:1: the lines 'library: ...' and 'version: ...' come before the entries");
  EXPECT_EQ(refusal("library: A\nversion: 1\n\n  \"r\"\n"),
            "x.txt:4: an indented line continues the entry above it, but none stands there");
}

TEST(Expectations, MalformedEntriesAreRefusedWithFileAndLine) {
  EXPECT_THAT(refused_entry("a.b fail bug \"r\""),
              HasSubstr("x.txt:3: an entry is: TESTS VERDICT"));
  EXPECT_THAT(refused_entry("a.b fail bug r m"), HasSubstr("x.txt:3: an entry is:"));
  EXPECT_THAT(refused_entry("a.b bad bug \"r\" \"m\""), HasSubstr("'bad' is not a verdict"));
  for (const char* verdict : {"pass", "vacuous", "not-applicable", "error"}) {
    EXPECT_THAT(refused_entry(std::string("a.b ") + verdict + " bug \"r\" \"m\""),
                HasSubstr("is not a verdict to expect"));
  }
  EXPECT_THAT(refused_entry("a.b fail feature \"r\" \"m\""), HasSubstr("'feature' is not a kind"));
  EXPECT_THAT(refused_entry("a.b fail bug \"\" \"m\""), HasSubstr("the reason is empty"));
  EXPECT_THAT(refused_entry("a.b fail bug \"r\" \"m"), HasSubstr("lacks its closing \""));
  EXPECT_THAT(refused_entry("a.b fail bug \"r\"\"m\""), HasSubstr("a blank is missing"));
  for (const char* until :
       {"2027", "until=2027", "until=2027-13-01", "until=2027-1-01", "until=2027-06-3x"}) {
    EXPECT_THAT(refused_entry(std::string("a.b fail bug \"r\" \"m\" ") + until),
                HasSubstr("is not until=YYYY-MM-DD"));
  }
  EXPECT_EQ(refused_entry("a.b fail bug \"r\" \"m\"\n\na.b fail bug \"r\" \"m\""),
            "x.txt:5: 'a.b' stands already in line 3");
}

}  // namespace
}  // namespace mpitcheck
