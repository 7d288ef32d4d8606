# SPDX-License-Identifier: BSD-3-Clause
# Tries, when a tree is configured, whether a program that defines functions of the interface links to the target: what does
# not must become a finding, no failure to build.

# The words of a linker that say what is wrong, without folders and quotes.
function(mpitcheck_link_problem out text)
  if(text MATCHES "(multiple definition of [^;\n]*|undefined reference to [^;\n]*)")
    set(text "${CMAKE_MATCH_1}")
  endif()
  string(REGEX MATCH "[^\n]+" text "${text}")
  string(REGEX REPLACE "[^A-Za-z0-9_ .,:-]" "" text "${text}")
  if(NOT text)
    set(text "the linker refuses")
  endif()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# The static libraries beside the shared ones of an external MPI.
function(mpitcheck_static_libraries out)
  set(archives)
  if(NOT is_reference)
    foreach(name IN LISTS MPI_CXX_LIB_NAMES)
      string(REGEX REPLACE "\\.so[.0-9]*$" ".a" archive "${MPI_${name}_LIBRARY}")
      if(archive MATCHES "\\.a$" AND EXISTS "${archive}")
        # A wrapper names other people's libraries as well.
        execute_process(COMMAND ${CMAKE_NM} -g ${archive} OUTPUT_VARIABLE symbols ERROR_QUIET)
        if(symbols MATCHES " [TW] P?MPI_T_")
          list(APPEND archives "${archive}")
        endif()
      endif()
    endforeach()
  endif()
  set(${out} "${archives}" PARENT_SCOPE)
endfunction()

# Links the sources (C) with the archives to one object, without what these need of other libraries: empty if each name of MPI
# is then defined, once.
function(mpitcheck_try_archives out archives)
  set(folder ${PROJECT_BINARY_DIR}/generated/link_trials)
  file(MAKE_DIRECTORY ${folder})
  if(is_by_wrapper)
    set(compiler ${MPI_C_COMPILER})
    set(flags)
  else()
    set(compiler ${CMAKE_C_COMPILER})
    get_target_property(flags MPI::MPI_CXX INTERFACE_INCLUDE_DIRECTORIES)
    list(FILTER flags EXCLUDE REGEX NOTFOUND$)
    list(TRANSFORM flags PREPEND -I)
  endif()
  set(objects)
  foreach(source IN LISTS ARGN)
    get_filename_component(name "${source}" NAME_WE)
    list(APPEND objects ${folder}/${name}.o)
    execute_process(COMMAND ${compiler} ${flags} -c ${source} -o ${folder}/${name}.o
      ERROR_VARIABLE problems RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "${source} does not compile:\n${problems}")
    endif()
  endforeach()
  set(problem)
  execute_process(COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o ${folder}/static.o ${objects} ${archives}
    ERROR_VARIABLE problems RESULT_VARIABLE status)
  if(status EQUAL 0)
    execute_process(COMMAND ${CMAKE_NM} -u ${folder}/static.o OUTPUT_VARIABLE undefined)
    if(undefined MATCHES "[ \n](P?MPI_T_[A-Za-z_]+)")
      set(problem "undefined reference to ${CMAKE_MATCH_1}")
    endif()
  else()
    mpitcheck_link_problem(problem "${problems}")
  endif()
  set(${out} "${problem}" PARENT_SCOPE)
endfunction()

# Links the sources (C) to the library in use: `problem` is what the linker says, empty if they link. What does not even compile is in
# `untried`.
function(mpitcheck_try_shared problem untried)
  set(${problem} "" PARENT_SCOPE)
  set(${untried} "" PARENT_SCOPE)
  if(is_by_wrapper)
    mpitcheck_try_wrapper(status output ${MPI_C_COMPILER} ${ARGN})
  else()
    try_compile(MPITCHECK_WRAPPER_LINKS ${PROJECT_BINARY_DIR}/generated/link_trials SOURCES ${ARGN} LINK_LIBRARIES MPI::MPI_CXX OUTPUT_VARIABLE output)
    set(status 0)
    if(NOT MPITCHECK_WRAPPER_LINKS)
      set(status 1)
    endif()
  endif()
  if(status EQUAL 0)
    return()
  endif()
  if(output MATCHES "multiple definition of|undefined reference to|duplicate symbol|undefined symbol|ld returned|linker command failed")
    mpitcheck_link_problem(words "${output}")
    set(${problem} "${words}" PARENT_SCOPE)
  else()
    string(REGEX MATCH "error: [^\n]*" words "${output}")
    string(REGEX REPLACE "[^A-Za-z0-9_ .,:-]" "" words "${words}")
    set(${untried} "it does not compile (${words})" PARENT_SCOPE)
  endif()
endfunction()

# Writes what came of it into `header`; `links` says whether the program of these C sources links to the library in use.
function(mpitcheck_try_links header links)
  set(wrapper_problem)
  set(wrapper_untried)
  set(static_library)
  set(static_problem)
  if(NOT is_reference)
    mpitcheck_try_shared(wrapper_problem wrapper_untried ${ARGN})
    mpitcheck_static_libraries(archives)
    if(archives AND NOT wrapper_untried)
      mpitcheck_try_archives(static_problem "${archives}" ${ARGN})
      foreach(archive IN LISTS archives)
        get_filename_component(name "${archive}" NAME)
        list(APPEND static_library ${name})
      endforeach()
      list(JOIN static_library ", " static_library)
    endif()
  endif()
  string(CONFIGURE [[
// Written at configure time: whether conformance/programs/wrapper.c links to the target's library.
#pragma once

#include <string_view>

namespace mpitcheck::link_trials {
inline constexpr std::string_view wrapper_problem = "@wrapper_problem@";  // empty: it links
inline constexpr std::string_view wrapper_untried = "@wrapper_untried@";  // empty: it could be tried
inline constexpr std::string_view static_library = "@static_library@";    // empty: there is none
inline constexpr std::string_view static_problem = "@static_problem@";    // empty: it links to that too
}  // namespace mpitcheck::link_trials
]] text @ONLY)
  mpitcheck_write(${header} "${text}")
  if(wrapper_problem OR wrapper_untried)
    set(${links} OFF PARENT_SCOPE)
  else()
    set(${links} ON PARENT_SCOPE)
  endif()
endfunction()
