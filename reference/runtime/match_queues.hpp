// SPDX-License-Identifier: BSD-3-Clause
// Messages that nobody asked for yet, receives that nothing arrived for yet, and how they meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include "objects.hpp"

namespace mpit::runtime {

struct Message {
  int context = 0;
  int source = 0;  ///< rank in the communicator
  int tag = 0;
  const std::byte* data = nullptr;
  std::size_t bytes = 0;
  std::vector<std::byte> copy;      ///< where `data` points once the sender went on
  std::shared_ptr<Request> sender;  ///< to be completed by the match; null if the sender went on

  /// Makes the message independent of the sender's buffer.
  void keep_copy();
};

/// The posted and the unexpected queue. Matching is by communicator, source and tag, wildcards
/// included, in the order of arrival (MPI-5.0 section 3.5). Not thread safe.
class MatchQueues {
 public:
  /// Takes the oldest posted receive that `message` fits; null if there is none.
  std::shared_ptr<Request> take_posted(const Message& message);
  void add_posted(std::shared_ptr<Request> receive);

  /// The oldest message that fits; null if there is none. It stays in the queue.
  const Message* peek_unexpected(int context, int source, int tag);
  /// Takes the oldest message that fits `receive` into `message`; false if there is none.
  bool take_unexpected(const Request& receive, Message& message);
  void add_unexpected(Message message);

  std::size_t posted() const { return posted_.size(); }
  std::size_t unexpected() const { return unexpected_.size(); }
  /// Comparisons of a message with a receive, ever.
  std::uint64_t attempts() const { return attempts_; }

 private:
  using Unexpected = std::list<Message>;
  Unexpected::iterator find_unexpected(int context, int source, int tag);

  std::list<std::shared_ptr<Request>> posted_;
  Unexpected unexpected_;
  std::uint64_t attempts_ = 0;
};

}  // namespace mpit::runtime
