// SPDX-License-Identifier: BSD-3-Clause
// Rings, floods, synchronous sends, wildcards, probes and truncation.
#include <cstring>

#include "reference/tests/runtime/program/program.hpp"

void ring() {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  const int next = (rank + 1) % size;
  const int previous = (rank + size - 1) % size;
  constexpr int rounds = 50;
  long token = 0;
  for (int round = 0; round != rounds; ++round) {
    MPI_Request send = MPI_REQUEST_NULL;
    if (rank == 0) MPI_Isend(&token, 1, MPI_LONG, next, round, MPI_COMM_WORLD, &send);
    long come = -1;
    MPI_Status status;
    MPI_Recv(&come, 1, MPI_LONG, previous, round, MPI_COMM_WORLD, &status);
    MPIT_CHECK(come == static_cast<long>(round) * size + (rank + size - 1) % size);
    MPIT_CHECK(status.MPI_SOURCE == previous && status.MPI_TAG == round);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    token = come + 1;
    if (rank != 0) MPI_Send(&token, 1, MPI_LONG, next, round, MPI_COMM_WORLD);
  }
}

// Many processes on few cores: collectives, and messages from all processes to one.
void crowd() {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  for (int round = 0; round != 3; ++round) {
    MPI_Barrier(MPI_COMM_WORLD);
    int mine = rank + round;
    int sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPIT_CHECK(sum == size * (size - 1) / 2 + size * round);
  }
  const auto bytes = make_bytes(50'000, 9);
  if (rank != 0) {
    MPI_Send(bytes.data(), 50'000, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    return;
  }
  std::vector<unsigned char> come(bytes.size());
  for (int other = 1; other != size; ++other) {
    MPI_Recv(come.data(), 50'000, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPIT_CHECK(come == bytes);
  }
}

// Sends far more eager messages than a ring holds before the first is received, in both directions.
void flood() {
  const int other = 1 - rank_in(MPI_COMM_WORLD);
  constexpr int number = 3000;
  constexpr int size = 1000;
  const auto sent = make_bytes(size, 1);
  for (int i = 0; i != number; ++i) MPI_Send(sent.data(), size, MPI_BYTE, other, i, MPI_COMM_WORLD);
  std::vector<unsigned char> come(size);
  for (int i = 0; i != number; ++i) {
    MPI_Recv(come.data(), size, MPI_BYTE, other, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPIT_CHECK(come == sent);
  }
}

// A synchronous send does not complete before its receive starts. A standard send of the same size
// does.
void synchronous() {
  int value = 4;
  if (rank_in(MPI_COMM_WORLD) == 0) {
    MPI_Request request;
    int done = 1;
    MPI_Issend(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    MPI_Sendrecv(&value, 1, MPI_INT, 1, 2, &value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    MPIT_CHECK(!done);  // rank 1 waits for the next message before it receives this one
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Ssend(nullptr, 0, MPI_INT, 1, 4, MPI_COMM_WORLD);
  } else {
    MPI_Sendrecv(&value, 1, MPI_INT, 0, 2, &value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPIT_CHECK(value == 4);
    MPI_Recv(nullptr, 0, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// Each process sends a count-down to rank 0, which receives with wildcards and must see each in
// order.
void wildcards() {
  const int size = size_of(MPI_COMM_WORLD);
  constexpr int number = 40;
  if (rank_in(MPI_COMM_WORLD) != 0) {
    for (int i = 0; i != number; ++i) MPI_Send(&i, 1, MPI_INT, 0, i % 7, MPI_COMM_WORLD);
    return;
  }
  std::vector<int> next(static_cast<std::size_t>(size));
  for (int i = 0; i != number * (size - 1); ++i) {
    int come = -1;
    MPI_Status status;
    MPI_Recv(&come, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    int& expected = next[static_cast<std::size_t>(status.MPI_SOURCE)];
    MPIT_CHECK(come == expected && status.MPI_TAG == come % 7);
    ++expected;
  }
  int flag = 1;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  MPIT_CHECK(!flag);
}

// A probe returns the size before the receive, for short and for long messages.
void probe() {
  const int sizes[] = {0, 1, 1000, 65'536, 65'537, 1'000'000};
  for (const int size : sizes) {
    const auto bytes = make_bytes(static_cast<std::size_t>(size), 3);
    if (rank_in(MPI_COMM_WORLD) == 0) {
      MPI_Send(bytes.data(), size, MPI_BYTE, 1, size, MPI_COMM_WORLD);
      continue;
    }
    MPI_Status status;
    int count = -1;
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    MPIT_CHECK(status.MPI_SOURCE == 0 && status.MPI_TAG == size && count == size);
    int flag = 0;
    MPI_Iprobe(0, size, MPI_COMM_WORLD, &flag, &status);
    MPIT_CHECK(flag);
    std::vector<unsigned char> come(bytes.size());
    MPI_Recv(come.data(), size, MPI_BYTE, 0, size, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPIT_CHECK(come == bytes);
  }
}

// Messages that are longer than the buffer: short and long, expected and unexpected. The next
// message arrives unharmed.
void truncation() {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int rank = rank_in(MPI_COMM_WORLD);
  const int last = size_of(MPI_COMM_WORLD) - 1;
  const int sizes[] = {12, 1000, 200'000};
  for (const int size : sizes) {
    const auto bytes = make_bytes(static_cast<std::size_t>(size), 5);
    MPI_Request send = MPI_REQUEST_NULL;
    if (rank == 0) MPI_Isend(bytes.data(), size, MPI_BYTE, last, 1, MPI_COMM_WORLD, &send);
    if (rank == last) {
      std::vector<unsigned char> come(static_cast<std::size_t>(size), 0xee);
      MPI_Status status;
      const int code = MPI_Recv(come.data(), size - 4, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &status);
      int count = 0;
      MPI_Get_count(&status, MPI_BYTE, &count);
      MPIT_CHECK(code == MPI_ERR_TRUNCATE && status.MPI_SOURCE == 0 && count == size - 4);
      MPIT_CHECK(std::memcmp(come.data(), bytes.data(), static_cast<std::size_t>(size) - 4) == 0);
      MPIT_CHECK(come[static_cast<std::size_t>(size) - 4] == 0xee);
    }
    MPIT_CHECK(MPI_Wait(&send, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    int value = size;
    if (rank == 0) MPI_Isend(&value, 1, MPI_INT, last, 2, MPI_COMM_WORLD, &send);
    int come = 0;
    if (rank == last) MPI_Recv(&come, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPIT_CHECK(rank != last || come == size);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
  }
}
