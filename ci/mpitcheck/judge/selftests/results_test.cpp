// SPDX-License-Identifier: BSD-3-Clause
// Reading of result records and progress pages.
#include "ci/mpitcheck/judge/results.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "conformance/harness/facts/protocol.hpp"

namespace mpitcheck {
namespace {

const std::string begin_line =
    R"({"record":"begin","nonce":"ab","test":"t","rank":0,"np":1,"mpi_version":"4.0"})"
    "\n";
const std::string end_line =
    R"({"record":"end","nonce":"ab","verdict":"pass","message":"m","missing":["a","b"],"clauses":[{"id":"c","examined":2,"offenders":0}],"codes":{"f":["MPI_SUCCESS"]}})"
    "\n";
const std::string closed_line = R"({"record":"closed","nonce":"ab"})"
                                "\n";

RankEvidence parse(const std::string& text) { return parse_records(text, "ab", "t", 0); }

TEST(ParseRecords, ReadsAWholeAccount) {
  const RankEvidence evidence = parse(
      begin_line +
      R"({"record":"failure","nonce":"ab","clause":"c","subject":"s","expected":"e","actual":"a","calls":["x"],"phase":"p"})"
      "\n"
      R"({"record":"behaviour","nonce":"ab","clause":"c","key":"k","value":"v"})"
      "\n" +
      end_line + closed_line);
  EXPECT_EQ(evidence.defect, "");
  EXPECT_EQ(evidence.begins, 1);
  EXPECT_TRUE(evidence.closed);
  EXPECT_FALSE(evidence.cut_short);
  ASSERT_EQ(evidence.failures.size(), 1U);
  EXPECT_EQ(evidence.failures[0].calls, std::vector<std::string>{"x"});
  ASSERT_EQ(evidence.behaviours.size(), 1U);
  ASSERT_TRUE(evidence.end);
  EXPECT_EQ(evidence.end->verdict, Verdict::pass);
  EXPECT_EQ(evidence.end->missing, "a; b");
  EXPECT_EQ(evidence.end->examinations.at(0).examined, 2U);
}

TEST(ParseRecords, FindsWhatDoesNotBelong) {
  const std::string bad_lines[] = {
      "garbage\n",
      "\n",
      "[]\n",
      "{}\n",
      "{\"record\":\"end\",\"nonce\":\"ab\",\"verdict\":\"timeout\"}\n",
      "{\"record\":\"end\",\"nonce\":\"ab\",\"verdict\":\"great\"}\n",
      "{\"record\":\"end\",\"nonce\":\"ab\",\"verdict\":\"pass\",\"clauses\":[{\"id\":1}]}\n",
      "{\"record\":\"closed\",\"nonce\":\"ab\"}\n",
      "{\"record\":\"other\",\"nonce\":\"ab\"}\n",
      "{\"record\":\"failure\",\"nonce\":\"ab\"}\n",
      "{\"record\":\"failure\",\"nonce\":\"xx\",\"clause\":\"c\"}\n",
      std::string("\0\0\0\n", 4)};
  for (const std::string& line : bad_lines) {
    const RankEvidence evidence = parse(begin_line + line + end_line);
    EXPECT_NE(evidence.defect.find("line 2"), std::string::npos) << line;
    EXPECT_FALSE(evidence.end) << "nothing after a defect is believed";
  }
  EXPECT_NE(parse(end_line).defect, "") << "end before begin";
  EXPECT_NE(parse(begin_line + end_line + end_line).defect, "");
  EXPECT_NE(parse(begin_line + end_line + closed_line + closed_line).defect, "");
  EXPECT_NE(parse_records(begin_line, "ab", "u", 0).defect, "") << "another test";
  EXPECT_NE(parse_records(begin_line, "ab", "t", 1).defect, "") << "another rank";
}

TEST(ParseRecords, EveryTruncationIsNoticed) {
  const std::string whole = begin_line + end_line + closed_line;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const RankEvidence evidence = parse(whole.substr(0, length));
    EXPECT_EQ(evidence.defect, "") << length;
    EXPECT_FALSE(evidence.closed) << length;
    const bool between_lines = length == 0 || whole[length - 1] == '\n';
    EXPECT_EQ(evidence.cut_short, !between_lines) << length;
  }
}

TEST(ParseProgress, ReadsCallAndRingInOrder) {
  protocol::ProgressPage page{};
  std::memcpy(page.magic.data(), protocol::progress_magic.data(), page.magic.size());
  page.clause.set("c");
  page.call.set("now");
  page.in_call = 1;
  page.calls = protocol::ring_entries + 3;  // the last one is in progress
  for (std::uint32_t i = 0; i + 1 < page.calls; ++i) {
    page.ring[i % protocol::ring_entries].set("call " + std::to_string(i));
  }
  const auto seen = parse_progress({reinterpret_cast<const char*>(&page), sizeof page});
  ASSERT_TRUE(seen);
  EXPECT_TRUE(seen->in_call);
  EXPECT_EQ(seen->call, "now");
  ASSERT_EQ(seen->calls.size(), protocol::ring_entries);
  EXPECT_EQ(seen->calls.front(), "call 2");
  EXPECT_EQ(seen->calls.back(), "call " + std::to_string(protocol::ring_entries + 1));
}

TEST(ParseProgress, SurvivesAnyBytes) {
  EXPECT_FALSE(parse_progress(""));
  EXPECT_FALSE(parse_progress(std::string(sizeof(protocol::ProgressPage), '\0')));
  std::string trampled(sizeof(protocol::ProgressPage), '\xff');
  EXPECT_FALSE(parse_progress(trampled));
  trampled.replace(0, protocol::progress_magic.size(), protocol::progress_magic);
  const auto seen = parse_progress(trampled);
  ASSERT_TRUE(seen);  // texts without an end, a call count of 2^32 - 1
  EXPECT_FALSE(seen->in_call);
  EXPECT_EQ(seen->calls.size(), protocol::ring_entries);
  EXPECT_EQ(seen->clause.size(), 128U);
}

}  // namespace
}  // namespace mpitcheck
