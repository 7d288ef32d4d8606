// SPDX-License-Identifier: BSD-3-Clause
// Tests of the JUnit XML, read by pugixml.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <pugixml.hpp>
#include <set>

#include "ci/mpitcheck/report/report.hpp"
#include "ci/mpitcheck/report/selftests/samples.hpp"

namespace mpitcheck::report {
namespace {

using testing::HasSubstr;

pugi::xml_document parsed(const std::string& text) {
  pugi::xml_document document;
  const auto result = document.load_string(text.c_str());
  EXPECT_TRUE(result) << result.description();
  return document;
}

pugi::xml_node testcase(const pugi::xml_document& document, const char* target, const char* name) {
  return document.child("testsuites")
      .find_child_by_attribute("testsuite", "name", target)
      .find_child_by_attribute("testcase", "name", name);
}

TEST(JUnit, ASuitePerTargetWithTrueCounts) {
  const auto document = parsed(to_junit(samples::plausible()));
  const auto root = document.child("testsuites");
  std::set<std::string> names;
  for (const auto suite : root.children("testsuite")) {
    names.insert(suite.attribute("name").value());
    const auto cases = suite.children("testcase");
    const auto with = [&](const char* element) {
      return std::count_if(cases.begin(), cases.end(),
                           [=](auto node) { return bool(node.child(element)); });
    };
    EXPECT_EQ(suite.attribute("tests").as_int(), std::distance(cases.begin(), cases.end()));
    EXPECT_EQ(suite.attribute("failures").as_int(), with("failure"));
    EXPECT_EQ(suite.attribute("errors").as_int(), with("error"));
    EXPECT_EQ(suite.attribute("skipped").as_int(), with("skipped"));
  }
  EXPECT_EQ(names, (std::set<std::string>{"reference", "mpich", "openmpi"}));
  EXPECT_EQ(root.attribute("failures").as_int(), 4);
  EXPECT_EQ(root.attribute("errors").as_int(), 1);
}

TEST(JUnit, ASuiteBeginsWithItsFindings) {
  const auto document = parsed(to_junit(samples::gated()));
  const auto properties = document.child("testsuites")
                              .find_child_by_attribute("testsuite", "name", "mpich")
                              .child("properties");
  std::size_t found = 0;
  for (const auto property : properties) {
    found += std::string_view(property.attribute("name").value()).starts_with("finding F-");
  }
  EXPECT_EQ(found, 3u);
  EXPECT_THAT(properties.last_child().previous_sibling().attribute("value").value(),
              HasSubstr(": expected "));
}

TEST(JUnit, OnlyABrokenMustIsAFailure) {
  const auto document = parsed(to_junit(samples::plausible()));
  const auto failure = testcase(document, "mpich", "cvar.info.name-nonempty").child("failure");
  EXPECT_STREQ(failure.attribute("type").value(), "fail");
  EXPECT_THAT(failure.child_value(), HasSubstr("expected: a name of at least one character"));
  EXPECT_THAT(failure.child_value(), HasSubstr("replay: mpitcheck run build/mpich"));
  EXPECT_STREQ(testcase(document, "openmpi", "init.info.finalize-after-mpi")
                   .child("failure")
                   .attribute("type")
                   .value(),
               "crash");
  const auto warned = testcase(document, "mpich", "cvar.info.desc-recommended");
  EXPECT_FALSE(warned.child("failure"));
  EXPECT_THAT(warned.child("system-out").child_value(), HasSubstr("warn: "));
  EXPECT_TRUE(testcase(document, "mpich", "category.info.changed-stamp").child("error"));
  EXPECT_THAT(testcase(document, "mpich", "pvar.info.class-counter-monotonic")
                  .child("skipped")
                  .attribute("message")
                  .value(),
              HasSubstr("vacuous: a performance variable of class COUNTER"));
  EXPECT_TRUE(testcase(document, "mpich", "event.info.callback-safety").child("skipped"));
}

TEST(JUnit, ACrashBelowMustIsNoFailure) {
  RunReport report = samples::plausible();
  for (TestResult& test : report.tests) {
    if (test.verdict == Verdict::crash) test.level = "quality";
  }
  const auto document = parsed(to_junit(report));
  EXPECT_FALSE(testcase(document, "openmpi", "init.info.finalize-after-mpi").child("failure"));
}

TEST(JUnit, WithAGateOnlyItsFindingsAreFailures) {
  const auto document = parsed(to_junit(samples::gated()));
  const auto known = testcase(document, "openmpi", "init.info.finalize-after-mpi");
  EXPECT_FALSE(known.child("failure"));
  EXPECT_THAT(known.child("skipped").attribute("message").value(),
              HasSubstr("(known bug: the event base is gone"));
  EXPECT_TRUE(testcase(document, "mpich", "cvar.info.name-nonempty").child("failure"));
  const auto expired =
      testcase(document, "expectations", "ci/expectations/openmpi-4.1.4.txt:7").child("failure");
  EXPECT_STREQ(expired.attribute("type").value(), "expired");
  EXPECT_EQ(document.child("testsuites").attribute("failures").as_int(), 4);
}

TEST(JUnit, HostileTextIsLegalXml) {
  const std::string text = to_junit(samples::small());
  parsed(text);
  const auto illegal = [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\t'; };
  EXPECT_TRUE(std::ranges::none_of(text, illegal));
  EXPECT_THAT(text, testing::Not(HasSubstr("<script>")));
  EXPECT_THAT(text, HasSubstr("⟨U+0001⟩⟨U+001B⟩[31m⟨U+007F⟩"));
}

}  // namespace
}  // namespace mpitcheck::report
