// SPDX-License-Identifier: BSD-3-Clause
// The events of MPI's objects: creation, naming and end.
#pragma once

#include "reference/component/event.hpp"
#include "reference/engine/core/engine.hpp"
#include "reference/runtime/objects/objects.hpp"

namespace mpit::runtime {

/// The events of communicators, windows and sessions, posted with the process's lock held, like
/// those of messages (event_messages.hpp).
class ObjectEvents {
 public:
  /// Registers the event types with `engine`. Communicators are found through `objects`.
  ObjectEvents(Engine& engine, const ObjectAccess& objects);

  // `size` is a number of processes, `length` a number of characters, and `open` the number of open
  // sessions after the change.
  void on_comm_created(int size) const { comm_created_.post(size); }
  void on_comm_freed(int size) const { comm_freed_.post(size); }
  void on_comm_named(MPI_Comm comm, int length) const {
    comm_named_.post(reinterpret_cast<ObjectWord>(comm), length);
  }
  void on_error(int code) const { errhandler_called_.post(code); }
  void on_win_created(int size) const { win_created_.post(size); }
  void on_win_freed(int size) const { win_freed_.post(size); }
  void on_session_begun(int open) const { session_begun_.post(open); }
  void on_session_ended(int open) const { session_ended_.post(open); }

 private:
  ObjectEvents(Engine& engine, const ObjectAccess& objects, SourceRecord& source);

  Event<int> comm_created_, comm_freed_;
  BoundEvent<int> comm_named_;
  Event<int> errhandler_called_, win_created_, win_freed_, session_begun_, session_ended_;
};

}  // namespace mpit::runtime
