// SPDX-License-Identifier: BSD-3-Clause
// The files that the rest of the build includes.
#include "conformance/clauses/clausegen/generate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/clauses/clausegen/load.hpp"
#include "conformance/clauses/selftests/sample_catalogue.hpp"

namespace mpitcheck::clausegen {
namespace {

using ::testing::HasSubstr;

std::string generated(SampleCatalogue& sample, const std::string& file) {
  std::vector<Diagnostic> diagnostics;
  generate(load(sample.folder(), diagnostics), sample.folder() / "out");
  EXPECT_TRUE(diagnostics.empty());
  return sample.read("out/" + file);
}

TEST(Generate, GivesEachClauseAConstant) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "id: cvar-num", "id: cvar-num-3.1");
  EXPECT_THAT(generated(sample, "clauses.hpp"),
              HasSubstr("inline constexpr Clause cvar_num_3_1{0};"));
}

TEST(Generate, CountsTheClauses) {
  SampleCatalogue sample;
  EXPECT_THAT(generated(sample, "clauses.hpp"), HasSubstr("clause_count = 1;"));
}

TEST(Generate, EscapesQuotesAndBackslashes) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "The number is reported.", R"('say "a\b"')");
  EXPECT_THAT(generated(sample, "clause_data.cpp"), HasSubstr(R"("say \"a\\b\"")"));
}

TEST(Generate, LeavesWhatTestsIncludeAloneIfARuleIsWorded) {
  SampleCatalogue sample;
  const std::vector<std::string> files{"clauses.hpp", "clause_keys.cpp", "api.inc", "codes.inc"};
  std::vector<std::filesystem::file_time_type> times;
  for (const std::string& file : files) {
    generated(sample, file);
    const auto path = sample.folder() / "out" / file;
    times.push_back(std::filesystem::file_time_type{});  // longer ago than any clock's step
    std::filesystem::last_write_time(path, times.back());
  }
  sample.replace("cvar.yaml", "The number is reported.", "The number of them is reported.");
  EXPECT_THAT(generated(sample, "clause_data.cpp"), HasSubstr("The number of them"));
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ(std::filesystem::last_write_time(sample.folder() / "out" / files[i]), times[i])
        << files[i];
  }
}

TEST(Generate, PutsTheHeadingBehindTheSection) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "  draft2011", "  heading: Query Functions\n  draft2011");
  EXPECT_THAT(generated(sample, "clause_data.cpp"),
              HasSubstr("{{4, 0}, \"15.3.6 (Query Functions)\"}"));
}

TEST(Generate, WritesTheApiAsMacros) {
  SampleCatalogue sample;
  const std::string api = generated(sample, "api.inc");
  EXPECT_THAT(
      api,
      HasSubstr(
          R"-(MPITCHECK_API(MPI_T_cvar_get_num, 3, 0, int, (int *num_cvar), "num_cvar", (num_cvar)))-"));
  EXPECT_THAT(api, HasSubstr(R"-(MPITCHECK_API(MPI_T_finalize, 3, 0, int, (void), "", ()))-"));
}

TEST(Generate, WritesTheCodesOfEachFunction) {
  SampleCatalogue sample;
  EXPECT_THAT(generated(sample, "codes.inc"),
              HasSubstr("MPITCHECK_CODE(MPI_T_finalize, MPI_T_ERR_INVALID_NAME)"));
}

TEST(Generate, WritesTheConstants) {
  SampleCatalogue sample;
  EXPECT_THAT(generated(sample, "constants.inc"),
              HasSubstr("MPITCHECK_CONSTANT(MPI_T_ERR_INVALID_NAME, return_code, 3, 1)"));
}

TEST(Generate, ThrowsIfTheFolderCannotBeMade) {
  const SampleCatalogue sample;
  std::vector<Diagnostic> diagnostics;
  const Catalogue catalogue = load(sample.folder(), diagnostics);
  EXPECT_THROW(generate(catalogue, sample.folder() / "api.yaml" / "out"), std::runtime_error);
}

}  // namespace
}  // namespace mpitcheck::clausegen
