// SPDX-License-Identifier: BSD-3-Clause
// Starts communications: argument checks, which the cvar mpi_error_checking switches off, and the
// results of completions.
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

/// Throw MPI_ERR_RANK, MPI_ERR_TAG and MPI_ERR_ROOT, with the wrong argument in the message.
[[noreturn, gnu::noinline]] void fail_rank(int rank, int size);
[[noreturn, gnu::noinline]] void fail_tag(int tag);
[[noreturn, gnu::noinline]] void fail_root(int root);

/// Checks `datatype` for a buffer of `count` elements; throws MPI_ERR_COUNT, MPI_ERR_TYPE or
/// MPI_ERR_BUFFER. A type whose bytes do not begin at the start of the buffer may be relative to
/// MPI_BOTTOM.
inline Type& check_buffer(Call& call, const void* buffer, int count, MPI_Datatype datatype) {
  Type& type = *require(call.process.datatypes, datatype, MPI_ERR_TYPE);
  if (count < 0) fail(MPI_ERR_COUNT, "negative count");
  if (!call.process.variables.control().checks_arguments()) return type;
  if (!type.committed) fail(MPI_ERR_TYPE, "datatype is not committed");
  if (buffer == nullptr && count > 0 && type.layout.size() > 0 && type.layout.is_dense())
    fail(MPI_ERR_BUFFER, "buffer is null");
  return type;
}

/// Throws MPI_ERR_RANK unless `rank` is a rank of `communicator`, MPI_PROC_NULL or, if `wildcard`,
/// MPI_ANY_SOURCE.
inline void check_rank(Call& call, const Communicator& communicator, int rank, bool wildcard) {
  const int size = communicator.group->size();
  if ((rank >= 0 && rank < size) || !call.process.variables.control().checks_arguments()) return;
  if (rank == MPI_PROC_NULL || (wildcard && rank == MPI_ANY_SOURCE)) return;
  fail_rank(rank, size);
}

/// Throws MPI_ERR_TAG unless `tag` is nonnegative or, if `wildcard`, MPI_ANY_TAG.
inline void check_tag(Call& call, int tag, bool wildcard) {
  if (tag >= 0 || !call.process.variables.control().checks_arguments()) return;
  if (!wildcard || tag != MPI_ANY_TAG) fail_tag(tag);
}

/// Throws MPI_ERR_ROOT unless `root` is a rank of `communicator`.
inline void check_root(Call& call, const Communicator& communicator, int root) {
  if ((root >= 0 && root < communicator.group->size()) ||
      !call.process.variables.control().checks_arguments()) {
    return;
  }
  fail_root(root);
}

/// The program's arguments of a send or receive.
struct Operation {
  MPI_Comm comm;
  Communicator& communicator;
  int count;
  MPI_Datatype datatype;
  int peer;
  int tag;
};

/// Starts a send of `count` elements, whose arguments were checked. Returns null if it is complete
/// at once.
Ref<Request> begin_send(Call& call, const Route& route, Type& type, const void* buffer,
                        std::size_t count, bool synchronous);
/// Starts a receive of `count` elements, whose arguments were checked. Returns null and sets
/// `outcome` if it is complete at once.
Ref<Request> begin_receive(Call& call, const Route& route, Type& type, void* buffer,
                           std::size_t count, Outcome& outcome);
/// Starts the receive of a matched message; otherwise like the function above.
Ref<Request> begin_receive(Call& call, const MatchedMessage& matched, Type& type, void* buffer,
                           std::size_t count, Outcome& outcome);

/// Checks the arguments and starts a send. Returns null if it is complete at once.
Ref<Request> start_send(Call& call, const Operation& operation, const void* buffer,
                        bool synchronous);
/// Checks the arguments and starts a receive. Returns null and sets `outcome` if it is complete at
/// once.
Ref<Request> start_receive(Call& call, const Operation& operation, void* buffer, Outcome& outcome);

/// Creates a request handle for the program: of `request` or, if that is null, of a request that is
/// complete with `outcome`.
MPI_Request handle_of(Call& call, Ref<Request> request, MPI_Comm comm, const Outcome& outcome);

/// Waits until `request` is complete; null is complete.
void wait_for(Call& call, const Ref<Request>& request);
/// Waits for a receive, which sets `outcome` unless it was complete before.
void wait_for(Call& call, const Ref<Request>& request, Outcome& outcome);

/// Fills `status`, unless it is MPI_STATUS_IGNORE; MPI_ERROR is not changed (MPI-5.0 section
/// 3.2.5).
void set_status(MPI_Status* status, const Outcome& outcome);
/// The number of bytes in `status`.
std::size_t received_bytes(const MPI_Status& status);
/// Whether `status` is that of a cancelled communication.
bool was_cancelled(const MPI_Status& status);

/// Sets `status`, and throws the outcome's error, if any, for the handler of `comm`.
void settle(const Outcome& outcome, MPI_Comm comm, MPI_Status* status);

}  // namespace mpit::runtime
