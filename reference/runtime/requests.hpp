// SPDX-License-Identifier: BSD-3-Clause
// Starting communications, and what their completion tells the program.
#pragma once

#include "call.hpp"

namespace mpit::runtime {

/// What a send or receive is about, as the program gave it.
struct Operation {
  MPI_Comm comm;
  Communicator& communicator;
  int count;
  MPI_Datatype datatype;
  int peer;
  int tag;
};

/// Checks the arguments and starts a send. Null: it is complete.
Ref<Request> start_send(Call& call, const Operation& operation, const void* buffer,
                        bool synchronous);
/// Checks the arguments and starts a receive. Null: it is complete, and `outcome` is set.
Ref<Request> start_receive(Call& call, const Operation& operation, void* buffer, Outcome& outcome);

/// Waits until `request` is complete; null: it is.
void wait_for(Call& call, const Ref<Request>& request);
/// The same for a receive, which sets `outcome` unless it was complete before.
void wait_for(Call& call, const Ref<Request>& request, Outcome& outcome);

/// Fills `status`, unless it is MPI_STATUS_IGNORE; MPI_ERROR is left alone (MPI-5.0 section 3.2.5).
void set_status(MPI_Status* status, const Outcome& outcome);
/// The bytes that `status` tells of.
std::size_t received_bytes(const MPI_Status& status);

/// Sets `status`, and throws the outcome's error, for the handler of `comm`, if it has one.
void settle(const Outcome& outcome, MPI_Comm comm, MPI_Status* status);

}  // namespace mpit::runtime
