# SPDX-License-Identifier: BSD-3-Clause
# Headers that many files read are compiled once per kind of target. OFF where a compiler cache is to look into them.
option(MPITCHECK_PRECOMPILE "Precompile headers" ON)
if(MPITCHECK_PRECOMPILE)
  # Also in programs, since what is precompiled serves only files that are compiled with the same options.
  set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
  add_compile_options(-fPIC)
endif()

# mpitcheck_headers(KIND LIBRARIES library... HEADERS header...): what mpitcheck_use_headers(target... KIND) precompiles
# beside the standard headers.
function(mpitcheck_headers kind)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;HEADERS")
  if(NOT MPITCHECK_PRECOMPILE)
    return()
  endif()
  file(WRITE ${PROJECT_BINARY_DIR}/generated/headers_${kind}.cpp "")
  add_library(mpitcheck_headers_${kind} OBJECT ${PROJECT_BINARY_DIR}/generated/headers_${kind}.cpp)
  target_link_libraries(mpitcheck_headers_${kind} PRIVATE ${arg_LIBRARIES})
  target_precompile_headers(mpitcheck_headers_${kind} PRIVATE
    <algorithm> <array> <functional> <map> <memory> <optional> <set> <span> <sstream> <string> <utility> <vector> ${arg_HEADERS})
endfunction()

# mpitcheck_use_headers(target... KIND)
function(mpitcheck_use_headers)
  set(targets ${ARGN})
  list(POP_BACK targets kind)
  if(TARGET mpitcheck_headers_${kind})
    foreach(target IN LISTS targets)
      target_precompile_headers(${target} REUSE_FROM mpitcheck_headers_${kind})
    endforeach()
  endif()
endfunction()
