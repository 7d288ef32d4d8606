// SPDX-License-Identifier: BSD-3-Clause
// Self messages.
#include "common/messages.hpp"

#include <memory>

#include "common/target.hpp"
#include "harness/mpi.hpp"
#include "harness/pvars.hpp"
#include "harness/traffic.hpp"

namespace mpitcheck::bench {

namespace {

std::vector<PvarInfo> find_moving_pvars() {
  const PvarSession session;
  std::vector<std::unique_ptr<PvarHandle>> handles;
  std::vector<Numbers> before;
  for (const PvarInfo& pvar : usable_pvars()) {
    handles.push_back(std::make_unique<PvarHandle>(session, pvar));
    handles.back()->run();
    before.push_back(handles.back()->numbers());
  }
  drive_pvars();
  const WaitingMessages waiting;
  std::vector<PvarInfo> moving;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    if (handles[i]->numbers() != before[i]) moving.push_back(usable_pvars()[i]);
  }
  if (moving.empty()) missing("a pvar that self messages move");
  return moving;
}

}  // namespace

void time_self_messages(benchmark::State& state) {
  long long sent = 0;
  long long received = -1;
  bool lost = false;
  time_calls(state, [&] {
    MPI_Request requests[2];
    ++sent;
    int codes = MPI_Isend(&sent, 1, MPI_LONG_LONG, 0, 1, MPI_COMM_SELF, &requests[0]);
    codes |= MPI_Irecv(&received, 1, MPI_LONG_LONG, 0, 1, MPI_COMM_SELF, &requests[1]);
    codes |= MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    lost |= received != sent;
    return codes;
  });
  if (lost) state.SkipWithError("a message did not arrive");
  expect_gain(state, static_cast<std::uint64_t>(received));
}

void time_barriers(benchmark::State& state) {
  time_calls(state, [] { return MPI_Barrier(MPI_COMM_WORLD); });
}

const std::vector<PvarInfo>& moving_pvars() {
  static const std::vector<PvarInfo> moving = find_moving_pvars();
  return moving;
}

}  // namespace mpitcheck::bench
