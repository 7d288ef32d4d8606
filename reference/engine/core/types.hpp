// SPDX-License-Identifier: BSD-3-Clause
// The types of the engine: return codes, constants and handle words, with the values of the MPI-5.0
// ABI.
#pragma once

#include <cstdint>

namespace mpit {

/// Return codes of the tool interface (MPI-5.0 §15.3.10, values of the ABI chapter). C sees
/// `static_cast<int>`.
enum class Code : int {
  success = 0,
  cannot_init = 1001,
  not_accessible = 1002,
  not_initialized = 1003,
  not_supported = 1004,
  memory = 1005,
  invalid = 1006,
  invalid_index = 1007,
  invalid_item = 1008,  // deprecated since 4.0, still defined
  invalid_session = 1009,
  invalid_handle = 1010,
  invalid_name = 1011,
  out_of_handles = 1012,
  out_of_sessions = 1013,
  cvar_set_not_now = 1014,
  cvar_set_never = 1015,
  pvar_no_write = 1016,
  pvar_no_startstop = 1017,
  pvar_no_atomic = 1018,
};

/// Thread support levels, as provided by init_thread (MPI-5.0 §15.3.4).
enum class ThreadLevel : int { single = 0, funneled = 1024, serialized = 2048, multiple = 4096 };

/// Verbosity levels, strictly increasing (MPI-5.0 §15.3.1).
enum class Verbosity : int {
  user_basic = 9,
  user_detail = 10,
  user_all = 12,
  tuner_basic = 17,
  tuner_detail = 18,
  tuner_all = 20,
  mpidev_basic = 33,
  mpidev_detail = 34,
  mpidev_all = 36,
};

/// The kind of MPI object that a variable must be bound to (MPI-5.0 §15.3.2).
enum class Bind : int {
  no_object = 1,
  mpi_comm = 2,
  mpi_datatype = 3,
  mpi_errhandler = 4,
  mpi_file = 5,
  mpi_group = 6,
  mpi_op = 7,
  mpi_request = 8,
  mpi_win = 9,
  mpi_message = 10,
  mpi_info = 11,
  mpi_session = 12,
};

/// The processes that must change a control variable together (MPI-5.0 §15.3.6).
enum class Scope : int {
  constant = 1,
  readonly = 2,
  local = 3,
  group = 4,
  group_eq = 5,
  all = 6,
  all_eq = 7,
};

/// Classes of performance variables (MPI-5.0 §15.3.7).
enum class PvarClass : int {
  state = 1,
  level = 2,
  size = 3,
  percentage = 4,
  highwatermark = 5,
  lowwatermark = 6,
  counter = 7,
  aggregate = 8,
  timer = 9,
  generic = 10,
};

/// Types of words that may be aliased through the caller's pointers, so that no copy is needed.
#define MPIT_IN_PLACE [[gnu::may_alias]]

/// The datatypes that variables may have (MPI-5.0 §15.3.5); the values are the ABI's predefined
/// handles.
enum class MPIT_IN_PLACE Datatype : std::uintptr_t {
  null = 0x200,  // MPI_DATATYPE_NULL
  aint = 0x201,  // elements of events only (Behaviour::aint_elements)
  count = 0x202,
  int_ = 0x209,
  unsigned_ = 0x20d,
  unsigned_long = 0x20e,
  unsigned_long_long = 0x20f,
  double_ = 0x214,
  char_ = 0x243,
  int32 = 0x250,
  uint32 = 0x251,
  int64 = 0x258,
  uint64 = 0x259,
};

/// The demand of an invocation on an event callback, in ascending order (MPI-5.0 §15.3.8, Callback
/// Safety Requirements).
enum class CallbackSafety : int {
  none = 0x00,
  mpi_restricted = 0x03,
  thread_safe = 0x0f,
  async_signal_safe = 0x3f,
};

/// Whether a source invokes callbacks in the order of their events (MPI-5.0 §15.3.8).
enum class SourceOrder : int { ordered = 1, unordered = 2 };

// Handles are words, never addresses: slot and generation of an entry in one of the engine's
// tables. In C they have the ABI's pointer types.
enum class MPIT_IN_PLACE EnumType : std::uintptr_t { null = 0 };
enum class MPIT_IN_PLACE CvarHandle : std::uintptr_t { null = 0 };
enum class MPIT_IN_PLACE PvarHandle : std::uintptr_t { null = 0, all = 1 };
enum class MPIT_IN_PLACE PvarSession : std::uintptr_t { null = 0 };
enum class MPIT_IN_PLACE EventRegistration : std::uintptr_t { null = 0 };
enum class MPIT_IN_PLACE EventInstance : std::uintptr_t { null = 0 };

/// The value of an MPI object handle (e.g. a communicator) in the variable that `obj_handle` points
/// to. 0 without object.
using ObjectWord = std::uintptr_t;

}  // namespace mpit
