// SPDX-License-Identifier: BSD-3-Clause
// What wrong arguments are told.
#include "arguments.hpp"

#include <string>

namespace mpit::runtime {

void fail_rank(int rank, int size) {
  throw Error{MPI_ERR_RANK, "rank " + std::to_string(rank) + " of " + std::to_string(size)};
}

void fail_tag(int tag) { throw Error{MPI_ERR_TAG, "tag " + std::to_string(tag)}; }

void fail_root(int root) { throw Error{MPI_ERR_ROOT, "root " + std::to_string(root)}; }

}  // namespace mpit::runtime
