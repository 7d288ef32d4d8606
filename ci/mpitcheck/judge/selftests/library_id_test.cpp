// SPDX-License-Identifier: BSD-3-Clause
// Library version strings as libraries give them.
#include "ci/mpitcheck/judge/library_id.hpp"

#include <gtest/gtest.h>

namespace mpitcheck {
namespace {

struct Case {
  const char* text;
  const char* library;
  const char* version;
};

class LibraryIds : public testing::TestWithParam<Case> {};

TEST_P(LibraryIds, AreFoundInTheString) {
  const LibraryId id = identify_library(GetParam().text);
  EXPECT_EQ(id.library, GetParam().library);
  EXPECT_EQ(id.version, GetParam().version);
}

INSTANTIATE_TEST_SUITE_P(
    All, LibraryIds,
    testing::Values(
        Case{"Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, repo rev: v4.1.4, May 26",
             "Open MPI", "4.1.4"},
        Case{"Open MPI v6.0.0a1, package: x", "Open MPI", "6.0.0a1"},
        Case{"MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7 2022\n", "MPICH", "4.0.2"},
        Case{"MPICH Version:      4.2.0rc1\n", "MPICH", "4.2.0rc1"},
        Case{"MVAPICH2 Version      :\t2.3.7", "MVAPICH2", "2.3.7"},
        Case{"Intel(R) MPI Library 2021.8 for Linux* OS\n", "Intel(R) MPI Library", "2021.8"},
        Case{"MPI VERSION    : CRAY MPICH version 8.1.25.17 (ANL base 3.4a2)", "CRAY MPICH",
             "8.1.25.17"},
        Case{"mpitcheck reference 0.1.0, MPI 5.0, standard ABI 1.0", "mpitcheck reference",
             "0.1.0"},
        Case{"Homemade MPI 7", "Homemade MPI 7", ""}, Case{"", "", ""}));

}  // namespace
}  // namespace mpitcheck
