# SPDX-License-Identifier: BSD-3-Clause
# nlohmann-json and RapidCheck: of a folder with their sources, which a package has, else those that CMake finds, else, if it may,
# by git. Programs of the MPI and the runner link both.
set(sources)
if(EXISTS ${PROJECT_SOURCE_DIR}/third-party)
  set(sources ${PROJECT_SOURCE_DIR}/third-party)
endif()
set(MPITCHECK_DEPS "${sources}" CACHE PATH "Folder with nlohmann-json/ and rapidcheck/, their sources")
option(MPITCHECK_FETCH_DEPS "Fetch nlohmann-json and RapidCheck by git where they are missing" OFF)

# Commits: of nlohmann-json 3.11.3, and of RapidCheck, which has no releases.
set(nlohmann_json_commit 9cca280a4d0ccf0c08f47a99aa71d1b0e52f8d03)
set(rapidcheck_commit ff6af6fc683159deb51c543b065eba14dfcf329b)

function(mpitcheck_nlohmann_json_of folder)
  add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
  target_include_directories(nlohmann_json::nlohmann_json INTERFACE ${folder}/include)
endfunction()

# In the dialect of the suites, since its headers decide by it what its types are. Only random numbers are optimised, as in a
# suite: everything else waits for the MPI, and compiles faster.
function(mpitcheck_rapidcheck_of folder)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/src/*.cpp)
  mpitcheck_library(rapidcheck ${files})
  target_include_directories(rapidcheck SYSTEM PUBLIC ${folder}/include)
  target_compile_options(rapidcheck PRIVATE -w)
  set_source_files_properties(${folder}/src/Random.cpp PROPERTIES COMPILE_OPTIONS -O2 SKIP_UNITY_BUILD_INCLUSION ON)
  mpitcheck_without_wrappers(rapidcheck)
  add_library(rapidcheck_gtest INTERFACE IMPORTED)
  target_include_directories(rapidcheck_gtest INTERFACE ${folder}/extras/gtest/include)
endfunction()

# mpitcheck_fetch(OUT NAME REPOSITORY COMMIT): leaves the sources in the build folder. They have projects of their own, which are not
# used: one asks for a CMake that is too old for CMake 4.
function(mpitcheck_fetch out name repository commit)
  include(FetchContent)
  FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${commit} GIT_SUBMODULES "" SOURCE_SUBDIR no-project)
  FetchContent_MakeAvailable(${name})
  FetchContent_GetProperties(${name} SOURCE_DIR folder)
  set(${out} ${folder} PARENT_SCOPE)
endfunction()

# Finds one library, or adds its name and its packages to what is missing.
macro(mpitcheck_third_party name package file repository commit packages)
  if(EXISTS "${MPITCHECK_DEPS}/${name}/include/${file}")
    cmake_language(CALL mpitcheck_${package}_of "${MPITCHECK_DEPS}/${name}")
  else()
    find_package(${package} QUIET)
    if(NOT ${package}_FOUND AND MPITCHECK_FETCH_DEPS)
      mpitcheck_fetch(folder ${name} ${repository} ${commit})
      cmake_language(CALL mpitcheck_${package}_of "${folder}")
    elseif(NOT ${package}_FOUND)
      list(APPEND missing "${name} (${packages})")
    endif()
  endif()
endmacro()

set(missing)
mpitcheck_third_party(nlohmann-json nlohmann_json nlohmann/json.hpp https://github.com/nlohmann/json ${nlohmann_json_commit}
  "Debian: nlohmann-json3-dev, Fedora: json-devel, SUSE: nlohmann_json-devel, Arch, Alpine, Homebrew: nlohmann-json")
mpitcheck_third_party(rapidcheck rapidcheck rapidcheck.h https://github.com/emil-e/rapidcheck ${rapidcheck_commit}
  "Debian: librapidcheck-dev, Arch, Alpine: rapidcheck")
if(missing)
  list(JOIN missing " and " missing)
  message(FATAL_ERROR "Missing: ${missing}. Install the package, or put the sources into DIR/nlohmann-json and DIR/rapidcheck and pass "
                      "-DMPITCHECK_DEPS=DIR, or let git fetch them: -DMPITCHECK_FETCH_DEPS=ON.")
endif()
