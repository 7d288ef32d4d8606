// SPDX-License-Identifier: BSD-3-Clause
// MPI_THREAD_MULTIPLE: concurrent threads of all processes exchange messages, each pair with its
// own tag, and create communicators.
#include "reference/support/run_concurrently.hpp"
#include "reference/tests/runtime/program/program.hpp"

namespace {

constexpr int threads_per_process = 3;

void exchange(int number, MPI_Comm comm) {
  const int rank = rank_in(comm);
  const int size = size_of(comm);
  for (int i = 0; i != 200; ++i) {
    const int sent = rank * 1000 + i;
    int come = -1;
    MPI_Status status;
    MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % size, number, &come, 1, MPI_INT,
                 (rank + size - 1) % size, number, comm, &status);
    MPIT_CHECK(come == (rank + size - 1) % size * 1000 + i && status.MPI_TAG == number);
  }
  for (int i = 0; i != 10; ++i) {
    MPI_Comm copy;
    MPI_Comm_dup(comm, &copy);
    int sum = 0;
    MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, copy);
    MPIT_CHECK(sum == i * size);
    MPI_Comm_free(&copy);
  }
}

}  // namespace

void threads() {
  MPI_Comm comms[threads_per_process];
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  mpit::run_concurrently(threads_per_process, [&](int i) { exchange(i, comms[i]); });
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}
