# SPDX-License-Identifier: BSD-3-Clause
# Toolchain: Debian's GNU compiler for another processor, whose programs the kernel runs by an emulator (binfmt_misc):
#   cmake --toolchain cmake/cross.cmake -DMPITCHECK_PROCESSOR=aarch64 ...
if(NOT MPITCHECK_PROCESSOR)
  message(FATAL_ERROR "MPITCHECK_PROCESSOR is not set: pass the name that the compiler uses, e.g. -DMPITCHECK_PROCESSOR=aarch64")
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MPITCHECK_PROCESSOR)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${MPITCHECK_PROCESSOR})
set(CMAKE_C_COMPILER ${MPITCHECK_PROCESSOR}-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER ${MPITCHECK_PROCESSOR}-linux-gnu-g++)
# CMake runs a program that it built only if it knows by what: the kernel does, so by nothing.
set(CMAKE_CROSSCOMPILING_EMULATOR /usr/bin/env)
