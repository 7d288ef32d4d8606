# SPDX-License-Identifier: BSD-3-Clause
# Test programs of the suites: plain ctest runs them, and target.json tells the runner about them
# and about the benchmark programs.

# Declares the executable `target` as the test program of suite `target`. RANDOM: its tests are slow and need some luck (random sequences, races).
function(mpitcheck_suite target)
  set_property(GLOBAL APPEND PROPERTY MPITCHECK_SUITES ${target})
  if("RANDOM" IN_LIST ARGN)
    set_property(GLOBAL APPEND PROPERTY MPITCHECK_RANDOM_SUITES ${target})
  endif()
  set(list ${PROJECT_BINARY_DIR}/generated/${target}.ctest.cmake)
  if(NOT EXISTS ${list})
    file(WRITE ${list} "")  # until the manifest is written
  endif()
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY TEST_INCLUDE_FILES ${list})
endfunction()

# Declares the executable bench_<name> as a program of Google Benchmark.
function(mpitcheck_benchmarks name)
  set_property(GLOBAL APPEND PROPERTY MPITCHECK_BENCHMARKS ${name})
endfunction()

# How a C program is compiled for this tree's MPI: words, with {source} and {program} among them; none if it is unknown.
function(mpitcheck_c_compiler words)
  if(is_reference)
    set(${words} ${CMAKE_C_COMPILER} -I${PROJECT_SOURCE_DIR}/reference/include -o {program} {source}
      $<TARGET_LINKER_FILE:mpit_reference> -Wl,-rpath,$<TARGET_FILE_DIR:mpit_reference> PARENT_SCOPE)
  elseif(MPI_C_COMPILER)
    set(${words} ${MPI_C_COMPILER} -o {program} {source} PARENT_SCOPE)
  else()
    set(${words} PARENT_SCOPE)
  endif()
endfunction()

# Writes target.json after everything it describes has been built. Called once, last.
function(mpitcheck_write_manifest)
  get_property(suites GLOBAL PROPERTY MPITCHECK_SUITES)
  get_property(random_suites GLOBAL PROPERTY MPITCHECK_RANDOM_SUITES)
  get_property(benchmarks GLOBAL PROPERTY MPITCHECK_BENCHMARKS)
  set(programs)
  foreach(suite IN LISTS suites)
    list(APPEND programs $<TARGET_FILE:${suite}>)
  endforeach()
  set(variants)
  if(TARGET variants)
    set(variants variants)
  endif()
  set(launcher)
  if(TARGET mpiexec)
    set(launcher mpiexec)
  endif()
  mpitcheck_c_compiler(words)
  set(compile)
  foreach(word IN LISTS words)
    string(APPEND compile "\"${word}\", ")
  endforeach()
  string(REGEX REPLACE ", $" "" compile "[${compile}]")
  add_custom_command(
    OUTPUT ${PROJECT_BINARY_DIR}/target.json
    COMMAND ${CMAKE_COMMAND}
      -DTREE=${PROJECT_BINARY_DIR}
      -DVERSION=${PROJECT_VERSION}
      -DNAME=${MPITCHECK_TARGET_NAME}
      -DKIND=${MPITCHECK_TARGET}
      -DLAUNCHER=${MPITCHECK_LAUNCHER}
      "-DCOMPILE=${compile}"
      "-DSUITES=${suites}"
      "-DRANDOM_SUITES=${random_suites}"
      "-DBENCHMARKS=${benchmarks}"
      -P ${PROJECT_SOURCE_DIR}/cmake/write_manifest.cmake
    DEPENDS ${suites} inventory faults mpitcheck_faults hostile mpitcheck_hostile mpitcheck_record ${variants} ${launcher} ${PROJECT_SOURCE_DIR}/cmake/write_manifest.cmake
    COMMENT "Describing this tree in target.json"
    VERBATIM)
  add_custom_target(manifest ALL DEPENDS ${PROJECT_BINARY_DIR}/target.json)
endfunction()
