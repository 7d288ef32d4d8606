// SPDX-License-Identifier: BSD-3-Clause
// Traffic of known size within one process, to make performance variables change.
#pragma once

#include <vector>

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// Sends `count` messages of `bytes` bytes to this process on MPI_COMM_SELF and receives them. Even
/// messages are sent before their receive is posted, odd ones after. MPI must be up. Throws
/// std::runtime_error if a message arrives damaged or a call of MPI fails.
void self_traffic(int count, int bytes);

/// Messages of this process to itself that wait to be received, and receives that wait for their
/// messages, on MPI_COMM_SELF. The end of the scope matches and completes them. MPI must be up.
/// Only one object at a time: the messages of two would be mixed up.
class WaitingMessages {
 public:
  /// `pairs` messages and as many receives.
  explicit WaitingMessages(int pairs = 3);
  ~WaitingMessages();
  WaitingMessages(const WaitingMessages&) = delete;
  WaitingMessages& operator=(const WaitingMessages&) = delete;

 private:
  // A message that waits for its receive, and a receive that waits for its message.
  struct Pair {
    char sent[2] = {};
    char received[2] = {};
  };
  std::vector<Pair> pairs_;
  std::vector<MPI_Request> requests_;
};

}  // namespace mpitcheck
