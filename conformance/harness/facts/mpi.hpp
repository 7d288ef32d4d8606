// SPDX-License-Identifier: BSD-3-Clause
// The target's mpi.h, and substitutes for names that its MPI version lacks or has in an unusable
// form. One set of sources thus builds against every MPI. cmake/mpi_probe writes the generated
// headers at configure time: one MPITCHECK_DECLARES_<name> per usable MPI_T name.
#pragma once

#include "mpi_before.hpp"
#if MPITCHECK_HEADERS_FIRST
#include "conformance/harness/facts/headers_first.hpp"
#endif

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#if MPITCHECK_HEADER_IS_C
extern "C" {
#endif
#include <mpi.h>
#if MPITCHECK_HEADER_IS_C
}
#endif

#include <cstddef>
#include <type_traits>

#include "mpi_declares.hpp"

#ifndef MPITCHECK_DECLARES_MPI_T_enum
using MPI_T_enum = struct MpitcheckMissingEnum*;
#endif
#ifndef MPITCHECK_DECLARES_MPI_T_cvar_handle
using MPI_T_cvar_handle = struct MpitcheckMissingCvarHandle*;
#endif
#ifndef MPITCHECK_DECLARES_MPI_T_pvar_handle
using MPI_T_pvar_handle = struct MpitcheckMissingPvarHandle*;
#endif
#ifndef MPITCHECK_DECLARES_MPI_T_pvar_session
using MPI_T_pvar_session = struct MpitcheckMissingPvarSession*;
#endif
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

#include "mpi_stand_ins.hpp"

namespace mpitcheck {

/// The parameter type for a callback. The standard's typedef names the function type, but mpi.h of
/// Open MPI 6.0.0rc2 names a pointer to it.
template <typename Callback>
using CallbackPointer = std::decay_t<Callback>;

}  // namespace mpitcheck

/// 1 if the target's mpi.h declares a usable `name`, else 0.
#define MPITCHECK_DECLARES(name) MPITCHECK_DECLARES_FLAG(MPITCHECK_DECLARES_##name)
#define MPITCHECK_DECLARES_FLAG(flag) MPITCHECK_DECLARES_PROBE(flag)
#define MPITCHECK_DECLARES_PROBE(flag) MPITCHECK_DECLARES_PICK(MPITCHECK_COMMA_##flag)
#define MPITCHECK_DECLARES_PICK(comma_or_junk) MPITCHECK_SECOND(comma_or_junk 1, 0, unused)
#define MPITCHECK_COMMA_1 0,
#define MPITCHECK_SECOND(first, second, ...) second

/// 1 for a function that mpi.h declares but does not define itself.
#define MPITCHECK_EXTERNAL(name) MPITCHECK_DECLARES_FLAG(MPITCHECK_EXTERNAL_##name)
/// 1 for a function that a program can define with the standard's parameters.
#define MPITCHECK_REPLACEABLE(name) MPITCHECK_DECLARES_FLAG(MPITCHECK_REPLACEABLE_##name)
/// 1 if mpi.h defines a macro of a function's name.
#define MPITCHECK_IS_MACRO(name) MPITCHECK_DECLARES_FLAG(MPITCHECK_IS_MACRO_##name)
