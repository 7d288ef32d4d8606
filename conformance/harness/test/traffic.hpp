// SPDX-License-Identifier: BSD-3-Clause
// Traffic of known size within one process: what makes performance variables move.
#pragma once

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// Sends `count` messages of `bytes` bytes to this process on MPI_COMM_SELF and receives them; even
/// ones are sent before their receive is posted, odd ones after. MPI must be up. Throws
/// std::runtime_error if a message arrives damaged or a call of MPI fails.
void self_traffic(int count, int bytes);

/// Messages of this process to itself that wait to be received, and receives that wait for their
/// messages, on MPI_COMM_SELF; matched and completed at the end of the scope. MPI must be up.
class WaitingMessages {
 public:
  WaitingMessages();
  ~WaitingMessages();
  WaitingMessages(const WaitingMessages&) = delete;
  WaitingMessages& operator=(const WaitingMessages&) = delete;

 private:
  static constexpr int pairs_ = 3;
  char sent_[2 * pairs_] = {};
  char received_[2 * pairs_] = {};
  MPI_Request requests_[4 * pairs_];
};

}  // namespace mpitcheck
