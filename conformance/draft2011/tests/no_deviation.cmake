# SPDX-License-Identifier: BSD-3-Clause
# Runs every test of PROGRAM; fails unless each passes or is vacuous. The clauses of this suite are no
# musts, so their deviations leave the exit code 0: over the reference they are the header's fault.
execute_process(COMMAND ${PROGRAM} --list OUTPUT_VARIABLE tests COMMAND_ERROR_IS_FATAL ANY)
string(JSON count LENGTH "${tests}")
math(EXPR last "${count} - 1")
set(deviations 0)
foreach(i RANGE ${last})
  string(JSON name GET "${tests}" ${i} name)
  execute_process(COMMAND ${PROGRAM} --test ${name} OUTPUT_VARIABLE account ERROR_VARIABLE account)
  if(NOT account MATCHES "^[^\n]*: (pass|vacuous)\n")
    message(SEND_ERROR "${account}")
    math(EXPR deviations "${deviations} + 1")
  endif()
endforeach()
message(STATUS "${count} tests, ${deviations} deviations")
