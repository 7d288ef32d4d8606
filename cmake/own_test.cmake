# SPDX-License-Identifier: BSD-3-Clause
# The project's own tests: GoogleTest programs, run by ctest under the label `own`.
if(MPITCHECK_OWN_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
  mpitcheck_headers(tests LIBRARIES GTest::gmock HEADERS <gmock/gmock.h> <gtest/gtest.h>)
endif()

# mpitcheck_own_test(target [KIND]): registers each case of the GoogleTest program with ctest. KIND of its headers: tests.
function(mpitcheck_own_test target)
  target_link_libraries(${target} PRIVATE GTest::gtest_main GTest::gmock)
  set(kind tests)
  if(ARGN)
    set(kind ${ARGN})
  endif()
  mpitcheck_use_headers(${target} ${kind})
  # Printed values would be bytes of memory for many parameters, other ones in each run.
  gtest_discover_tests(${target} DISCOVERY_TIMEOUT 60 NO_PRETTY_VALUES PROPERTIES LABELS own TIMEOUT 120)
endfunction()
