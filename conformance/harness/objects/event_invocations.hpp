// SPDX-License-Identifier: BSD-3-Clause
// Callbacks for events, for dropped events and for freed handles. Each records everything that an
// invocation shows. They do not allocate, and make only calls that every safety level allows, so
// they may run in any thread and in signal handlers.
#pragma once

#include <string_view>
#include <vector>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/objects/event_types.hpp"

namespace mpitcheck {

/// Pointers for unrecorded calls in callbacks; null if the target lacks the function.
struct RawEventCalls {
  int (*copy)(MPI_T_event_instance, void*);
  int (*read)(MPI_T_event_instance, int, void*);
  int (*get_source)(MPI_T_event_instance, int*);
  int (*get_timestamp)(MPI_T_event_instance, MPI_Count*);
  int (*source_get_timestamp)(int, MPI_Count*);
  int (*event_get_num)(int*);
  int (*event_get_index)(const char*, int*);
  int (*handle_free)(MPI_T_event_registration, void*,
                     CallbackPointer<MPI_T_event_free_cb_function>);
};
/// The pointers. The first call, outside of callbacks, looks them up.
const RawEventCalls& raw_event_calls();

/// The types of the callbacks. Facts name their arguments by these types.
inline constexpr std::string_view event_callback_type = "MPI_T_event_cb_function";
inline constexpr std::string_view free_callback_type = "MPI_T_event_free_cb_function";
inline constexpr std::string_view dropped_callback_type = "MPI_T_event_dropped_cb_function";

/// Stands for the code of a call that was not made, because it is in quarantine.
inline constexpr int not_asked = -1;

/// One invocation of a callback.
struct Invocation {
  enum class Kind { event, dropped, freed };

  Kind kind;
  int watch;            // number of the EventWatch; -1: unknown user pointer
  int level;            // of an event: rank of the level at which it was registered
  int variant;          // which of the watch's functions was called
  int pointer_variant;  // which of the watch's user pointers was passed
  void* user_data;
  MPI_T_event_registration registration;
  int safety;  // as passed

  // Only for Kind::event.
  int source_code, source;
  int stamp_code, stamp_again_code, now_code;
  MPI_Count stamp, stamp_again, now;  // now: read from the source inside the callback
  // Whether its elements were read and it was copied, which requires a type that fits our buffers.
  // The following members are valid only then.
  bool looked_inside;
  int read_code, copy_code;  // read_code: the first read that failed
  bool same_when_read_again, read_within_element, copy_within_extent, copy_as_read;
  int first_byte, first_byte_again;  // of the last element whose first byte differed; otherwise 0

  // Only for Kind::dropped.
  MPI_Count count;
  int dropped_source;
};

/// Runs inside every event callback, after the invocation was recorded.
using InsideCallback = void (*)(MPI_T_event_instance instance,
                                MPI_T_event_registration registration, int safety);

/// All invocations of all watches so far, in order. Those with watch == -1 had a user pointer that
/// was not registered. Records the codes of calls in callbacks, so it must not be called in one.
std::vector<Invocation> all_invocations();

/// Sets what runs inside callbacks; null for nothing.
void run_inside_callbacks(InsideCallback inside);

/// Registers a watch of instances of the type for the functions below and returns its number.
/// Throws CannotGoOn if there are too many.
int add_watch(const EventType& type);

/// The callbacks that record their invocations. There are two per level for events (`rank` of the
/// level), and two for dropped events. `variant`, 0 or 1, selects one of the two.
CallbackPointer<MPI_T_event_cb_function> event_function(int rank, int variant);
CallbackPointer<MPI_T_event_dropped_cb_function> dropped_function(int variant);
CallbackPointer<MPI_T_event_free_cb_function> free_function();

/// The user pointers that a watch passes to its callbacks.
void* pointer_of(int watch, int rank, int variant);
void* free_pointer_of(int watch);

}  // namespace mpitcheck
