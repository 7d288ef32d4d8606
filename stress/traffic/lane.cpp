// SPDX-License-Identifier: BSD-3-Clause
// Self messages, counted.
#include "stress/traffic/lane.hpp"

#include <stdexcept>

#include "harness/mpi.hpp"

namespace mpitcheck::stress {

namespace {

void must(int code) {
  if (code != MPI_SUCCESS) throw std::runtime_error("a call of MPI failed in self traffic");
}

}  // namespace

void Lane::exchange(bool receive_first) {
  ++messages_.begun;
  const std::uint64_t out = sent_ + (static_cast<std::uint64_t>(tag_) << 32U);
  std::uint64_t in = 0;
  MPI_Request requests[2];
  const auto receive = [&] {
    must(MPI_Irecv(&in, sizeof in, MPI_BYTE, 0, tag_, MPI_COMM_SELF, &requests[0]));
  };
  if (receive_first) receive();
  must(MPI_Isend(&out, sizeof out, MPI_BYTE, 0, tag_, MPI_COMM_SELF, &requests[1]));
  if (!receive_first) receive();
  must(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  if (in != out) throw std::runtime_error("a self message arrived damaged");
  ++sent_;
  ++messages_.done;
}

}  // namespace mpitcheck::stress
