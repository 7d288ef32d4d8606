# SPDX-License-Identifier: BSD-3-Clause
# The project's own tests: GoogleTest programs, run by ctest under the label `own`.
if(MPITCHECK_OWN_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
  mpitcheck_headers(tests LIBRARIES GTest::gmock HEADERS <gmock/gmock.h> <gtest/gtest.h>)
endif()

# Until a test is taken for stuck, on a machine with much other work.
set(own_test_seconds 600)
if(CMAKE_CROSSCOMPILING)
  set(own_test_seconds 1200)  # emulated
endif()

# mpitcheck_own_test(target [KIND kind] [COST cost]): registers each case of the GoogleTest program with ctest. KIND of its
# headers: tests. COST: the larger, the earlier they begin; 0.
function(mpitcheck_own_test target)
  set(kind tests)
  set(cost 0)
  cmake_parse_arguments(given "" "KIND;COST" "" ${ARGN})
  if(given_KIND)
    set(kind ${given_KIND})
  endif()
  if(given_COST)
    set(cost ${given_COST})
  endif()
  target_link_libraries(${target} PRIVATE GTest::gtest_main GTest::gmock)
  mpitcheck_use_headers(${target} ${kind})
  # Printed values would be bytes of memory for many parameters, other ones in each run.
  gtest_discover_tests(${target} DISCOVERY_TIMEOUT 60 NO_PRETTY_VALUES PROPERTIES LABELS own TIMEOUT ${own_test_seconds} COST ${cost})
endfunction()
