// SPDX-License-Identifier: BSD-3-Clause
// The frame around the body of an MPI function: lock, phase, errors.
#pragma once

#include <memory>
#include <new>

#include "reference/runtime/export.hpp"
#include "reference/runtime/job/process.hpp"
#include "reference/runtime/library.hpp"

/// For functions that every message passes through: what they call becomes part of them. They call
/// some twenty small functions of other files, which took a third of a message's time. What is rare
/// among those is marked gnu::noinline.
#define MPIT_HOT [[gnu::flatten]]

namespace mpit::runtime {

/// What the body of a function works with: the process, locked.
struct Call {
  Process& process;
  Lock& lock;
};

/// Calls the tools' callbacks for what happened in a function, at its end.
class DeliveryAtEnd {
 public:
  explicit DeliveryAtEnd(Variables& variables) : variables_(variables) {}
  ~DeliveryAtEnd() { variables_.deliver_events(); }
  DeliveryAtEnd(const DeliveryAtEnd&) = delete;
  DeliveryAtEnd& operator=(const DeliveryAtEnd&) = delete;

 private:
  Variables& variables_;
};

/// Runs `body` with the process locked, in any phase. An Error thrown in it goes to the handler of
/// `owner`, a communicator or a session; the result is the function's.
template <class Body, class Owner = MPI_Comm>
int call_any_time(const char* function, Body body, Owner owner = MPI_COMM_SELF) {
  Process* const made = process_if_memory();
  if (made == nullptr) [[unlikely]]
    return MPI_ERR_NO_MEM;  // nor is there an error handler
  Process& process = *made;
  const DeliveryAtEnd events(process.variables);
  try {
    Lock lock(process.mutex);
    Call call{process, lock};
    body(call);
    return MPI_SUCCESS;
  } catch (const Error& error) {
    return process.raise(function, owner, error);
  } catch (const std::bad_alloc&) {
    return process.raise(function, owner, {MPI_ERR_NO_MEM, "while working"});
  }
}

/// The same for functions that need MPI to be initialized and not finalized, or a session.
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

/// The object behind `handle`, which thereby counts as used; throws an Error with `code` if there
/// is none. Valid until the table changes, which it may while the lock is released.
template <class Table, class Handle>
auto* require(const Table& table, Handle handle, int code) {
  auto* const object = table.find(handle);
  if (object == nullptr) [[unlikely]]
    fail(code, "no such object");
  object->use();
  return object;
}

/// The same for functions of a communicator, which `body` gets as its second argument. Whoever
/// waits in it keeps a Ref: another thread may free the communicator meanwhile.
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
