// SPDX-License-Identifier: BSD-3-Clause
// Starting communications: checks of their arguments, which the cvar mpi_error_checking switches
// off, and what their completion tells the program.
#pragma once

#include <cstddef>

#include "reference/runtime/call.hpp"

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===
categories:
  - name        : mpi_errors
    description : Checks of arguments.

cvars:
  - name        : mpi_error_checking
    category    : mpi_errors
    type        : enum
    default     : arguments
    class       : none
    verbosity   : MPI_T_VERBOSITY_USER_DETAIL
    scope       : MPI_T_SCOPE_LOCAL
    description : |-
      What is checked before a communication. Set it at any time; it concerns this process only.
      none - Nothing: wrong arguments have undefined results.
      arguments - Ranks, tags and buffers.
=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

namespace mpit::runtime {

[[noreturn, gnu::noinline]] void fail_rank(int rank, int size);
[[noreturn, gnu::noinline]] void fail_tag(int tag);
[[noreturn, gnu::noinline]] void fail_root(int root);

/// `datatype`, checked for a buffer of `count` elements; throws MPI_ERR_COUNT, MPI_ERR_TYPE or
/// MPI_ERR_BUFFER. A type whose bytes do not lie at the start of the buffer may count from
/// MPI_BOTTOM.
inline Type& check_buffer(Call& call, const void* buffer, int count, MPI_Datatype datatype) {
  Type& type = *require(call.process.datatypes, datatype, MPI_ERR_TYPE);
  if (count < 0) fail(MPI_ERR_COUNT, "negative count");
  if (!call.process.variables.checks_arguments()) return type;
  if (!type.committed) fail(MPI_ERR_TYPE, "datatype is not committed");
  if (buffer == nullptr && count > 0 && type.layout.size() > 0 && type.layout.is_dense())
    fail(MPI_ERR_BUFFER, "buffer is null");
  return type;
}

/// Throws MPI_ERR_RANK unless `rank` is one of `communicator`, MPI_PROC_NULL or, where a `wildcard`
/// is allowed, MPI_ANY_SOURCE.
inline void check_rank(Call& call, const Communicator& communicator, int rank, bool wildcard) {
  const int size = communicator.group->size();
  if ((rank >= 0 && rank < size) || !call.process.variables.checks_arguments()) return;
  if (rank == MPI_PROC_NULL || (wildcard && rank == MPI_ANY_SOURCE)) return;
  fail_rank(rank, size);
}

/// Throws MPI_ERR_TAG unless `tag` is not negative or, where a `wildcard` is allowed, MPI_ANY_TAG.
inline void check_tag(Call& call, int tag, bool wildcard) {
  if (tag >= 0 || !call.process.variables.checks_arguments()) return;
  if (!wildcard || tag != MPI_ANY_TAG) fail_tag(tag);
}

/// Throws MPI_ERR_ROOT unless `root` is a rank of `communicator`.
inline void check_root(Call& call, const Communicator& communicator, int root) {
  if ((root >= 0 && root < communicator.group->size()) ||
      !call.process.variables.checks_arguments()) {
    return;
  }
  fail_root(root);
}

/// What a send or receive is about, as the program gave it.
struct Operation {
  MPI_Comm comm;
  Communicator& communicator;
  int count;
  MPI_Datatype datatype;
  int peer;
  int tag;
};

/// Starts a send of `count` elements, checked, to a process. Null: it is complete.
Ref<Request> begin_send(Call& call, const Route& route, Type& type, const void* buffer,
                        std::size_t count, bool synchronous);
/// Starts a receive likewise. Null: it is complete, and `outcome` is set.
Ref<Request> begin_receive(Call& call, const Route& route, Type& type, void* buffer,
                           std::size_t count, Outcome& outcome);
/// The same for a message that was matched before.
Ref<Request> begin_receive(Call& call, const MatchedMessage& matched, Type& type, void* buffer,
                           std::size_t count, Outcome& outcome);

/// Checks the arguments and starts a send. Null: it is complete.
Ref<Request> start_send(Call& call, const Operation& operation, const void* buffer,
                        bool synchronous);
/// Checks the arguments and starts a receive. Null: it is complete, and `outcome` is set.
Ref<Request> start_receive(Call& call, const Operation& operation, void* buffer, Outcome& outcome);

/// A handle for what the program asks for later: for `request`, or, if there is none, for
/// `outcome`.
MPI_Request handle_of(Call& call, Ref<Request> request, MPI_Comm comm, const Outcome& outcome);

/// Waits until `request` is complete; null: it is.
void wait_for(Call& call, const Ref<Request>& request);
/// The same for a receive, which sets `outcome` unless it was complete before.
void wait_for(Call& call, const Ref<Request>& request, Outcome& outcome);

/// Fills `status`, unless it is MPI_STATUS_IGNORE; MPI_ERROR is left alone (MPI-5.0 section 3.2.5).
void set_status(MPI_Status* status, const Outcome& outcome);
/// The bytes that `status` tells of.
std::size_t received_bytes(const MPI_Status& status);
/// Whether it tells of a communication that was cancelled.
bool was_cancelled(const MPI_Status& status);

/// Sets `status`, and throws the outcome's error, for the handler of `comm`, if it has one.
void settle(const Outcome& outcome, MPI_Comm comm, MPI_Status* status);

}  // namespace mpit::runtime
