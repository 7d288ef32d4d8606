# SPDX-License-Identifier: BSD-3-Clause
# The project's own tests: GoogleTest programs, run by ctest under the label `own`.
if(MPITCHECK_OWN_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()

# Registers each case of the GoogleTest program `target` with ctest.
function(mpitcheck_own_test target)
  target_link_libraries(${target} PRIVATE GTest::gtest_main GTest::gmock)
  mpitcheck_precompile(${target} <gmock/gmock.h> <gtest/gtest.h>)
  gtest_discover_tests(${target} DISCOVERY_TIMEOUT 60 PROPERTIES LABELS own TIMEOUT 120)
endfunction()
