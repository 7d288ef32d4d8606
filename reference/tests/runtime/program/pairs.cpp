// SPDX-License-Identifier: BSD-3-Clause
// Messages between all pairs of processes, of random sizes and tags, all at once.
#include <algorithm>

#include "reference/tests/runtime/program/program.hpp"

namespace {

constexpr int messages_each_way = 12;  // between two processes

struct Plan {
  int size;
  int tag;
};

// The messages from `from` to `to`. Both processes compute the same plan.
std::vector<Plan> plan(int from, int to) {
  std::mt19937 random(static_cast<unsigned>(from * 64 + to));
  std::vector<Plan> plans;
  for (int i = 0; i != messages_each_way; ++i) {
    const int magnitude = static_cast<int>(random() % 21);  // up to 1 MiB
    const int size = static_cast<int>(random() % (1U << magnitude));
    plans.push_back({i == 0 ? 0 : i == 1 ? 1 << 20 : size, static_cast<int>(random() % 3)});
  }
  return plans;
}

unsigned seed_of(int from, int to, int message) {
  return static_cast<unsigned>((from * 64 + to) * messages_each_way + message);
}

}  // namespace

// Receives are posted tag by tag. Messages with the same tag must arrive in order.
void pairs() {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  std::vector<std::vector<unsigned char>> sent;
  std::vector<MPI_Request> requests;
  for (int to = 0; to != size; ++to) {
    const auto plans = plan(rank, to);
    for (int i = 0; i != messages_each_way; ++i) {
      const Plan& each = plans[static_cast<std::size_t>(i)];
      sent.push_back(make_bytes(static_cast<std::size_t>(each.size), seed_of(rank, to, i)));
      requests.emplace_back();
      MPI_Isend(sent.back().data(), each.size, MPI_BYTE, to, each.tag, MPI_COMM_WORLD,
                &requests.back());
    }
  }
  for (int tag = 2; tag >= 0; --tag) {
    for (int from = 0; from != size; ++from) {
      const auto plans = plan(from, rank);
      for (int i = 0; i != messages_each_way; ++i) {
        const Plan& each = plans[static_cast<std::size_t>(i)];
        if (each.tag != tag) continue;
        std::vector<unsigned char> come(1 << 20);
        MPI_Status status;
        int count = -1;
        MPI_Recv(come.data(), 1 << 20, MPI_BYTE, from, tag, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &count);
        MPIT_CHECK(count == each.size);
        come.resize(static_cast<std::size_t>(count));
        MPIT_CHECK(come == make_bytes(come.size(), seed_of(from, rank, i)));
      }
    }
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  MPIT_CHECK(std::all_of(requests.begin(), requests.end(),
                         [](MPI_Request request) { return request == MPI_REQUEST_NULL; }));
}
