// SPDX-License-Identifier: BSD-3-Clause
// Defines a C function of the library: strong as PMPI_X, with the weak alias MPI_X.
#pragma once

#include <mpi.h>

/// Opens the definition of MPI function `name`. A tool's own `name` wins at link time and can still
/// call this one as P`name` (profiling-replace-at-link). Use inside extern "C".
#define MPIT_API(type, name, parameters)                                                 \
  [[gnu::weak, gnu::alias("P" #name), gnu::visibility("default")]] type name parameters; \
  [[gnu::visibility("default")]] type P##name parameters

/// The name, without the P, of the function that MPIT_API opened.
#define MPIT_FUNCTION (static_cast<const char*>(__func__) + 1)
