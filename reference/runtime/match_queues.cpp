// SPDX-License-Identifier: BSD-3-Clause
// Matching of messages and receives.
#include "match_queues.hpp"

#include <algorithm>
#include <utility>

namespace mpit::runtime {
namespace {

constexpr std::size_t most_reused = 64 * 1024;  // bytes of memory that a copy leaves to the next

bool fits(const Message& message, std::uint64_t context, int source, int tag) {
  return message.context == context && (source == MPI_ANY_SOURCE || source == message.source) &&
         (tag == MPI_ANY_TAG || tag == message.tag);
}

}  // namespace

std::shared_ptr<Request> MatchQueues::take_posted(const Message& message) {
  const auto found = std::find_if(posted_.begin(), posted_.end(), [&](const auto& receive) {
    ++attempts_;
    return fits(message, receive->context, receive->source, receive->tag);
  });
  if (found == posted_.end()) return nullptr;
  auto receive = std::move(*found);
  posted_.erase(found);
  return receive;
}

void MatchQueues::add_posted(std::shared_ptr<Request> receive) {
  posted_.push_back(std::move(receive));
}

MatchQueues::Unexpected::iterator MatchQueues::find_unexpected(std::uint64_t context, int source,
                                                               int tag) {
  return std::find_if(unexpected_.begin(), unexpected_.end(), [&](const Message& message) {
    ++attempts_;
    return fits(message, context, source, tag);
  });
}

const Message* MatchQueues::peek_unexpected(std::uint64_t context, int source, int tag) {
  const auto found = find_unexpected(context, source, tag);
  return found == unexpected_.end() ? nullptr : &*found;
}

const Message* MatchQueues::take_unexpected(const Request& receive) {
  const auto found = find_unexpected(receive.context, receive.source, receive.tag);
  if (found == unexpected_.end()) return nullptr;
  taken_.splice(taken_.begin(), unexpected_, found);
  taken_.resize(1);
  return &taken_.front();
}

void MatchQueues::add_unexpected(Message&& message) {
  if (taken_.empty()) {
    unexpected_.emplace_back();
  } else {
    unexpected_.splice(unexpected_.end(), taken_);
  }
  Message& kept = unexpected_.back();
  const bool reuses = message.copy.empty() && kept.copy.capacity() <= most_reused;
  if (reuses) message.copy = std::move(kept.copy);
  kept = std::move(message);
  if (kept.sender || !kept.is_here() || kept.data == kept.copy.data()) return;
  kept.copy.assign(kept.data, kept.data + kept.bytes);
  kept.data = kept.copy.data();
}

}  // namespace mpit::runtime
