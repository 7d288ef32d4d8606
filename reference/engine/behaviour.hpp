// SPDX-License-Identifier: BSD-3-Clause
// Switches for the places where the standard leaves a choice; the defaults are our reading (see
// choices.md).
#pragma once

#include "engine/types.hpp"

namespace mpit {

/// What the engine does where several behaviours are legal. Every combination is legal. Fixed for
/// the life of an engine.
struct Behaviour {
  /// A1: the length returned with a truncated string.
  enum class TruncatedLength { full, stored } truncated_length = TruncatedLength::full;
  /// A2: starting a started, stopping a stopped single handle: success, or pvar_no_startstop.
  Code redundant_start_stop = Code::success;
  /// A3: reading a handle that was never started: success (with the starting value), or invalid.
  Code read_never_started = Code::success;
  /// A5: what becomes of live handles when their session is freed: freed too, or unusable until the
  /// last finalize.
  enum class LiveHandles { freed, kept } session_free = LiveHandles::freed;
  /// A7: writing a cvar of scope READONLY: cvar_set_never, or cvar_set_not_now.
  Code write_readonly = Code::cvar_set_never;
  /// A8: item index out of range: invalid_index, or invalid_item (the code of MPI 3.x).
  Code enum_bad_item = Code::invalid_index;
  /// A8: an enumeration handle that is none: invalid_index, invalid_handle or invalid.
  Code enum_bad_handle = Code::invalid_index;
  /// A9: which members a short array gets.
  enum class Members { first, last } short_members = Members::first;
  /// A10: numeric pvar classes may also have the types MPI_UINT32_T and MPI_UINT64_T.
  bool fixed_width_classes = false;
  /// A12: get_info of a variable that is not MPI_INT: enumtype is set to null, or left alone.
  enum class NonIntEnum { null, untouched } non_int_enumtype = NonIntEnum::null;
  /// A13: ALL_HANDLES given to read, write, readreset or handle_free: invalid_handle, or invalid.
  Code misplaced_all_handles = Code::invalid_handle;
  /// A15: `provided` of a nested init: the level in force, or negotiated anew.
  enum class NestedInit { in_force, renegotiated } nested_init = NestedInit::in_force;
  /// A16: get_info of an inactive variable: success, or invalid_index.
  Code inactive_info = Code::success;
  /// A19: what a renewed start does to a watermark: the mark is kept, or starts again at the level
  /// in force.
  enum class Restart { keeps, rebases } watermark_restart = Restart::keeps;
  /// The highest thread level that is granted.
  ThreadLevel highest_thread_level = ThreadLevel::multiple;
  /// Limits after which out_of_handles (cvar and pvar handles each) and out_of_sessions are
  /// returned.
  unsigned max_handles = 1U << 27;
  unsigned max_sessions = 1U << 27;
};

}  // namespace mpit
