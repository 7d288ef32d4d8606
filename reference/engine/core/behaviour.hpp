// SPDX-License-Identifier: BSD-3-Clause
// Switches for the places where the standard leaves a choice; the defaults are our reading (see
// choices.md).
#pragma once

#include "reference/engine/core/types.hpp"

namespace mpit {

/// What the engine does where several behaviours are legal. Every combination is legal. Fixed for
/// the life of an engine.
struct Behaviour {
  /// A1: the length returned with a truncated string.
  enum class TruncatedLength { full, stored } truncated_length = TruncatedLength::full;
  /// A22: the length returned with a string that fits: its size, or what the caller passed.
  enum class FittingLength { size, as_passed } fitting_length = FittingLength::size;
  /// A2: starting a started, stopping a stopped single handle: success, or pvar_no_startstop.
  Code redundant_start_stop = Code::success;
  /// Starting or stopping a handle of a continuous variable: pvar_no_startstop, or any code; it
  /// runs on.
  Code continuous_start_stop = Code::pvar_no_startstop;
  /// A3: reading a handle that was never started: success (with the starting value), or invalid.
  Code read_never_started = Code::success;
  /// A4: sums and watermarks that are readonly can be reset all the same, one by one.
  bool readonly_resets = false;
  /// A4: readonly==0 promises writing or resetting: the one, or the other, is refused with
  /// pvar_no_write.
  bool pvar_writes_refused = false;
  bool pvar_resets_refused = false;
  /// A5: what becomes of live handles when their session is freed: freed too, or unusable until the
  /// last finalize.
  enum class LiveHandles { freed, kept } session_free = LiveHandles::freed;
  /// A6: whether the interface comes up again after it went down, or answers cannot_init.
  enum class Renewal { works, refused } renewal = Renewal::works;
  /// A6: the update number when the interface comes up again.
  enum class UpdateNumber { continues, restarts } renewed_update_number = UpdateNumber::continues;
  /// A14: the update number of an engine without categories.
  int first_update_number = 0;
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
  /// A10: LEVEL variables may also have the type MPI_INT, as in the example of the standard.
  bool int_levels = false;
  /// pvar_get_index with a number that is no class: invalid_name, or invalid.
  Code pvar_no_class = Code::invalid_name;
  /// A12: get_info of a variable that is not MPI_INT: enumtype is set to null, or left alone.
  enum class NonIntEnum { null, untouched } non_int_enumtype = NonIntEnum::null;
  /// A13: ALL_HANDLES given to read, write, readreset or handle_free: invalid_handle, or invalid.
  Code misplaced_all_handles = Code::invalid_handle;
  /// A15: `provided` of a nested init: the level in force, negotiated anew, or left alone.
  enum class NestedInit { in_force, renegotiated, untouched } nested_init = NestedInit::in_force;
  /// A16: get_info of an inactive variable: success, invalid_index or invalid; allocation of a
  /// handle: invalid_index, invalid or invalid_handle.
  Code inactive_info = Code::success;
  Code inactive_allocation = Code::invalid_index;
  /// A19: what a renewed start does to a watermark: the mark is kept, or starts again at the level
  /// in force.
  enum class Restart { keeps, rebases } watermark_restart = Restart::keeps;
  /// A19: a watermark that was reset while stopped shows the level in force, or has no value
  /// (invalid) until it is started.
  enum class StoppedReset { level, no_value } stopped_watermark_reset = StoppedReset::level;
  /// A20: what a write to a gauge changes: the handle's own value, or the variable for everybody.
  enum class GaugeWrite { handle, variable } gauge_write = GaugeWrite::handle;
  /// A23: a finalize too many.
  Code surplus_finalize = Code::not_initialized;
  /// A24: a buffer that comes with length 0 for a text that is missing: left alone, or its first
  /// character set to null.
  enum class WithoutRoom { untouched, null_stored } missing_text = WithoutRoom::untouched;
  /// E3, E9: losses not reported yet when a registration ends: reported before the free callback if
  /// a callback's level allows, or in any case, or forgotten.
  enum class LastLosses { reported, always_reported, forgotten } last_losses = LastLosses::reported;
  /// E4: losses are reported before the next event of their source, or of their registration.
  enum class LossReport {
    before_source,
    before_registration
  } loss_report = LossReport::before_source;
  /// E6: element index of an event out of range: invalid_index, or invalid.
  Code event_bad_element = Code::invalid_index;
  /// E7: info of an event type, and of a source: an object, MPI_INFO_NULL, or left as it was.
  enum class Hints { object, none, untouched } event_hints = Hints::object;
  Hints source_hints = Hints::object;
  /// E10: null for ordering, ticks_per_second or max_ticks: success, or invalid.
  Code source_null_outputs = Code::success;
  /// E14: events of a registration whose callbacks were all removed: losses, or not recorded.
  enum class RemovedCallbacks { lose, record_nothing } removed_callbacks = RemovedCallbacks::lose;
  /// E15: whether all but the exempt functions answer not_accessible in callbacks of events at any
  /// level.
  bool callbacks_out_of_reach = false;
  /// E16: the last event of an unordered source from between the allocation of a registration and
  /// its first callback: not delivered, or with that callback's registration.
  enum class EarlyEvents { ignored, delivered } early_events = EarlyEvents::ignored;
  /// E17: elements of MPI_INT64_T are shown as MPI_AINT.
  bool aint_elements = false;
  /// E19: sources say that their clocks have 0 ticks in a second.
  bool rates_unknown = false;
  /// A28: an event type joins a category without a higher update number.
  bool events_uncounted = false;
  /// Wrong arguments and calls while the interface is down, where the standard leaves the check to
  /// the library (errors-argument-checks-optional): the fitting code, always invalid, or the end of
  /// the process.
  enum class Misuse { fitting_code, invalid, crash } misuse = Misuse::fitting_code;
  /// The lowest and the highest thread level that is granted, whatever is required.
  ThreadLevel lowest_thread_level = ThreadLevel::single;
  ThreadLevel highest_thread_level = ThreadLevel::multiple;
  /// Limits after which out_of_handles (cvar, pvar and event handles each) and out_of_sessions are
  /// returned.
  unsigned max_handles = 1U << 27;
  unsigned max_sessions = 1U << 27;
  /// The same for handles of one cvar, or of one pvar, whatever its objects. 0: as many as there is
  /// room for.
  unsigned max_handles_of_variable = 0;
  /// Of handles and sessions each so-and-so-many-th is refused with memory. 0: none.
  unsigned memory_ends_every = 0;
  /// How long it takes to make a handle, session or registration, at least.
  int allocation_microseconds = 0;
  /// What a handle of a continuous sum shows first: 0, or all since the machine was booted.
  enum class ContinuousSums { of_handle, of_machine } continuous_sums = ContinuousSums::of_handle;
  /// E9: how long after the end of a registration its free callback is called, from within some
  /// call of MPI.
  int free_callback_milliseconds = 0;
  /// Whether a thread of the library's calls the callbacks of events; who raised them waits for it.
  bool callbacks_in_own_thread = false;
};

}  // namespace mpit
