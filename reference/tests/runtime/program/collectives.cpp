// SPDX-License-Identifier: BSD-3-Clause
// Collectives, compared with results that each process computes alone.
#include <algorithm>
#include <cstring>

#include "reference/tests/runtime/program/program.hpp"

namespace {

// The contribution of rank `rank`.
std::vector<int> contribution(int rank, int count) {
  std::mt19937 random(static_cast<unsigned>(rank));
  std::vector<int> values(static_cast<std::size_t>(count));
  for (int& value : values) value = static_cast<int>(random() % 2000) - 1000;
  return values;
}

std::vector<int> all_contributions(int size, int count) {
  std::vector<int> all;
  for (int rank = 0; rank != size; ++rank) {
    const auto values = contribution(rank, count);
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

template <class Combine>
std::vector<int> combined(int size, int count, Combine combine) {
  auto result = contribution(0, count);
  for (int rank = 1; rank != size; ++rank) {
    const auto values = contribution(rank, count);
    std::transform(result.begin(), result.end(), values.begin(), result.begin(), combine);
  }
  return result;
}

void check_reductions(int count) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  const auto mine = contribution(rank, count);
  std::vector<int> result(mine.size());
  const auto reduce = [&](MPI_Op op) {
    MPI_Allreduce(mine.data(), result.data(), count, MPI_INT, op, MPI_COMM_WORLD);
    return result;
  };
  MPIT_CHECK(reduce(MPI_SUM) == combined(size, count, [](int a, int b) { return a + b; }));
  MPIT_CHECK(reduce(MPI_MIN) == combined(size, count, [](int a, int b) { return std::min(a, b); }));
  MPIT_CHECK(reduce(MPI_MAX) == combined(size, count, [](int a, int b) { return std::max(a, b); }));
  MPIT_CHECK(reduce(MPI_BXOR) == combined(size, count, [](int a, int b) { return a ^ b; }));
  result = mine;
  MPI_Allreduce(MPI_IN_PLACE, result.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPIT_CHECK(result == combined(size, count, [](int a, int b) { return a + b; }));
  const int root = size - 1;
  std::vector<int> kept(mine.size(), 7);
  MPI_Reduce(mine.data(), rank == root ? kept.data() : nullptr, count, MPI_INT, MPI_SUM, root,
             MPI_COMM_WORLD);
  MPIT_CHECK(kept == (rank == root ? result : std::vector<int>(mine.size(), 7)));
}

void check_movements(int count) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  const auto mine = contribution(rank, count);
  const auto all = all_contributions(size, count);
  std::vector<int> result(all.size());
  MPI_Allgather(mine.data(), count, MPI_INT, result.data(), count, MPI_INT, MPI_COMM_WORLD);
  MPIT_CHECK(result == all);
  result.assign(all.size(), 0);
  std::copy(mine.begin(), mine.end(), result.begin() + static_cast<std::ptrdiff_t>(rank) * count);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, result.data(), count, MPI_INT, MPI_COMM_WORLD);
  MPIT_CHECK(result == all);
  for (int root = 0; root != size; ++root) {
    std::vector<int> gathered(rank == root ? all.size() : 0);
    MPI_Gather(mine.data(), count, MPI_INT, gathered.data(), count, MPI_INT, root, MPI_COMM_WORLD);
    MPIT_CHECK(rank != root || gathered == all);
    auto broadcast = contribution(rank, count);
    MPI_Bcast(broadcast.data(), count, MPI_INT, root, MPI_COMM_WORLD);
    MPIT_CHECK(broadcast == contribution(root, count));
  }
}

// A pair [a b] is the function x -> a x + b. Composes two of them: an operation that is associative
// and not commutative.
void compose(void* in, void* inout, int* count, MPI_Datatype*) {
  const auto* left = static_cast<const long*>(in);
  auto* right = static_cast<long*>(inout);
  for (int i = 0; i + 1 < *count; i += 2) {
    right[i + 1] = left[i] * right[i + 1] + left[i + 1];
    right[i] = left[i] * right[i];
  }
}

}  // namespace

// Collectives must not receive a pending message of the program that any receive would match.
void collectives() {
  const int size = size_of(MPI_COMM_WORLD);
  int stray = 5;
  MPI_Request request;
  MPI_Isend(&stray, 1, MPI_INT, (rank_in(MPI_COMM_WORLD) + 1) % size, 0, MPI_COMM_WORLD, &request);
  for (const int count : {0, 1, 17, 40'000}) {
    check_reductions(count);
    check_movements(count);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Recv(&stray, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void noncommutative() {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  MPI_Op op;
  MPI_Op_create(compose, 0, &op);
  const long mine[2] = {rank + 2, 3 * rank + 1};
  long expected[2] = {2, 1};
  for (int other = 1; other != size; ++other) {
    expected[1] += expected[0] * (3 * other + 1);
    expected[0] *= other + 2;
  }
  long result[2] = {};
  MPI_Allreduce(mine, result, 2, MPI_LONG, op, MPI_COMM_WORLD);
  MPIT_CHECK(std::memcmp(result, expected, sizeof expected) == 0);
  MPI_Op_free(&op);
}
