// SPDX-License-Identifier: BSD-3-Clause
// Starting communications, and what their completion tells the program.
#pragma once

#include <memory>

#include "call.hpp"

namespace mpit::runtime {

using Comm = std::shared_ptr<Communicator>;

/// What a send or receive is about, as the program gave it.
struct Operation {
  MPI_Comm comm;
  const Comm& communicator;
  int count;
  MPI_Datatype datatype;
  int peer;
  int tag;
};

/// Checks the arguments and starts a send or a receive; with MPI_PROC_NULL it is complete at once.
std::shared_ptr<Request> start_send(Call& call, const Operation& operation, const void* buffer,
                                    bool synchronous);
std::shared_ptr<Request> start_receive(Call& call, const Operation& operation, void* buffer);

/// Fills `status`, unless it is MPI_STATUS_IGNORE; MPI_ERROR is left alone (MPI-5.0 section 3.2.5).
void set_status(MPI_Status* status, int source, int tag, std::size_t bytes);
void set_status(MPI_Status* status, const Request& request);
/// What a null request or a send leaves behind.
void set_empty_status(MPI_Status* status);
/// The bytes that `status` tells of.
std::size_t received_bytes(const MPI_Status& status);

/// Waits until `request` is complete, sets `status`, and throws the request's error if it has one.
void complete(Call& call, const Request& request, MPI_Status* status);

}  // namespace mpit::runtime
