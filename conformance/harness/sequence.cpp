// SPDX-License-Identifier: BSD-3-Clause
// A small proof that MPI is alive.
#include "harness/sequence.hpp"

#include <exception>

#include "harness/mpi.hpp"
#include "harness/traffic.hpp"

namespace mpitcheck {

bool collectives_agree(MPI_Comm comm) {
  int size = 0;
  int rank = 0;
  if (MPI_Comm_size(comm, &size) != MPI_SUCCESS || MPI_Comm_rank(comm, &rank) != MPI_SUCCESS)
    return false;
  constexpr int token = 4711;
  const int one = 1;
  int told = rank == 0 ? token : 0;
  int sum = 0;
  int sum_in_first = 0;
  return MPI_Barrier(comm) == MPI_SUCCESS && MPI_Bcast(&told, 1, MPI_INT, 0, comm) == MPI_SUCCESS &&
         told == token &&
         MPI_Reduce(&one, &sum_in_first, 1, MPI_INT, MPI_SUM, 0, comm) == MPI_SUCCESS &&
         sum_in_first == (rank == 0 ? size : 0) &&
         MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm) == MPI_SUCCESS && sum == size;
}

bool mpi_communicates() {
  try {
    self_traffic(4, 64);
  } catch (const std::exception&) {
    return false;
  }
  return collectives_agree(MPI_COMM_WORLD);
}

}  // namespace mpitcheck
