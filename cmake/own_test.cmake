# SPDX-License-Identifier: BSD-3-Clause
# The project's own tests: GoogleTest programs and files of pytest, run by ctest under the label `own`.
if(MPITCHECK_OWN_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
  mpitcheck_headers(tests LIBRARIES GTest::gmock HEADERS <gmock/gmock.h> <gtest/gtest.h>)

  set(candidates ${MPITCHECK_PYTHON} ${system_pythons})
  if(MPITCHECK_TEST_PYTHON)
    set(candidates ${MPITCHECK_TEST_PYTHON})
  endif()
  mpitcheck_find_python(MPITCHECK_TEST_PYTHON problems "${candidates}" yaml pytest)
  if(NOT MPITCHECK_TEST_PYTHON)
    message(FATAL_ERROR "The project's own tests need Python ${MPITCHECK_OLDEST_PYTHON} or newer with pytest and PyYAML, but ${problems}: \
install python3-pytest, name a Python with -DMPITCHECK_TEST_PYTHON=..., or build without them: -DMPITCHECK_OWN_TESTS=OFF")
  endif()
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

# mpitcheck_python_test(NAME FILE [PYTHON]): registers the file with ctest as one test, which pytest runs in PYTHON, or else in
# MPITCHECK_TEST_PYTHON. Options are in pyproject.toml. A file in which pytest finds no test fails.
function(mpitcheck_python_test name file)
  set(python ${MPITCHECK_TEST_PYTHON} ${ARGN})
  list(GET python -1 python)
  add_test(NAME ${name} COMMAND ${python} -m pytest ${file})
  set_tests_properties(${name} PROPERTIES LABELS own TIMEOUT ${own_test_seconds}
    ENVIRONMENT "PYTHONUTF8=1;PYTHONPYCACHEPREFIX=${PROJECT_BINARY_DIR}/generated/python")
endfunction()
