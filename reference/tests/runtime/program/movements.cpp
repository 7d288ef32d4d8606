// SPDX-License-Identifier: BSD-3-Clause
// Collectives that scatter, exchange, or reduce, with parts of different sizes, also with elements
// that are not adjacent.
#include <complex>
#include <numeric>

#include "reference/tests/runtime/program/program.hpp"

namespace {

// The i-th word that rank `from` sends to rank `to`.
int word(int from, int to, int i) { return 10'000 * from + 100 * to + i; }

// `count` words from this process to each other, each in the first half of a pair of ints.
struct Spread {
  MPI_Datatype type = MPI_DATATYPE_NULL;  // an int of eight bytes
  Spread() {
    MPI_Type_create_resized(MPI_INT, 0, 8, &type);
    MPI_Type_commit(&type);
  }
  Spread(const Spread&) = delete;
  Spread& operator=(const Spread&) = delete;
  ~Spread() { MPI_Type_free(&type); }
};

std::size_t index(int place) { return static_cast<std::size_t>(place); }

void check_scatter(int root, int count) {
  const Spread spread;
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  std::vector<int> all, mine(index(count), -1);
  if (rank == root) {
    for (int to = 0; to != size; ++to) {
      for (int i = 0; i != count; ++i) all.insert(all.end(), {word(root, to, i), -7});
    }
  }
  MPI_Scatter(all.data(), count, spread.type, mine.data(), count, MPI_INT, root, MPI_COMM_WORLD);
  for (int i = 0; i != count; ++i) MPIT_CHECK(mine[index(i)] == word(root, rank, i));
  // Gathers them in their original places. The gaps must not change.
  std::vector<int> back(all.size(), -7);
  MPI_Gather(mine.data(), count, MPI_INT, back.data(), count, spread.type, root, MPI_COMM_WORLD);
  MPIT_CHECK(back == all);
  MPI_Scatter(all.data(), count, spread.type, rank == root ? MPI_IN_PLACE : mine.data(), count,
              MPI_INT, root, MPI_COMM_WORLD);
}

void check_alltoall(int count) {
  const Spread spread;
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  std::vector<int> out, in(index(2 * size * count), -7), in_place;
  for (int to = 0; to != size; ++to) {
    for (int i = 0; i != count; ++i) out.push_back(word(rank, to, i));
  }
  MPI_Alltoall(out.data(), count, MPI_INT, in.data(), count, spread.type, MPI_COMM_WORLD);
  in_place = out;
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, in_place.data(), count, MPI_INT, MPI_COMM_WORLD);
  for (int from = 0; from != size; ++from) {
    for (int i = 0; i != count; ++i) {
      const int place = from * count + i;
      MPIT_CHECK(in[index(2 * place)] == word(from, rank, i) && in[index(2 * place + 1)] == -7);
      MPIT_CHECK(in_place[index(place)] == word(from, rank, i));
    }
  }
}

// Rank r has r + 1 words, in reverse order with a gap.
struct Uneven {
  explicit Uneven(int size) {
    int place = 0;
    for (int rank = 0; rank != size; ++rank) counts.push_back(rank + 1);
    places.resize(counts.size());
    for (int rank = size - 1; rank >= 0; --rank) {
      places[index(rank)] = place;
      place += rank + 2;
    }
    total = place;
  }
  std::vector<int> counts, places;
  int total;
};

void check_uneven(int root) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  const Uneven parts(size);
  std::vector<int> expected(index(parts.total), -7), mine(index(rank + 1)), all;
  for (int from = 0; from != size; ++from) {
    for (int i = 0; i <= from; ++i)
      expected[index(parts.places[index(from)] + i)] = word(from, 0, i);
  }
  for (int i = 0; i <= rank; ++i) mine[index(i)] = word(rank, 0, i);
  const std::vector<int> empty(expected.size(), -7);
  all = empty;
  MPI_Gatherv(mine.data(), rank + 1, MPI_INT, all.data(), parts.counts.data(), parts.places.data(),
              MPI_INT, root, MPI_COMM_WORLD);
  MPIT_CHECK(all == (rank == root ? expected : empty));
  std::vector<int> back(mine.size(), -1);
  MPI_Scatterv(all.data(), parts.counts.data(), parts.places.data(), MPI_INT, back.data(), rank + 1,
               MPI_INT, root, MPI_COMM_WORLD);
  MPIT_CHECK(back == mine);
  all = empty;
  MPI_Allgatherv(mine.data(), rank + 1, MPI_INT, all.data(), parts.counts.data(),
                 parts.places.data(), MPI_INT, MPI_COMM_WORLD);
  MPIT_CHECK(all == expected);
  for (int i = 0; i <= rank; ++i) all[index(parts.places[index(rank)] + i)] = mine[index(i)] + 1;
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, all.data(), parts.counts.data(), parts.places.data(),
                 MPI_INT, MPI_COMM_WORLD);
  for (int from = 0; from != size; ++from)
    MPIT_CHECK(all[index(parts.places[index(from)])] == word(from, 0, 0) + 1);
}

// Rank a sends a + b words to rank b, first between two buffers, then in place.
void check_alltoallv() {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  std::vector<int> counts, places;
  int total = 0;
  for (int other = 0; other != size; ++other) {
    counts.push_back(rank + other);
    places.push_back(total);
    total += counts.back() + 1;
  }
  std::vector<int> out(index(total), -7), in(out.size(), -7);
  for (int to = 0; to != size; ++to) {
    for (int i = 0; i != counts[index(to)]; ++i)
      out[index(places[index(to)] + i)] = word(rank, to, i);
  }
  MPI_Alltoallv(out.data(), counts.data(), places.data(), MPI_INT, in.data(), counts.data(),
                places.data(), MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoallv(MPI_IN_PLACE, nullptr, nullptr, MPI_INT, out.data(), counts.data(), places.data(),
                MPI_INT, MPI_COMM_WORLD);
  MPIT_CHECK(in == out);
  for (int from = 0; from != size; ++from) {
    for (int i = 0; i != counts[index(from)]; ++i)
      MPIT_CHECK(in[index(places[index(from)] + i)] == word(from, rank, i));
    MPIT_CHECK(in[index(places[index(from)] + counts[index(from)])] == -7);
  }
}

void check_scans() {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  const int mine[] = {rank + 1, 2 * rank};
  int upto[2], before[] = {-1, -1};
  MPI_Scan(mine, upto, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPIT_CHECK(upto[0] == (rank + 1) * (rank + 2) / 2 && upto[1] == rank * (rank + 1));
  MPI_Exscan(mine, before, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank > 0) MPIT_CHECK(before[0] == rank * (rank + 1) / 2 && before[1] == rank * (rank - 1));
  std::vector<int> all(index(size * (size + 1) / 2)), counts, part(index(rank + 1), -1);
  std::iota(all.begin(), all.end(), rank);
  for (int other = 0; other != size; ++other) counts.push_back(other + 1);
  MPI_Reduce_scatter(all.data(), part.data(), counts.data(), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  const int sum_of_ranks = size * (size - 1) / 2;
  for (int i = 0; i <= rank; ++i)
    MPIT_CHECK(part[index(i)] == size * (rank * (rank + 1) / 2 + i) + sum_of_ranks);
  std::vector<int> blocks(index(2 * size), rank);
  MPI_Reduce_scatter_block(MPI_IN_PLACE, blocks.data(), 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPIT_CHECK(blocks[0] == sum_of_ranks && blocks[1] == sum_of_ranks);
  int local = 5;
  MPI_Reduce_local(&mine[0], &local, 1, MPI_INT, MPI_SUM);
  MPIT_CHECK(local == rank + 6);
}

struct Located {
  double value;
  int place;
};

// An operation on MPI_DOUBLE_INT: the sum of the values and the larger index.
void add_located(void* in, void* inout, int* count, MPI_Datatype* datatype) {
  MPIT_CHECK(*datatype == MPI_DOUBLE_INT);
  const auto* left = static_cast<const Located*>(in);
  auto* right = static_cast<Located*>(inout);
  for (int i = 0; i != *count; ++i) {
    right[i].value += left[i].value;
    if (left[i].place > right[i].place) right[i].place = left[i].place;
  }
}

void check_pairs_of_values() {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  const Located mine[] = {{static_cast<double>(rank % 2), rank}, {-1.5 * rank, rank}};
  Located least[2], most[2], sums[2];
  MPI_Allreduce(mine, least, 2, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
  MPI_Allreduce(mine, most, 2, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
  MPIT_CHECK(least[0].value == 0 && least[0].place == 0);  // the lowest rank of equal values
  MPIT_CHECK(least[1].value == -1.5 * (size - 1) && least[1].place == size - 1);
  MPIT_CHECK(most[0].place == (size > 1 ? 1 : 0) && most[1].value == 0 && most[1].place == 0);
  MPI_Op op;
  int commutes = -1;
  MPI_Op_create(add_located, 1, &op);
  MPI_Op_commutative(op, &commutes);
  MPIT_CHECK(commutes == 1);
  MPI_Allreduce(mine, sums, 2, MPI_DOUBLE_INT, op, MPI_COMM_WORLD);
  const int half = size / 2;
  MPIT_CHECK(sums[0].value == half && sums[0].place == size - 1);
  MPI_Op_free(&op);
  const std::complex<double> factor(0, 1);
  std::complex<double> product;
  MPI_Allreduce(&factor, &product, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
  MPIT_CHECK(std::abs(product - std::pow(factor, size)) < 1e-9);
}

}  // namespace

void movements() {
  for (const int count : {1, 30'000}) {
    check_scatter(size_of(MPI_COMM_WORLD) - 1, count);
    check_alltoall(count);
  }
  check_uneven(0);
  check_uneven(size_of(MPI_COMM_WORLD) - 1);
  check_alltoallv();
  check_scans();
  check_pairs_of_values();
}
