// SPDX-License-Identifier: BSD-3-Clause
// Checks of the arguments of communication.
#include "arguments.hpp"

namespace mpit::runtime {
namespace {

bool is_rank(const Communicator& communicator, int rank) {
  return rank >= 0 && rank < communicator.group->size();
}

}  // namespace

std::size_t buffer_bytes(Call& call, const void* buffer, int count, MPI_Datatype datatype) {
  const auto& type = require(call.process.datatypes, datatype, MPI_ERR_TYPE);
  if (count < 0) throw Error{MPI_ERR_COUNT, "negative count"};
  const std::size_t bytes = type->size * static_cast<std::size_t>(count);
  if (!call.process.variables.checks_arguments()) return bytes;
  if (!type->committed) throw Error{MPI_ERR_TYPE, "datatype is not committed"};
  if (!buffer && bytes > 0) throw Error{MPI_ERR_BUFFER, "buffer is null"};
  return bytes;
}

void check_rank(Call& call, const Communicator& communicator, int rank, bool wildcard) {
  if (!call.process.variables.checks_arguments() || is_rank(communicator, rank)) return;
  if (rank == MPI_PROC_NULL || (wildcard && rank == MPI_ANY_SOURCE)) return;
  throw Error{MPI_ERR_RANK,
              "rank " + std::to_string(rank) + " of " + std::to_string(communicator.group->size())};
}

void check_tag(Call& call, int tag, bool wildcard) {
  if (!call.process.variables.checks_arguments()) return;
  if (tag < 0 && !(wildcard && tag == MPI_ANY_TAG)) {
    throw Error{MPI_ERR_TAG, "tag " + std::to_string(tag)};
  }
}

void check_root(Call& call, const Communicator& communicator, int root) {
  if (call.process.variables.checks_arguments() && !is_rank(communicator, root)) {
    throw Error{MPI_ERR_ROOT, "root " + std::to_string(root)};
  }
}

}  // namespace mpit::runtime
