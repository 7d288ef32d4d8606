// SPDX-License-Identifier: BSD-3-Clause
// Switches for behaviour that the standard leaves open. The defaults are our reading (see
// choices.md).
#pragma once

#include "reference/engine/core/types.hpp"

namespace mpit {

/// The engine's choice where several behaviours are legal. Every combination is legal. Fixed for
/// the life of an engine.
struct Behaviour {
  /// A1: the length returned with a truncated string.
  enum class TruncatedLength { full, stored } truncated_length = TruncatedLength::full;
  /// A22: the length returned with a string that fits: its size, or the one passed in.
  enum class FittingLength { size, as_passed } fitting_length = FittingLength::size;
  /// A2: starting a started or stopping a stopped single handle: success, or pvar_no_startstop.
  Code redundant_start_stop = Code::success;
  /// Starting or stopping a handle of a continuous variable: pvar_no_startstop, or any other code.
  /// The handle keeps running.
  Code continuous_start_stop = Code::pvar_no_startstop;
  /// A3: reading a handle that was never started: success (with the starting value), or invalid.
  Code read_never_started = Code::success;
  /// A4: readonly sums and watermarks can be reset anyway, one by one.
  bool readonly_resets = false;
  /// A4: readonly==0 promises writing or resetting: one of them is refused with pvar_no_write.
  bool pvar_writes_refused = false;
  bool pvar_resets_refused = false;
  /// A5: live handles when their session is freed: freed too, or unusable until the last finalize.
  enum class LiveHandles { freed, kept } session_free = LiveHandles::freed;
  /// A6: re-initialization of the interface works, or returns cannot_init.
  enum class Renewal { works, refused } renewal = Renewal::works;
  /// A6: the update number after re-initialization.
  enum class UpdateNumber { continues, restarts } renewed_update_number = UpdateNumber::continues;
  /// A14: the update number of an engine without categories.
  int first_update_number = 0;
  /// A7: writing a cvar of scope READONLY: cvar_set_never, or cvar_set_not_now.
  Code write_readonly = Code::cvar_set_never;
  /// A8: an item index out of range: invalid_index, or invalid_item (the code of MPI 3.x).
  Code enum_bad_item = Code::invalid_index;
  /// A8: an invalid enumeration handle: invalid_index, invalid_handle or invalid.
  Code enum_bad_handle = Code::invalid_index;
  /// A9: the members that a short array receives.
  enum class Members { first, last } short_members = Members::first;
  /// A10: numeric pvar classes may also have the types MPI_UINT32_T and MPI_UINT64_T.
  bool fixed_width_classes = false;
  /// A10: LEVEL variables may also have the type MPI_INT, as in the example of the standard.
  bool int_levels = false;
  /// pvar_get_index with an invalid class: invalid_name, or invalid.
  Code pvar_no_class = Code::invalid_name;
  /// A12: get_info of a variable that is not MPI_INT: enumtype is set to null, or not written.
  enum class NonIntEnum { null, untouched } non_int_enumtype = NonIntEnum::null;
  /// A13: ALL_HANDLES passed to read, write, readreset or handle_free: invalid_handle, or invalid.
  Code misplaced_all_handles = Code::invalid_handle;
  /// A15: `provided` of a nested init: the current level, a renegotiated one, or not written.
  enum class NestedInit { in_force, renegotiated, untouched } nested_init = NestedInit::in_force;
  /// A16: get_info of an inactive variable: success, invalid_index or invalid; allocation of a
  /// handle: invalid_index, invalid or invalid_handle.
  Code inactive_info = Code::success;
  Code inactive_allocation = Code::invalid_index;
  /// A19: a restart of a watermark keeps the mark, or sets it to the current level.
  enum class Restart { keeps, rebases } watermark_restart = Restart::keeps;
  /// A19: a watermark that was reset while stopped has the current level, or no value (invalid)
  /// until it is started.
  enum class StoppedReset { level, no_value } stopped_watermark_reset = StoppedReset::level;
  /// A20: a write to a gauge changes the handle's own value, or the variable for all handles.
  enum class GaugeWrite { handle, variable } gauge_write = GaugeWrite::handle;
  /// A23: a surplus finalize.
  Code surplus_finalize = Code::not_initialized;
  /// A24: a buffer with length 0 for a missing text: not written, or its first character set to
  /// null.
  enum class WithoutRoom { untouched, null_stored } missing_text = WithoutRoom::untouched;
  /// E3, E9: unreported losses when a registration ends: reported before the free callback if a
  /// callback's level allows it, reported always, or forgotten.
  enum class LastLosses { reported, always_reported, forgotten } last_losses = LastLosses::reported;
  /// E4: losses are reported before the next event of their source, or of their registration.
  enum class LossReport {
    before_source,
    before_registration
  } loss_report = LossReport::before_source;
  /// E6: an element index of an event out of range: invalid_index, or invalid.
  Code event_bad_element = Code::invalid_index;
  /// E7: the info of an event type and of a source: an object, MPI_INFO_NULL, or left unchanged.
  enum class Hints { object, none, untouched } event_hints = Hints::object;
  Hints source_hints = Hints::object;
  /// E10: null for ordering, ticks_per_second or max_ticks: success, or invalid.
  Code source_null_outputs = Code::success;
  /// E14: events of a registration whose callbacks were all removed: lost, or not recorded.
  enum class RemovedCallbacks { lose, record_nothing } removed_callbacks = RemovedCallbacks::lose;
  /// E15: in event callbacks of any level, all but the exempt functions return not_accessible.
  bool callbacks_out_of_reach = false;
  /// E16: the last event of an unordered source between the allocation of a registration and its
  /// first callback: not delivered, or delivered when that callback is registered.
  enum class EarlyEvents { ignored, delivered } early_events = EarlyEvents::ignored;
  /// E17: elements of MPI_INT64_T are reported as MPI_AINT.
  bool aint_elements = false;
  /// E19: sources report clocks with 0 ticks per second.
  bool rates_unknown = false;
  /// A28: adding an event type to a category does not raise the update number.
  bool events_uncounted = false;
  /// A30: handles of a text have its count, or one, two or three elements more, by turns.
  bool text_counts_differ = false;
  /// A31: readreset of a variable that is readonly and not atomic: pvar_no_atomic or pvar_no_write.
  Code readreset_readonly = Code::pvar_no_atomic;
  /// A32: the first init_thread of a process: success or cannot_init.
  Code first_init = Code::success;
  /// Wrong arguments and calls while the interface is not initialized, if the check is optional
  /// (errors-argument-checks-optional): the fitting code, always invalid, or the end of the
  /// process.
  enum class Misuse { fitting_code, invalid, crash } misuse = Misuse::fitting_code;
  /// The lowest and the highest thread level that is provided, whatever is required.
  ThreadLevel lowest_thread_level = ThreadLevel::single;
  ThreadLevel highest_thread_level = ThreadLevel::multiple;
  /// Limits beyond which out_of_handles (cvar, pvar and event handles each) and out_of_sessions are
  /// returned.
  unsigned max_handles = 1U << 27;
  unsigned max_sessions = 1U << 27;
  /// The limit of handles of one cvar, or of one pvar, over all objects. 0: no limit.
  unsigned max_handles_of_variable = 0;
  /// One in this many allocations of handles and sessions is refused with memory. 0: none.
  unsigned memory_ends_every = 0;
  /// For how many of the first initializations, handles, sessions and registrations a descriptor
  /// and some memory are taken and kept until the engine ends.
  unsigned cached = 0;
  /// The minimum time to create a handle, session or registration.
  int allocation_microseconds = 0;
  /// Called after each reset or readreset of a handle took effect, before the call returns. It must
  /// be signal-safe. May be null.
  void (*after_reset)() noexcept = nullptr;
  /// The first value of a handle of a continuous sum: 0, or everything since the machine was
  /// booted.
  enum class ContinuousSums { of_handle, of_machine } continuous_sums = ContinuousSums::of_handle;
  /// E9: the delay between the end of a registration and its free callback, which some later call
  /// of MPI makes.
  int free_callback_milliseconds = 0;
  /// Whether a thread of the library calls event callbacks. The thread that raised the events waits
  /// for it.
  bool callbacks_in_own_thread = false;
};

}  // namespace mpit
