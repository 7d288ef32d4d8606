// SPDX-License-Identifier: BSD-3-Clause
// Traffic of known size within one process, to make performance variables change.
#pragma once

#include <vector>

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// Sends `count` messages of `bytes` bytes to this process on MPI_COMM_SELF and receives them. Even
/// messages are sent before their receive is posted, odd ones after. MPI must be initialized.
/// Throws std::runtime_error if a message arrives damaged or a call of MPI fails.
void self_traffic(int count, int bytes);

/// Unreceived messages of this process to itself, and receives without messages, on MPI_COMM_SELF.
/// The destructor matches and completes them. MPI must be initialized. Only one object may exist at
/// a time, because the messages of two would be mixed up.
class WaitingMessages {
 public:
  /// Starts `pairs` messages and as many receives. Throws std::runtime_error if a call of MPI
  /// fails.
  explicit WaitingMessages(int pairs = 3);
  ~WaitingMessages();
  WaitingMessages(const WaitingMessages&) = delete;
  WaitingMessages& operator=(const WaitingMessages&) = delete;

 private:
  // A message without a receive, and a receive without a message.
  struct Pair {
    char sent[2] = {};
    char received[2] = {};
  };
  std::vector<Pair> pairs_;
  std::vector<MPI_Request> requests_;
};

}  // namespace mpitcheck
