// SPDX-License-Identifier: BSD-3-Clause
// The target's mpi.h, and stand-ins for types that its MPI version does not have yet, so that one
// set of sources builds against every MPI. `mpi_declares.hpp` is written at configure time: one
// MPITCHECK_DECLARES_<name> per MPI_T name that the target's mpi.h declares.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <type_traits>

#include "mpi_declares.hpp"

#ifndef MPITCHECK_DECLARES_MPI_T_event_registration
using MPI_T_event_registration = struct MpitcheckMissingRegistration*;
#endif
#ifndef MPITCHECK_DECLARES_MPI_T_event_instance
using MPI_T_event_instance = struct MpitcheckMissingInstance*;
#endif
#ifndef MPITCHECK_DECLARES_MPI_T_cb_safety
enum MPI_T_cb_safety : int { mpitcheck_missing_cb_safety };
#endif
#ifndef MPITCHECK_DECLARES_MPI_T_source_order
enum MPI_T_source_order : int { mpitcheck_missing_source_order };
#endif
#ifndef MPITCHECK_DECLARES_MPI_T_event_cb_function
using MPI_T_event_cb_function = void(MPI_T_event_instance, MPI_T_event_registration,
                                     MPI_T_cb_safety, void*);
#endif
#ifndef MPITCHECK_DECLARES_MPI_T_event_free_cb_function
using MPI_T_event_free_cb_function = void(MPI_T_event_registration, MPI_T_cb_safety, void*);
#endif
#ifndef MPITCHECK_DECLARES_MPI_T_event_dropped_cb_function
using MPI_T_event_dropped_cb_function = void(MPI_Count, MPI_T_event_registration, int,
                                             MPI_T_cb_safety, void*);
#endif

namespace mpitcheck {

/// How a function takes a callback of that type: mpi.h should name the type of the function, but
/// that of Open MPI 6.0.0rc2 names a pointer to it.
template <typename Callback>
using CallbackPointer = std::decay_t<Callback>;

}  // namespace mpitcheck

/// 1 when the target's mpi.h declares `name` (after no macro expansion of it), else 0.
#define MPITCHECK_DECLARES(name) MPITCHECK_DECLARES_FLAG(MPITCHECK_DECLARES_##name)
#define MPITCHECK_DECLARES_FLAG(flag) MPITCHECK_DECLARES_PROBE(flag)
#define MPITCHECK_DECLARES_PROBE(flag) MPITCHECK_DECLARES_PICK(MPITCHECK_COMMA_##flag)
#define MPITCHECK_DECLARES_PICK(comma_or_junk) MPITCHECK_SECOND(comma_or_junk 1, 0, unused)
#define MPITCHECK_COMMA_1 0,
#define MPITCHECK_SECOND(first, second, ...) second
