// SPDX-License-Identifier: BSD-3-Clause
// Messages of a process to itself.
#include "conformance/harness/test/traffic.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/test/repertoire.hpp"

namespace mpitcheck {

namespace {

constexpr int tag = 7;
constexpr int waiting_send_tag = 8;
constexpr int waiting_receive_tag = 9;

void must(int code) {
  if (code != MPI_SUCCESS) throw std::runtime_error("a call of MPI failed in self traffic");
}

void exchange(const std::vector<char>& out, std::vector<char>& in, bool send_first) {
  const int bytes = static_cast<int>(out.size());
  MPI_Request requests[2];
  for (const bool sends : {send_first, !send_first}) {
    if (sends) {
      must(MPI_Isend(out.data(), bytes, MPI_CHAR, 0, tag, MPI_COMM_SELF, &requests[0]));
    } else {
      must(MPI_Irecv(in.data(), bytes, MPI_CHAR, 0, tag, MPI_COMM_SELF, &requests[1]));
    }
  }
  must(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
}

}  // namespace

void self_traffic(int count, int bytes) {
  require_part("messages");
  std::vector<char> out(static_cast<std::size_t>(bytes));
  std::vector<char> in(out.size());
  for (int i = 0; i < count; ++i) {
    std::fill(out.begin(), out.end(), static_cast<char>('a' + i % 26));
    std::fill(in.begin(), in.end(), '\0');
    exchange(out, in, i % 2 == 0);
    if (in != out) throw std::runtime_error("a self message arrived damaged");
  }
}

WaitingMessages::WaitingMessages(int pairs) : pairs_(static_cast<std::size_t>(pairs)) {
  require_part("messages");
  requests_.reserve(4 * pairs_.size());  // the destructor cannot handle a lack of memory
  for (Pair& pair : pairs_) {
    must(MPI_Isend(&pair.sent[0], 1, MPI_CHAR, 0, waiting_send_tag, MPI_COMM_SELF,
                   &requests_.emplace_back()));
    must(MPI_Irecv(&pair.received[0], 1, MPI_CHAR, 0, waiting_receive_tag, MPI_COMM_SELF,
                   &requests_.emplace_back()));
  }
}

WaitingMessages::~WaitingMessages() {
  for (Pair& pair : pairs_) {
    MPI_Irecv(&pair.received[1], 1, MPI_CHAR, 0, waiting_send_tag, MPI_COMM_SELF,
              &requests_.emplace_back());
    MPI_Isend(&pair.sent[1], 1, MPI_CHAR, 0, waiting_receive_tag, MPI_COMM_SELF,
              &requests_.emplace_back());
  }
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
}

}  // namespace mpitcheck
