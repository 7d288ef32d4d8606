// SPDX-License-Identifier: BSD-3-Clause
// Event types in use: registrations whose callbacks write down all that an invocation shows, with
// nothing but the functions that every safety level allows.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "harness/mpi.hpp"

namespace mpitcheck {

/// An event type with its elements.
struct EventType {
  int index = -1;
  std::string name;
  int bind = 0;
  std::vector<MPI_Datatype> datatypes;
  std::vector<MPI_Aint> displacements;

  [[nodiscard]] std::string label() const;  // event 3 "name"
};

/// All event types whose query succeeds now. Throws CannotGoOn if there are none.
std::vector<EventType> read_event_types();

/// Those that can be registered without an object, or with MPI_COMM_SELF while MPI is up. Throws
/// CannotGoOn if there are none.
std::vector<EventType> watchable_types();

/// The four levels by rank, weakest first; throws CannotGoOn if the target's mpi.h lacks them.
const std::array<int, 4>& safety_levels();
/// Rank of a level, 0 to 3, or -1 if it is none of the four.
int safety_rank(int level);

/// Functions for use inside callbacks, unrecorded; null if the target lacks them.
struct RawEventCalls {
  int (*copy)(MPI_T_event_instance, void*);
  int (*read)(MPI_T_event_instance, int, void*);
  int (*get_source)(MPI_T_event_instance, int*);
  int (*get_timestamp)(MPI_T_event_instance, MPI_Count*);
  int (*source_get_timestamp)(int, MPI_Count*);
  int (*event_get_num)(int*);
  int (*event_get_index)(const char*, int*);
  int (*handle_free)(MPI_T_event_registration, void*, MPI_T_event_free_cb_function*);
};
const RawEventCalls& raw_event_calls();

/// One invocation of a function that a tool handed over.
struct Invocation {
  enum class Kind { event, dropped, freed };

  Kind kind;
  int watch;            // number of the EventWatch; -1 if the user pointer tells of none
  int level;            // rank at which the function was registered; of its user pointer for a drop
  int variant;          // which of the functions that the watch registered was called
  int pointer_variant;  // which of the user pointers came with it
  void* user_data;
  MPI_T_event_registration registration;
  int safety;  // as passed

  // Kind::event
  int source_code, source;
  int stamp_code, stamp_again_code, now_code;
  MPI_Count stamp, stamp_again, now;  // now: of the source, on demand, inside the callback
  int read_code, copy_code;           // of the reads: the first that failed
  bool same_when_read_again, read_within_element, copy_within_extent, copy_as_read;

  // Kind::dropped
  MPI_Count count;
  int dropped_source;
};

/// Runs inside every event callback, after it was written down.
using InsideCallback = void (*)(MPI_T_event_instance instance,
                                MPI_T_event_registration registration, int safety);

/// A registration of an event type with functions that write down their invocations. Freed without
/// a free callback at the end of its scope unless free() did. Calls return the code.
class EventWatch {
 public:
  /// Throws CannotGoOn if no handle is to be had.
  explicit EventWatch(const EventType& type);
  ~EventWatch();
  EventWatch(const EventWatch&) = delete;
  EventWatch& operator=(const EventWatch&) = delete;

  [[nodiscard]] MPI_T_event_registration get() const { return handle_; }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] std::string label() const { return label_; }

  /// Registers one of two functions (variant 0 or 1, each with a user pointer of its own) at the
  /// level of that rank.
  int listen(int rank, int variant = 0);
  /// At all levels, the strictest first. Throws CannotGoOn if one is refused.
  void listen_everywhere();
  /// Registers NULL at that level.
  int deafen(int rank);
  /// Sets one of two handlers of dropped events.
  int handle_drops(int variant = 0);
  int ignore_drops();
  int free(bool with_callback);
  /// The handle was freed by other means.
  void forget() { freed_ = true; }

  /// What concerns this watch, in order of invocation.
  [[nodiscard]] std::vector<Invocation> invocations(Invocation::Kind kind) const;
  [[nodiscard]] std::size_t events() const { return invocations(Invocation::Kind::event).size(); }

 private:
  MPI_T_event_registration handle_{};
  int number_;
  std::string label_;
  bool freed_ = false;
  std::size_t since_;  // invocations before it are not of this handle, though it may look the same
};

/// All invocations so far, of whatever watch, in order; those with watch == -1 came with a user
/// pointer that nobody registered.
std::vector<Invocation> all_invocations();

/// Sets what runs inside callbacks; null for nothing.
void run_inside_callbacks(InsideCallback inside);

/// The pointers that a watch gives to its functions.
void* pointer_of(int watch, int rank, int variant);
void* free_pointer_of(int watch);

/// Traffic on MPI_COMM_SELF, and some progress after it for what is delivered late.
void drive_events();

}  // namespace mpitcheck
