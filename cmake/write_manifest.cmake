# SPDX-License-Identifier: BSD-3-Clause
# Writes TREE/target.json and, per suite, TREE/generated/<suite>.tests.json and, for plain ctest,
# <suite>.ctest.cmake.
cmake_minimum_required(VERSION 3.25)

# Runs a program of the tree that prints JSON and stores what it prints in `out`.
function(ask out)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text ERROR_VARIABLE problems RESULT_VARIABLE status
    TIMEOUT 60)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "'${command}' failed (${status}):\n${problems}")
  endif()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

ask(identity ${TREE}/bin/inventory --identify)

set(launcher "[]")
if(LAUNCHER)
  set(launcher "[\"${LAUNCHER}\", \"-n\", \"{np}\"]")
  cmake_path(ABSOLUTE_PATH LAUNCHER BASE_DIRECTORY ${TREE})
endif()

set(programs)
foreach(suite IN LISTS SUITES)
  ask(tests ${TREE}/bin/${suite} --list)
  file(WRITE ${TREE}/generated/${suite}.tests.json "${tests}")
  set(random false)
  if(suite IN_LIST RANDOM_SUITES)
    set(random true)
  endif()
  list(APPEND programs
    "{\"suite\": \"${suite}\", \"path\": \"bin/${suite}\", \"random\": ${random}, \"tests\": ${tests}}")
  set(ctest)
  string(JSON count LENGTH "${tests}")
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON name GET "${tests}" ${i} name)
    string(JSON np GET "${tests}" ${i} np)
    set(command "${TREE}/bin/${suite}")
    if(np GREATER 1)
      if(NOT LAUNCHER)
        continue()
      endif()
      set(command "${LAUNCHER} -n ${np} ${command}")
    endif()
    string(APPEND ctest "add_test(${name} ${command} --test ${name})\n"
      "set_tests_properties(${name} PROPERTIES LABELS ${suite} SKIP_RETURN_CODE 77 TIMEOUT 120)\n")
  endforeach()
  file(WRITE ${TREE}/generated/${suite}.ctest.cmake "${ctest}")
endforeach()
foreach(suite IN LISTS EXTRA_SUITES)
  list(APPEND programs
    "{\"suite\": \"${suite}\", \"path\": \"bin/${suite}\", \"tests\": \"generated/${suite}.tests.json\"}")
endforeach()
list(JOIN programs ", " programs)

set(benchmarks)
foreach(name IN LISTS BENCHMARKS)
  list(APPEND benchmarks "{\"name\": \"${name}\", \"path\": \"bin/bench_${name}\"}")
endforeach()
list(JOIN benchmarks ", " benchmarks)

# What need not be built is named here and looked for when it is needed.
set(parts "compile=${COMPILE}")
if(KIND STREQUAL "reference")
  list(APPEND parts "variants=\"bin/variants\"")
endif()
if(STATIC)
  list(APPEND parts "static=true")
else()
  list(APPEND parts "recorder=\"lib/libmpitcheck_record.so\"")
  foreach(kind faults hostile)
    list(APPEND parts "${kind}={\"library\": \"lib/libmpitcheck_${kind}.so\", \"list\": \"generated/${kind}.json\"}")
  endforeach()
endif()

set(manifest "${identity}")
foreach(pair ${parts} "schema=1" "suite_version=\"${VERSION}\"" "name=\"${NAME}\"" "kind=\"${KIND}\""
    "launcher=${launcher}" "inventory=\"bin/inventory\"" "preflight=\"bin/preflight\"")
  string(REGEX MATCH "^([a-z_]+)=(.*)$" matched "${pair}")
  string(JSON manifest SET "${manifest}" "${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}")
endforeach()
string(JSON manifest SET "${manifest}" programs "[${programs}]")
string(JSON manifest SET "${manifest}" benchmarks "[${benchmarks}]")
file(WRITE ${TREE}/target.json "${manifest}\n")
