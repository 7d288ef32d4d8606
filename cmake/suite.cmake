# SPDX-License-Identifier: BSD-3-Clause
# Test programs of the suites: plain ctest runs them, and target.json tells the runner about them
# and about the benchmark programs.

# Declares the executable `target` as the test program of suite `target`. RANDOM: its tests are slow and need some luck
# (random sequences, races). EXTRA: part of a run only if it is built.
function(mpitcheck_suite target)
  if("EXTRA" IN_LIST ARGN AND NOT MPITCHECK_EXTRAS)
    set_property(GLOBAL APPEND PROPERTY MPITCHECK_EXTRA_SUITES ${target})
    add_custom_command(TARGET ${target} POST_BUILD
      COMMAND ${target} --list > ${PROJECT_BINARY_DIR}/generated/${target}.tests.json VERBATIM)
    return()
  endif()
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

# What `mpitcheck prove` needs: the program `kind` lists in generated/<kind>.json what the library, to be preloaded, can do.
function(mpitcheck_prove kind library)
  set(list ${PROJECT_BINARY_DIR}/generated/${kind}.json)
  add_custom_command(OUTPUT ${list} COMMAND ${kind} > ${list} DEPENDS ${kind} COMMENT "Listing ${kind}" VERBATIM)
  add_custom_target(list_${kind} DEPENDS ${list})
  mpitcheck_prove_needs(${library} list_${kind})
endfunction()

# mpitcheck_prove_needs(target...)
function(mpitcheck_prove_needs)
  set_property(GLOBAL APPEND PROPERTY MPITCHECK_PROVE ${ARGN})
endfunction()

# How a C program is compiled for this tree's MPI: words, with {source}, {program} and {tree} in them; none if it is unknown.
function(mpitcheck_c_compiler words)
  if(is_static)
    set(${words} PARENT_SCOPE)  # for programs that libraries are loaded under
  elseif(is_reference)
    string(REPLACE "${PROJECT_SOURCE_DIR}/reference/" "-I{tree}/" includes "${mpit_include}")
    string(REPLACE "${PROJECT_BINARY_DIR}/" "-I{tree}/" includes "${includes}")
    set(${words} ${CMAKE_C_COMPILER} ${includes} -o {program} {source} {tree}/lib/libmpi_abi.so -Wl,-rpath,{tree}/lib PARENT_SCOPE)
  elseif(MPI_C_COMPILER)
    set(${words} ${MPI_C_COMPILER} -o {program} {source} PARENT_SCOPE)
  else()
    set(${words} PARENT_SCOPE)
  endif()
endfunction()

# Writes target.json after everything that a run needs has been built, and adds the target prove. Called once, last.
function(mpitcheck_write_manifest)
  get_property(suites GLOBAL PROPERTY MPITCHECK_SUITES)
  get_property(random_suites GLOBAL PROPERTY MPITCHECK_RANDOM_SUITES)
  get_property(extra_suites GLOBAL PROPERTY MPITCHECK_EXTRA_SUITES)
  get_property(benchmarks GLOBAL PROPERTY MPITCHECK_BENCHMARKS)
  set(programs)
  foreach(suite IN LISTS suites)
    list(APPEND programs $<TARGET_FILE:${suite}>)
  endforeach()
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
      -DSTATIC=${is_static}
      -DLAUNCHER=${MPITCHECK_LAUNCHER}
      "-DLAUNCHER_FROM=${MPITCHECK_LAUNCHER_FROM}"
      "-DCOMPILE=${compile}"
      "-DSUITES=${suites}"
      "-DRANDOM_SUITES=${random_suites}"
      "-DEXTRA_SUITES=${extra_suites}"
      "-DBENCHMARKS=${benchmarks}"
      -P ${PROJECT_SOURCE_DIR}/cmake/write_manifest.cmake
    DEPENDS ${suites} inventory preflight ${launcher} ${PROJECT_SOURCE_DIR}/cmake/write_manifest.cmake
    COMMENT "Describing this tree in target.json"
    VERBATIM)
  add_custom_target(manifest ALL DEPENDS ${PROJECT_BINARY_DIR}/target.json)

  get_property(prove GLOBAL PROPERTY MPITCHECK_PROVE)
  set(all)
  if(MPITCHECK_EXTRAS)
    set(all ALL)
  endif()
  add_custom_target(prove ${all})
  add_dependencies(prove manifest recorder ${prove})
endfunction()
