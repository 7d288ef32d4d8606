// SPDX-License-Identifier: BSD-3-Clause
// The bytes of records, and the texts of facts. offence_test.py of the runner reads the same file.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "conformance/harness/facts/offence.hpp"

namespace mpitcheck {
namespace {

using nlohmann::json;

TEST(Records, OffencesHaveTheFormAndTheTextsOfTheRunner) {
  std::ifstream lines(OFFENCES);
  int read = 0;
  for (std::string line; std::getline(lines, line); ++read) {
    const Offence offence = json::parse(line);
    EXPECT_EQ(json(offence).dump(), line);
    ASSERT_TRUE(offence.fact) << line;
    EXPECT_EQ(expected_text(*offence.fact), offence.expected) << line;
    EXPECT_EQ(seen_text(*offence.fact), offence.actual) << line;
  }
  EXPECT_GT(read, 0);
}

TEST(Records, UnknownRelationIsRefused) {
  json fact = Fact{"MPI_T_x", "code", Relation::one_of, {}, "0"};
  EXPECT_NO_THROW(fact.get<Fact>());
  fact["relation"] = "likes";
  EXPECT_THROW(fact.get<Fact>(), json::exception);
}

TEST(Records, BeginAndEndKeepTheirBytes) {
  EXPECT_EQ(json(BeginRecord{"cvar.read", 0, 2, 7, 1, "4.0"}).dump(),
            R"({"mpi_version":"4.0","np":2,"pid":7,"rank":0,"seed":1,"test":"cvar.read"})");
  EndRecord end{.verdict = Verdict::early_exit, .missing = "pvars", .seconds = 0.5};
  end.clauses.push_back({"cvar-name-unique", 3, 1});
  end.codes["MPI_T_x"] = {"MPI_SUCCESS"};
  EXPECT_EQ(json(end).dump(),
            R"({"clauses":[{"examined":3,"id":"cvar-name-unique","offenders":1}],)"
            R"("codes":{"MPI_T_x":["MPI_SUCCESS"]},"left_out":[],"lost":[],"message":"",)"
            R"("metrics":{},"missing":"pvars","seconds":0.5,"verdict":"early-exit"})");
  end.grid = GridRecord{"once.before", {{"MPI_T_x/a", "held"}}};
  EXPECT_EQ(json(end)["grid"].dump(), R"({"cells":{"MPI_T_x/a":"held"},"state":"once.before"})");
}

}  // namespace
}  // namespace mpitcheck
