// SPDX-License-Identifier: BSD-3-Clause
// What the reader of the catalogue says of malformed files.
#include "conformance/clauses/clausegen/load.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/clauses/selftests/sample_catalogue.hpp"

namespace mpitcheck::clausegen {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST(Load, AcceptsACorrectCatalogue) {
  const SampleCatalogue sample;
  EXPECT_THAT(sample.findings(), IsEmpty());
}

TEST(Load, NamesTheLineOfMalformedYaml) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "level: must", "level: [must");
  EXPECT_THAT(sample.findings(),
              ElementsAre(AllOf(StartsWith("cvar.yaml:"), HasSubstr("not valid YAML"))));
}

TEST(Load, ReportsAnUnknownKey) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "  codes:", "  codez:");
  EXPECT_THAT(sample.findings(), ElementsAre("cvar.yaml:11: unknown key 'codez' in clause"));
}

TEST(Load, ReportsAKeyThatStandsTwice) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "  codes:", "  level: must\n  codes:");
  EXPECT_THAT(sample.findings(), ElementsAre("cvar.yaml:11: key 'level' stands twice in clause"));
}

TEST(Load, ReportsAMissingRequiredKey) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "  draft2011: same\n", "");
  EXPECT_THAT(sample.findings(), ElementsAre("cvar.yaml:3: clause has no 'draft2011'; add it"));
}

TEST(Load, ReportsATextWhereAListBelongs) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "[MPI_SUCCESS]", "MPI_SUCCESS");
  EXPECT_THAT(sample.findings(), ElementsAre("cvar.yaml:11: 'codes' of clause must be a list"));
}

TEST(Load, ReportsAListWhereATextBelongs) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "observe: Call it.", "observe: [Call it.]");
  EXPECT_THAT(sample.findings(),
              ElementsAre("cvar.yaml:10: 'observe' of clause must be a text",
                          "cvar.yaml:3: cvar-num: has no observe; say how a test sees it"));
}

TEST(Load, ReportsAFileThatIsNoMapping) {
  SampleCatalogue sample;
  sample.write("cvar.yaml", "- 1\n- 2\n");
  EXPECT_THAT(sample.findings(), ElementsAre("cvar.yaml:1: expected a mapping for area file"));
}

TEST(Load, ReportsAnEmptyFile) {
  SampleCatalogue sample;
  sample.write("cvar.yaml", "");
  EXPECT_THAT(sample.findings(), ElementsAre(HasSubstr("expected a mapping for area file")));
}

TEST(Load, ReportsAnAreaThatIsNotTheNameOfItsFile) {
  SampleCatalogue sample;
  sample.replace("cvar.yaml", "area: cvar", "area: pvar");
  EXPECT_THAT(sample.findings(), ElementsAre(AllOf(StartsWith("cvar.yaml:1: area 'pvar'"),
                                                   HasSubstr("give both the same name"))));
}

TEST(Load, ReportsAMissingApiFile) {
  const SampleCatalogue sample;
  std::filesystem::remove(sample.folder() / "ambiguities.yaml");
  EXPECT_THAT(sample.findings(), ElementsAre("ambiguities.yaml:1: this file is missing"));
}

TEST(Load, KeepsReadingTheOtherFilesAfterAMalformedOne) {
  SampleCatalogue sample;
  sample.write("pvar.yaml", "area: [\n");
  sample.replace("cvar.yaml", "  codes:", "  codez:");
  EXPECT_THAT(sample.findings(),
              ElementsAre(StartsWith("cvar.yaml:11:"), StartsWith("pvar.yaml:")));
}

}  // namespace
}  // namespace mpitcheck::clausegen
