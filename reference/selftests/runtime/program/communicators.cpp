// SPDX-License-Identifier: BSD-3-Clause
// Communicators made out of others.
#include "reference/selftests/runtime/program/program.hpp"

// Even and odd ranks, in reverse order; the last rank stays out. Twice, for contexts are new.
void split() {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  for (int round = 0; round != 2; ++round) {
    const bool out = size > 1 && rank == size - 1;
    MPI_Comm part = MPI_COMM_SELF;
    MPI_Comm_split(MPI_COMM_WORLD, out ? MPI_UNDEFINED : rank % 2, -rank, &part);
    if (out) {
      CHECK(part == MPI_COMM_NULL);
      continue;
    }
    const int members = size_of(part);
    const int top = size > 1 ? size - 2 : 0;
    const int first = top % 2 == rank % 2 ? top : top - 1;  // rank 0 of the part
    CHECK(members == first / 2 + 1);
    CHECK(rank_in(part) == (first - rank) / 2);
    std::vector<int> ranks(static_cast<std::size_t>(members));
    MPI_Allgather(&rank, 1, MPI_INT, ranks.data(), 1, MPI_INT, part);
    for (int i = 0; i != members; ++i) CHECK(ranks[static_cast<std::size_t>(i)] == first - 2 * i);
    MPI_Group group;
    int of_group = -1;
    MPI_Comm_group(part, &group);
    MPI_Group_rank(group, &of_group);
    CHECK(of_group == rank_in(part));
    MPI_Group_free(&group);
    MPI_Comm_free(&part);
    CHECK(part == MPI_COMM_NULL);
  }
}

// What is sent over one communicator arrives over it, whatever waits on another.
void dup() {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  MPI_Comm copies[3];
  for (MPI_Comm& copy : copies) {
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    int result = -1;
    MPI_Comm_compare(MPI_COMM_WORLD, copy, &result);
    CHECK(result == MPI_CONGRUENT);
  }
  MPI_Request sends[3];
  for (int i = 0; i != 3; ++i) {
    MPI_Isend(&i, 1, MPI_INT, (rank + 1) % size, 0, copies[i], &sends[i]);
    MPI_Wait(&sends[i], MPI_STATUS_IGNORE);
  }
  for (int i = 2; i >= 0; --i) {
    int come = -1;
    MPI_Recv(&come, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copies[i], MPI_STATUS_IGNORE);
    CHECK(come == i);
  }
  for (MPI_Comm& copy : copies) MPI_Comm_free(&copy);
}
