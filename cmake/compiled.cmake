# SPDX-License-Identifier: BSD-3-Clause
# Libraries that do not use the MPI. A package has their objects, so that a tree need not compile them.
option(MPITCHECK_COMPILED "Link the objects of a package if the compiler can" ON)
set(compiled ${PROJECT_SOURCE_DIR}/compiled/${CMAKE_SYSTEM_PROCESSOR})
file(GLOB_RECURSE objects ${compiled}/*.o)

# The objects contain parts of the headers of the package's nlohmann-json and RapidCheck, so others cannot be used with them.
if(NOT objects OR NOT MPITCHECK_COMPILED OR MPITCHECK_SANITIZE OR
   (MPITCHECK_DEPS AND NOT MPITCHECK_DEPS STREQUAL "${PROJECT_SOURCE_DIR}/third-party"))
  set(compiled)
elseif(NOT DEFINED MPITCHECK_LINKS_COMPILED)
  # An older C library, another C++ library, or another ABI of it, lacks functions that the objects need.
  try_compile(MPITCHECK_LINKS_COMPILED ${PROJECT_BINARY_DIR}/links_compiled ${CMAKE_CURRENT_LIST_DIR}/links_compiled.cpp
    LINK_LIBRARIES ${objects} -pthread -ldl -lrt)
  if(NOT MPITCHECK_LINKS_COMPILED)
    message(STATUS "This compiler cannot link the objects of the package, so everything is compiled here")
  endif()
endif()
if(NOT MPITCHECK_LINKS_COMPILED)
  set(compiled)
endif()

# mpitcheck_library(NAME source...): a static library that does not use the MPI.
function(mpitcheck_library name)
  if(compiled)
    file(GLOB objects ${compiled}/${name}/*.o)
    add_library(${name} STATIC ${objects})
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
    return()
  endif()
  add_library(${name} STATIC ${ARGN})
  if(MPITCHECK_OLDEST_GLIBC)  # a package, which is to be small
    target_compile_options(${name} PRIVATE -Os)
    install(FILES $<TARGET_OBJECTS:${name}> DESTINATION source/compiled/${CMAKE_SYSTEM_PROCESSOR}/${name})
  endif()
endfunction()
