// SPDX-License-Identifier: BSD-3-Clause
// Messages that nobody asked for yet, receives that nothing arrived for yet, and how they meet.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "chain.hpp"
#include "objects.hpp"

namespace mpit::runtime {

struct Message {
  std::uint64_t context = 0;
  int source = 0;  ///< rank in the communicator
  int tag = 0;
  const std::byte* data = nullptr;
  std::size_t bytes = 0;
  std::vector<std::byte>* owned = nullptr;  ///< what holds the data, if it may be emptied
  Ref<Request> sender;      ///< of this process, to be completed by the match; or null
  int process = -1;         ///< the sender's rank in the world, if it is another process
  std::uint64_t offer = 0;  ///< it has the data and waits for the match; 0: it does not

  /// Whether the data are there.
  bool is_here() const { return offer == 0; }
};

/// The posted and the unexpected queue. Matching is by communicator, source and tag, wildcards
/// included, in the order of arrival (MPI-5.0 section 3.5). Not thread safe.
class MatchQueues {
 public:
  /// Counts comparisons of a message with a receive in `attempts`, which anybody may load.
  explicit MatchQueues(std::uint64_t& attempts) : attempts_(attempts) {}

  /// Takes the oldest posted receive that `message` fits; null if there is none.
  Ref<Request> take_posted(const Message& message);
  void add_posted(Ref<Request> receive);

  /// The oldest message that fits; null if there is none. It stays in the queue.
  const Message* peek_unexpected(std::uint64_t context, int source, int tag);
  /// The same, taken from the queue. Valid until the next message is added.
  const Message* take_unexpected(std::uint64_t context, int source, int tag);
  /// Keeps the message, and its data unless somebody waits with them.
  void add_unexpected(const Message& message);

  std::size_t posted() const { return posted_.size(); }
  std::size_t unexpected() const { return unexpected_.size(); }

 private:
  void count_attempt() {
    attempts_.store(attempts_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  struct Kept {
    Message message;
    std::vector<std::byte> data;
  };

  Chain<Ref<Request>> posted_;
  Chain<Kept> unexpected_;
  std::atomic_ref<std::uint64_t> attempts_;
};

}  // namespace mpit::runtime
