# SPDX-License-Identifier: BSD-3-Clause
# Finds out what of the target's mpi.h the suites can use: cmake/mpi_probe, with a run of the preprocessor and one of the compiler, a few
# more where the header is unusual.

# The words that compile a C++ file for the target.
function(mpitcheck_mpi_compile_words out)
  set(words ${CMAKE_CXX_COMPILER} ${CMAKE_CXX20_EXTENSION_COMPILE_OPTION})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND words -ftrack-macro-expansion=0 -fmax-errors=0)  # an error is where a macro is used
  elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    list(APPEND words -ferror-limit=0)
  endif()
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
  list(APPEND words ${flags})
  if(is_by_wrapper)
    list(POP_FRONT words)
    list(PREPEND words ${MPI_CXX_COMPILER})
  elseif(is_reference)
    list(TRANSFORM mpit_include PREPEND -I OUTPUT_VARIABLE flags)
    list(APPEND words ${flags})
  else()
    foreach(pair INCLUDE_DIRECTORIES=-I COMPILE_DEFINITIONS=-D COMPILE_OPTIONS=)
      string(REGEX MATCH "(.*)=(.*)" matched ${pair})
      get_target_property(flags MPI::MPI_CXX INTERFACE_${CMAKE_MATCH_1})
      if(flags)
        list(FILTER flags EXCLUDE REGEX "\\$<")
        list(TRANSFORM flags PREPEND "${CMAKE_MATCH_2}")
        list(APPEND words ${flags})
      endif()
    endforeach()
  endif()
  set(${out} ${words} PARENT_SCOPE)
endfunction()

# Writes mpi_before.hpp, mpi_declares.hpp, mpi_stand_ins.hpp and mpi_unusable.inc into `folder`.
function(mpitcheck_probe_header folder)
  mpitcheck_mpi_compile_words(words)
  set(options)
  if(mpi_header_is_c)
    set(options --c-header)
  endif()
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND ${MPITCHECK_PYTHON} -B ${PROJECT_SOURCE_DIR}/cmake/mpi_probe/probe.py ${PROJECT_SOURCE_DIR} ${folder} ${options}
      -- ${words}
    OUTPUT_VARIABLE said ERROR_VARIABLE problems RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "The suites cannot use this MPI's header. ${problems}")
  endif()
  string(REGEX REPLACE "\n$" "" said "${said}")
  string(REPLACE ";" "," said "${said}")
  string(REPLACE "\n" ";" said "${said}")
  list(POP_FRONT said header)
  foreach(line IN LISTS said)
    message(STATUS "${line}")
  endforeach()
  file(GLOB parts ${PROJECT_SOURCE_DIR}/cmake/mpi_probe/*.py)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header} ${parts}
    ${PROJECT_SOURCE_DIR}/conformance/clauses/catalogue/api.yaml
    ${PROJECT_SOURCE_DIR}/conformance/harness/test/repertoire.inc)
endfunction()

# Lets a static MPI give programs each function of the tool interface that `declares` has, and what tests look up by name: what no
# archive has stays undefined.
function(mpitcheck_ask_archives target declares)
  if(is_static)
    file(STRINGS ${declares} lines REGEX "_DECLARES_P?MPI_T_[a-z]")
    list(TRANSFORM lines REPLACE ".*_DECLARES_(P?MPI_T_[a-z_]+) .*" "\\1")
    list(APPEND lines ${mpitcheck_parts})
    list(TRANSFORM lines PREPEND "LINKER:-u,")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_OPTIONS ${lines})
  endif()
endfunction()
