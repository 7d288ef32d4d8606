# SPDX-License-Identifier: BSD-3-Clause
# For builds from nothing: headers of libraries, half of such a build's time, are compiled once for all targets. Off by
# default: a compiler cache cannot look into what is precompiled.
option(MPITCHECK_PRECOMPILE "Precompile headers; for builds from nothing" OFF)
if(MPITCHECK_PRECOMPILE)
  # Also in programs, since what is precompiled serves only files that are compiled with the same options.
  set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
  add_compile_options(-fPIC)
endif()

# mpitcheck_headers(KIND LIBRARIES HEADERS): what targets of this kind precompile, beside the standard headers.
function(mpitcheck_headers kind libraries headers)
  file(WRITE ${PROJECT_BINARY_DIR}/generated/headers_${kind}.cpp "")
  add_library(mpitcheck_headers_${kind} OBJECT ${PROJECT_BINARY_DIR}/generated/headers_${kind}.cpp)
  target_link_libraries(mpitcheck_headers_${kind} PRIVATE ${libraries})
  target_precompile_headers(mpitcheck_headers_${kind} PRIVATE
    <algorithm> <array> <atomic> <chrono> <cstdint> <cstring> <functional> <map> <memory> <mutex> <optional>
    <set> <span> <sstream> <string> <thread> <unordered_map> <utility> <variant> <vector> ${headers})
endfunction()

# Which of the kinds a target links tells what it may use.
function(mpitcheck_precompile_target target)
  get_target_property(type ${target} TYPE)
  get_target_property(sources ${target} SOURCES)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  # With C beside C++, CMake 3.25 looks for precompiled headers of C.
  if(NOT type MATCHES "LIBRARY|EXECUTABLE" OR NOT sources MATCHES "\\.cpp" OR sources MATCHES "\\.c(;|$)" OR
     target MATCHES "^mpitcheck_headers_")
    return()
  endif()
  set(kind standard)
  if(libraries MATCHES "GTest::")
    set(kind tests)
  elseif(libraries MATCHES "nlohmann_json" AND libraries MATCHES "fmt::")
    set(kind json)
  endif()
  target_precompile_headers(${target} REUSE_FROM mpitcheck_headers_${kind})
endfunction()

function(mpitcheck_precompile_folder folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    mpitcheck_precompile_target(${target})
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(each ${folders})
    mpitcheck_precompile_folder(${each})
  endforeach()
endfunction()

# To be called when all targets are there.
function(mpitcheck_precompile)
  if(NOT MPITCHECK_PRECOMPILE)
    return()
  endif()
  mpitcheck_headers(standard "" "")
  if(MPITCHECK_OWN_TESTS)
    mpitcheck_headers(tests GTest::gmock "<gmock/gmock.h>;<gtest/gtest.h>")
  endif()
  if(MPITCHECK_RUNNER)
    find_package(fmt REQUIRED)
    find_package(nlohmann_json REQUIRED)
    mpitcheck_headers(json "fmt::fmt;nlohmann_json::nlohmann_json" "<fmt/format.h>;<nlohmann/json.hpp>")
  endif()
  mpitcheck_precompile_folder(${PROJECT_SOURCE_DIR})
endfunction()
