# SPDX-License-Identifier: BSD-3-Clause
# What is installed, and packages of it. An installed prefix is a tree as the build folder is, and may be moved. One of the
# reference, which packages are made of, follows the standard ABI: `mpitcheck run --abi-library` tests any MPI 5 with it. In
# source/ lies what `mpitcheck test` builds for other MPIs; not our own tests.
install(FILES ${PROJECT_BINARY_DIR}/target.json DESTINATION .)
# Not built with everything else.
install(TARGETS mpitcheck_record LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
if(TARGET variants)
  install(TARGETS variants RUNTIME OPTIONAL)
endif()
install(FILES CMakeLists.txt CMakePresets.json LICENSE README.md DESTINATION source)
foreach(room bench ci/integrations ci/expectations ci/mpitcheck cmake conformance docs properties reference stress)
  get_filename_component(above "${room}" DIRECTORY)
  install(DIRECTORY ${room} DESTINATION source/${above} USE_SOURCE_PERMISSIONS
    PATTERN __pycache__ EXCLUDE
    REGEX "/conformance/clauses/(catalogue|grid)$" EXCLUDE
    REGEX "/ci/integrations/checks?$" EXCLUDE
    PATTERN tests EXCLUDE)
endforeach()
install(DIRECTORY conformance/examples/tests DESTINATION source/conformance/examples USE_SOURCE_PERMISSIONS)  # programs of the target examples
# Suites are built without packages of the system where this tree is built of these libraries' sources.
if(MPITCHECK_DEPS)
  foreach(part nlohmann-json/include rapidcheck/include rapidcheck/src rapidcheck/extras/gtest/include)
    get_filename_component(above "${part}" DIRECTORY)
    install(DIRECTORY ${MPITCHECK_DEPS}/${part} DESTINATION source/third-party/${above})
  endforeach()
  install(FILES ${MPITCHECK_DEPS}/README DESTINATION source/third-party OPTIONAL)
  foreach(library nlohmann-json rapidcheck)
    file(GLOB licences ${MPITCHECK_DEPS}/${library}/LICENSE* ${MPITCHECK_DEPS}/${library}/copyright)
    install(FILES ${licences} DESTINATION source/third-party/${library})
  endforeach()
endif()

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_VENDOR "the mpitcheck authors")
set(CPACK_PACKAGE_CONTACT "the mpitcheck authors <maintainers@mpitcheck.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "conformance and stress tests of MPI_T, the MPI tool information interface")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Says which rules of MPI_T (control and performance variables, events,
categories) an MPI library keeps. Tests any library of the MPI standard ABI as
it is, and others after it has built its suites for them. Has a reference
implementation of its own.")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_PACKAGE_FILE_NAME ${PROJECT_NAME}-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "python3 (>= ${MPITCHECK_OLDEST_PYTHON})")
# dpkg-shlibdeps knows the C library of this machine only.
set(MPITCHECK_OLDEST_GLIBC "" CACHE STRING "Oldest glibc on which the programs run; default: as dpkg-shlibdeps finds")
if(MPITCHECK_OLDEST_GLIBC)
  string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", libc6 (>= ${MPITCHECK_OLDEST_GLIBC})")
else()
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
# For MPIs that are not of the ABI.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "cmake, g++, ninja-build | make")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package_each.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package_root.cmake)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
include(CPack)
