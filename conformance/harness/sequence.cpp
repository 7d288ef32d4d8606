// SPDX-License-Identifier: BSD-3-Clause
// A small proof that MPI is alive.
#include "harness/sequence.hpp"

#include <exception>

#include "harness/mpi.hpp"
#include "harness/traffic.hpp"

namespace mpitcheck {

bool mpi_communicates() {
  try {
    self_traffic(4, 64);
  } catch (const std::exception&) {
    return false;
  }
  int size = 0;
  int sum = 0;
  const int one = 1;
  return MPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS &&
         MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS &&
         sum == size;
}

}  // namespace mpitcheck
