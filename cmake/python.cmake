# SPDX-License-Identifier: BSD-3-Clause
# The Python that runs the generators: the one that is named, else the system's, as ci/install-deps sees to it, else CMake's.
set(MPITCHECK_OLDEST_PYTHON 3.9)

# mpitcheck_check_python(PYTHON RESULT [MODULE...]): sets RESULT to what makes the interpreter unusable, else to the empty text.
function(mpitcheck_check_python python result)
  execute_process(COMMAND ${python} -c [[
import importlib, sys
if sys.version_info < tuple(map(int, sys.argv[1].split("."))):
    sys.stdout.write("is Python %d.%d" % sys.version_info[:2])
    sys.exit()
for module in sys.argv[2:]:
    try:
        importlib.import_module(module)
    except ImportError:
        sys.stdout.write("lacks the module %s" % module)
        break
]] ${MPITCHECK_OLDEST_PYTHON} ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE problem ERROR_QUIET)
  if(NOT status EQUAL 0)
    set(problem "does not run")
  endif()
  set(${result} "${problem}" PARENT_SCOPE)
endfunction()

# mpitcheck_find_python(RESULT PROBLEMS CANDIDATES MODULE...): sets RESULT to the first candidate that is usable and has the modules,
# else to the empty text, and PROBLEMS to what makes the unusable ones unusable.
function(mpitcheck_find_python result problems candidates)
  list(REMOVE_DUPLICATES candidates)
  set(usable)
  set(found)
  foreach(candidate IN LISTS candidates)
    mpitcheck_check_python(${candidate} problem ${ARGN})
    if(problem)
      list(APPEND found "${candidate} ${problem}")
    elseif(NOT usable)
      set(usable ${candidate})
    endif()
  endforeach()
  list(JOIN found ", " found)
  set(${result} "${usable}" PARENT_SCOPE)
  set(${problems} "${found}" PARENT_SCOPE)
endfunction()

find_package(Python3 QUIET COMPONENTS Interpreter)
set(system_pythons /usr/bin/python3 ${Python3_EXECUTABLE})
set(candidates ${system_pythons})
if(MPITCHECK_PYTHON)
  set(candidates ${MPITCHECK_PYTHON})
endif()
# A package has what is generated of the catalogue; the reference reads YAML as well.
set(mpitcheck_tables ${PROJECT_SOURCE_DIR}/conformance/clauses/tables)
set(generators_need)
set(with_modules)
if(is_reference OR NOT EXISTS ${mpitcheck_tables})
  set(generators_need yaml)
  set(with_modules " with PyYAML")
endif()
mpitcheck_find_python(MPITCHECK_PYTHON problems "${candidates}" ${generators_need})
if(NOT MPITCHECK_PYTHON)
  message(FATAL_ERROR "Building needs Python ${MPITCHECK_OLDEST_PYTHON} or newer${with_modules}, but ${problems}: \
install it (Debian: python3 python3-yaml), or name a Python with -DMPITCHECK_PYTHON=...")
endif()
