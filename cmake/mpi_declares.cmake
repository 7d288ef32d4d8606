# SPDX-License-Identifier: BSD-3-Clause
# Finds out which MPI_T names the target's mpi.h declares, with one run of the preprocessor.

# The functions of MPI that tests use and that an implementation may lack.
file(STRINGS ${PROJECT_SOURCE_DIR}/conformance/harness/test/repertoire.inc mpitcheck_parts REGEX "^MPITCHECK_PART")
list(TRANSFORM mpitcheck_parts REPLACE ".*\\((MPI_[A-Za-z_]+)\\).*" "\\1")

# Writes `file` with one `#define MPITCHECK_DECLARES_<name> 1` for each MPI_T_ or PMPI_T_ name in
# mpi.h, and for those parts of MPI that an implementation may lack and the tests can do without.
function(mpitcheck_write_declares file)
  set(source ${PROJECT_BINARY_DIR}/generated/mpi_declares.cpp)
  file(WRITE ${source} "#define OMPI_SKIP_MPICXX 1\n#define MPICH_SKIP_MPICXX 1\n#include <mpi.h>\n")
  if(MPITCHECK_TARGET STREQUAL "reference")
    set(directories ${mpit_include})
  else()
    get_target_property(directories MPI::MPI_CXX INTERFACE_INCLUDE_DIRECTORIES)
  endif()
  set(flags)
  foreach(directory IN LISTS directories)
    if(directory)
      list(APPEND flags -I${directory})
    endif()
  endforeach()
  # -dD keeps macros beside declarations; comments are gone, so a name found is a name declared.
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -E -dD ${flags} ${source}
    OUTPUT_VARIABLE text ERROR_VARIABLE problems RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "The target's mpi.h does not preprocess:\n${problems}")
  endif()
  string(REGEX MATCHALL "[A-Za-z0-9_]*MPI_[A-Za-z0-9_]+" words "${text}")
  list(REMOVE_DUPLICATES words)
  set(others ${words})
  list(FILTER words INCLUDE REGEX "^P?MPI_T_")
  foreach(part IN LISTS mpitcheck_parts)
    if(part IN_LIST others)
      list(APPEND words ${part})
    endif()
  endforeach()
  list(SORT words)
  set(lines "// Written at configure time from the target's mpi.h.\n#pragma once\n")
  foreach(word IN LISTS words)
    if(word MATCHES "^P?MPI_")
      string(APPEND lines "#define MPITCHECK_DECLARES_${word} 1\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "${lines}" @ONLY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${directories})
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
