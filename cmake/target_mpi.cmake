# SPDX-License-Identifier: BSD-3-Clause
# Which MPI this tree tests. -DMPI_CXX_COMPILER=... (or any other hint of FindMPI) names an external one;
# without a hint, or with -DMPITCHECK_TARGET=reference, it is the bundled reference.
if(MPI_CXX_COMPILER OR MPI_HOME OR DEFINED MPI_CXX_LIB_NAMES)
  set(target_default external)
else()
  set(target_default reference)
endif()
set(MPITCHECK_TARGET ${target_default} CACHE STRING "The MPI under test: reference or external")
if(NOT MPITCHECK_TARGET MATCHES "^(reference|external)$")
  message(FATAL_ERROR "MPITCHECK_TARGET is '${MPITCHECK_TARGET}': use 'reference', or 'external' with -DMPI_CXX_COMPILER=<wrapper>.")
endif()

# An MPI of archives only. A program takes from them what it asks for, and by weak references nobody asks: each function is named
# (harness/CMakeLists.txt). Libraries of our own take the MPI of the program that loads them; a second one would know nothing of it.
set(is_static OFF)
function(mpitcheck_look_for_archives)
  set(libraries)
  foreach(name IN LISTS MPI_CXX_LIB_NAMES)
    if(name MATCHES "mpi")
      list(APPEND libraries ${MPI_${name}_LIBRARY})
    endif()
  endforeach()
  list(FILTER libraries EXCLUDE REGEX "\\.a$")
  if(libraries OR NOT MPI_CXX_LIBRARIES MATCHES "\\.a(;|$)")
    return()
  endif()
  get_target_property(libraries MPI::MPI_CXX INTERFACE_LINK_LIBRARIES)
  mpitcheck_link_programs_only(MPI::MPI_CXX "${libraries}")
  set(is_static ON PARENT_SCOPE)
endfunction()
function(mpitcheck_link_programs_only target libraries)
  set_property(TARGET ${target} PROPERTY INTERFACE_LINK_LIBRARIES "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${libraries}>")
  set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_OPTIONS -rdynamic)
endfunction()

get_filename_component(tree_name ${PROJECT_BINARY_DIR} NAME)
set(MPITCHECK_TARGET_NAME ${tree_name} CACHE STRING "What reports call this target")

if(MPITCHECK_TARGET STREQUAL "external")
  set(is_reference OFF)
  set(MPI_CXX_SKIP_MPICXX ON)
  find_package(MPI COMPONENTS C CXX)
  if(NOT MPI_CXX_FOUND)
    message(FATAL_ERROR "No usable MPI: '${MPI_CXX_COMPILER}' does not compile and link an MPI program. "
                        "Pass -DMPI_CXX_COMPILER=<the MPI's C++ wrapper>, or -DMPITCHECK_TARGET=reference.")
  endif()
  mpitcheck_look_for_archives()
else()
  set(is_reference ON)
endif()

# Where the reference's mpi.h is. An MPI may as well have ints for handles; the standard ABI has pointers.
set(mpit_include ${PROJECT_SOURCE_DIR}/reference/include)
option(MPITCHECK_INT_HANDLES "The handles of the reference's tool interface are ints" OFF)
if(is_reference AND MPITCHECK_INT_HANDLES)
  file(READ ${mpit_include}/mpi.h text)
  string(REGEX REPLACE "typedef struct MPI_ABI_T_[a-z_]+\\* (MPI_T_[a-z_]+);" "typedef int \\1;" text "${text}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/int_handles/mpi.h CONTENT "${text}" @ONLY)
  list(PREPEND mpit_include ${PROJECT_BINARY_DIR}/generated/int_handles)
endif()

option(MPITCHECK_STATIC "The reference is an archive that is linked into the programs" OFF)
if(is_reference AND MPITCHECK_STATIC)
  if(MPITCHECK_OWN_TESTS)
    message(FATAL_ERROR "-DMPITCHECK_STATIC=ON goes without -DMPITCHECK_OWN_TESTS=ON: own tests load the library and put others before it.")
  endif()
  set(is_static ON)
endif()

option(MPITCHECK_RUNNER "Build the runner `mpitcheck` in this tree" ON)
option(MPITCHECK_OWN_TESTS "Build the project's own tests" OFF)

# The reference's launcher is built in its tree; a path in target.json counts from there.
if(is_reference)
  set(MPITCHECK_LAUNCHER bin/mpiexec)
endif()

# The launcher that belongs to the wrapper: mpicxx.mpich goes with mpiexec.mpich, whatever `mpiexec` is.
if(MPITCHECK_TARGET STREQUAL "external")
  get_filename_component(wrapper_name "${MPI_CXX_COMPILER}" NAME)
  get_filename_component(wrapper_directory "${MPI_CXX_COMPILER}" DIRECTORY)
  string(REGEX REPLACE "^[^.]+" "" wrapper_suffix "${wrapper_name}")
  find_program(MPITCHECK_LAUNCHER NAMES mpiexec${wrapper_suffix} mpiexec HINTS ${wrapper_directory}
    DOC "Launcher of the MPI under test")
endif()
