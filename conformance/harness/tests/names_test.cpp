// SPDX-License-Identifier: BSD-3-Clause
// Names of codes and constants, the table of functions, quoting.
#include "conformance/harness/facts/names.hpp"

#include <gtest/gtest.h>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {
namespace {

TEST(Names, CodesAreNamed) {
  EXPECT_EQ(code_name(MPI_SUCCESS), "MPI_SUCCESS");
  EXPECT_EQ(code_name(MPI_T_ERR_INVALID_NAME), "MPI_T_ERR_INVALID_NAME");
  EXPECT_EQ(code_name(123456), "123456 (no MPI_T code)");
}

TEST(Versions, LibraryWithoutAVersionUsesThatOfItsHeader) {
  constexpr Version of_header{MPI_VERSION, MPI_SUBVERSION};
  EXPECT_EQ(version_to_test(MPI_SUCCESS, {3, 1}), (Version{3, 1}));
  EXPECT_EQ(version_to_test(MPI_SUCCESS, {3, 0}), (Version{3, 0}));
  EXPECT_EQ(version_to_test(MPI_SUCCESS, {2, 2}), of_header);
  EXPECT_EQ(version_to_test(MPI_SUCCESS, {}), of_header);
  EXPECT_EQ(version_to_test(MPI_ERR_OTHER, {4, 0}), of_header);
}

TEST(Names, ConstantsAreNamedWithinTheirKind) {
  EXPECT_EQ(constant_name("binding", MPI_T_BIND_MPI_COMM), "MPI_T_BIND_MPI_COMM");
  EXPECT_EQ(constant_name("scope", -1), "-1 (no scope)");
}

TEST(Names, HandleConstantsAreNotAmongTheIntegers) {
  EXPECT_FALSE(constant("MPI_T_ENUM_NULL").has_value());
  EXPECT_TRUE(constant("MPI_T_SCOPE_LOCAL").has_value());
}

TEST(Names, DatatypesAreNamed) {
  EXPECT_EQ(datatype_name(MPI_UNSIGNED_LONG_LONG), "MPI_UNSIGNED_LONG_LONG");
  EXPECT_EQ(datatype_name(MPI_PACKED), "a datatype that MPI_T does not allow");
}

TEST(Functions, ReferenceDeclaresAndDefinesAllWithStandardTypes) {
  EXPECT_EQ(all_functions().size(), 51U);
  for (const FunctionFacts& facts : all_functions()) {
    EXPECT_TRUE(facts.declared && facts.linked && facts.prototype_matches) << facts.name;
    EXPECT_TRUE(facts.pmpi_declared && facts.pmpi_linked) << facts.name;
  }
}

TEST(Functions, CallsAreRecordedWithNamesAndResults) {
  int provided = 0;
  call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  int index = -1;
  call::MPI_T_cvar_get_index("no such\nname", &index);
  const auto calls = Recorder::instance().last_calls(1);
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_TRUE(calls[0].starts_with("MPI_T_cvar_get_index(\"no such\\x0aname\", cvar_index="))
      << calls[0];
  EXPECT_TRUE(calls[0].ends_with(") = MPI_T_ERR_INVALID_NAME")) << calls[0];
  call::MPI_T_finalize();
}

}  // namespace
}  // namespace mpitcheck
