// SPDX-License-Identifier: BSD-3-Clause
// The frame around the body of an MPI function: lock, phase and errors.
#pragma once

#include <memory>
#include <new>

#include "reference/runtime/export.hpp"
#include "reference/runtime/job/process.hpp"
#include "reference/runtime/library.hpp"
#include "reference/runtime/objects/raise_error.hpp"

/// For functions on the path of every message: everything they call is inlined, because they call
/// many small functions of other files. Rare functions among those are marked gnu::noinline.
#define MPIT_HOT [[gnu::flatten]]

namespace mpit::runtime {

/// The argument of a function's body: the process, locked.
struct Call {
  Process& process;
  Lock& lock;
};

/// Calls the tools' callbacks for posted events when it is destroyed, after the lock is released.
class DeliveryAtEnd {
 public:
  explicit DeliveryAtEnd(Variables& variables) : variables_(variables) {}
  ~DeliveryAtEnd() { variables_.deliver_events(); }
  DeliveryAtEnd(const DeliveryAtEnd&) = delete;
  DeliveryAtEnd& operator=(const DeliveryAtEnd&) = delete;

 private:
  Variables& variables_;
};

/// Runs `body` with the process locked, in any phase. An Error that it throws goes to the handler
/// of `owner`, a communicator or a session, and determines the result.
template <class Body, class Owner = MPI_Comm>
int call_any_time(const char* function, Body body, Owner owner = MPI_COMM_SELF) {
  Process* const made = process_if_memory();
  if (made == nullptr) [[unlikely]]
    return MPI_ERR_NO_MEM;  // error handlers do not exist yet
  Process& process = *made;
  const DeliveryAtEnd events(process.variables);
  try {
    Lock lock(process.mutex);
    Call call{process, lock};
    body(call);
    return MPI_SUCCESS;
  } catch (const Error& error) {
    return raise_error(process, function, owner, error);
  } catch (const std::bad_alloc&) {
    return raise_error(process, function, owner, {MPI_ERR_NO_MEM, "while working"});
  }
}

/// call_any_time() for functions that need MPI to be initialized and not finalized, or a session.
template <class Body, class Owner = MPI_Comm>
int call_active(const char* function, Body body, Owner owner = MPI_COMM_SELF) {
  return call_any_time(
      function,
      [&](Call& call) {
        if (!call.process.is_usable()) [[unlikely]]
          fail(MPI_ERR_OTHER, "MPI is not initialized");
        body(call);
      },
      owner);
}

/// The object of `handle`, which is marked as used. Throws an Error with `code` if there is none.
/// Valid until the table changes, which may happen while the lock is released.
template <class Table, class Handle>
auto* require(const Table& table, Handle handle, int code) {
  auto* const object = table.find(handle);
  if (object == nullptr) [[unlikely]]
    fail(code, "no such object");
  object->use();
  return object;
}

/// call_active() for functions of a communicator, which is the second argument of `body`. A body
/// that waits keeps a Ref, since another thread may free the communicator meanwhile.
template <class Body>
int call_comm(const char* function, MPI_Comm comm, Body body) {
  return call_active(
      function, [&](Call& call) { body(call, *require(call.process.comms, comm, MPI_ERR_COMM)); },
      comm);
}

/// Throws MPI_ERR_ARG if `argument` is null.
inline void require_pointer(const void* argument, const char* name) {
  if (argument == nullptr) [[unlikely]]
    fail_null(name);
}

}  // namespace mpit::runtime
