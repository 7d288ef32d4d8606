# SPDX-License-Identifier: BSD-3-Clause
# How everything here is compiled: C++20, warnings are errors, sanitizers by option.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")

# -O3 gains nothing here and makes GCC 12 see faults in std::string that are none.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

option(MPITCHECK_WERROR "Warnings are errors" ON)
set(MPITCHECK_SANITIZE "" CACHE STRING "Sanitizers for all code here, e.g. address,undefined or thread")

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow)
if(MPITCHECK_WERROR)
  add_compile_options(-Werror)
endif()
if(MPITCHECK_SANITIZE)
  add_compile_options(-fsanitize=${MPITCHECK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${MPITCHECK_SANITIZE})
endif()

find_program(MPITCHECK_CCACHE ccache)
if(MPITCHECK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${MPITCHECK_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${MPITCHECK_CCACHE})
endif()
