# SPDX-License-Identifier: BSD-3-Clause
# How everything here is compiled: C++20, several files at a time, sanitizers by option.
if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
  message(FATAL_ERROR "mpitcheck runs on Linux only, and this is ${CMAKE_SYSTEM_NAME}: its processes need /proc and prctl.")
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
# As the wrappers of MPIs compile: some headers need what strict modes leave out.
set(CMAKE_CXX_EXTENSIONS ON)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_EXTENSIONS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")

# mpitcheck_write(FILE TEXT): leaves a file alone that has the text already, so that nothing is compiled again.
function(mpitcheck_write file text)
  set(old)
  if(EXISTS ${file})
    file(READ ${file} old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE ${file} "${text}")
  endif()
endfunction()

# ci/campaigns/campaign compilers shows with which it works. The reference has `using enum`.
set(oldest_gcc 10)
if(MPITCHECK_TARGET STREQUAL "reference")
  set(oldest_gcc 11)
endif()
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS ${oldest_gcc}) OR
   (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14))
  message(FATAL_ERROR "${CMAKE_CXX_COMPILER} (${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}) is too old: "
                      "use GCC ${oldest_gcc} or Clang 14, or newer (RHEL 8: gcc-toolset-12), with -DCMAKE_CXX_COMPILER=..., "
                      "or with CXX=... before `mpitcheck test`.")
endif()

# Before glibc 2.34 threads, dlopen and timers were in libraries of their own.
string(APPEND CMAKE_CXX_STANDARD_LIBRARIES " -pthread -ldl -lrt")

# Without a build type only what is measured is optimised: a suite waits for the MPI, and compiles in a third of the time.
# Called by a room for itself and those below it.
macro(mpitcheck_measured)
  if(NOT CMAKE_BUILD_TYPE)
    add_compile_options(-O2 -DNDEBUG)
  endif()
endmacro()

# The same for one target of a room that is not.
function(mpitcheck_optimise target)
  if(NOT CMAKE_BUILD_TYPE)
    target_compile_options(${target} PRIVATE -O2)
  endif()
endfunction()

# -O3 gains nothing here and makes GCC 12 see faults in std::string that are none.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# Several files are compiled as one: headers and the instances of templates are the larger part of what a file costs.
# OFF: file by file, which shows whether each includes what it uses.
option(CMAKE_UNITY_BUILD "Compile several source files as one" ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 10 CACHE STRING "Number of source files that are compiled as one")

# GCC spends a tenth of its time on collecting garbage in files of this size.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=524288>)
endif()

option(MPITCHECK_WERROR "Make warnings errors" OFF)
set(MPITCHECK_SANITIZE "" CACHE STRING "Sanitizers of all programs and libraries, e.g. address,undefined or thread")

# Every include of our own names the file from here, as what is generated from there.
include_directories(${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)

# Tests say where they are by __FILE__.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
# __COUNTER__, which every compiler has, is a part of the next C for this one.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 22)
  add_compile_options(-Wno-c2y-extensions)
endif()
if(MPITCHECK_WERROR)
  add_compile_options(-Werror)
endif()
if(MPITCHECK_SANITIZE)
  add_compile_options(-fsanitize=${MPITCHECK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${MPITCHECK_SANITIZE})
  # GCC tells the code; Clang does since 21.
  foreach(sanitizer address thread)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND MPITCHECK_SANITIZE MATCHES ${sanitizer})
      string(TOUPPER "__sanitize_${sanitizer}__" macro)
      add_compile_definitions(${macro}=1)
    endif()
  endforeach()
endif()

find_program(MPITCHECK_CCACHE ccache)
if(MPITCHECK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${MPITCHECK_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${MPITCHECK_CCACHE})
endif()
