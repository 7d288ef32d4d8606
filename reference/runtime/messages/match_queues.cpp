// SPDX-License-Identifier: BSD-3-Clause
// Matching of messages and receives.
#include "reference/runtime/messages/match_queues.hpp"

#include <cstring>
#include <utility>

namespace mpit::runtime {
namespace {

// Size of the largest buffer that is kept for reuse.
constexpr std::size_t most_reused = std::size_t{64} * 1024;

bool fits(const Message& message, std::uint64_t context, int source, int tag) {
  return message.context == context && (source == MPI_ANY_SOURCE || source == message.source) &&
         (tag == MPI_ANY_TAG || tag == message.tag);
}

}  // namespace

Ref<Request> MatchQueues::take_posted(const Message& message) {
  auto* const found = posted_.take([&](const auto& receive) {
    count_attempt();
    return fits(message, receive->context, receive->peer, receive->tag);
  });
  return found != nullptr ? std::exchange(*found, nullptr) : nullptr;
}

void MatchQueues::add_posted(Ref<Request> receive) { posted_.add() = std::move(receive); }

bool MatchQueues::remove_posted(const Request& receive) {
  auto* const found = posted_.take([&](const auto& posted) { return posted.get() == &receive; });
  if (found == nullptr) return false;
  *found = nullptr;
  return true;
}

const Message* MatchQueues::peek_unexpected(std::uint64_t context, int source, int tag) {
  const Kept* const found = unexpected_.find([&](const Kept& kept) {
    count_attempt();
    return fits(kept.message, context, source, tag);
  });
  return found != nullptr ? &found->message : nullptr;
}

MatchQueues::Kept* MatchQueues::take_kept(std::uint64_t context, int source, int tag) {
  return unexpected_.take([&](const Kept& kept) {
    count_attempt();
    return fits(kept.message, context, source, tag);
  });
}

const Message* MatchQueues::take_unexpected(std::uint64_t context, int source, int tag) {
  const Kept* const found = take_kept(context, source, tag);
  return found != nullptr ? &found->message : nullptr;
}

bool MatchQueues::move_unexpected(std::uint64_t context, int source, int tag,
                                  MatchedMessage& matched) {
  Kept* const found = take_kept(context, source, tag);
  if (found == nullptr) return false;
  const bool data_kept = found->message.data == found->data.data();
  matched.message = std::exchange(found->message, {});
  if (data_kept) {
    matched.data = std::exchange(found->data, {});  // keeps its memory
  }
  return true;
}

void MatchQueues::add_unexpected(const Message& message) {
  Kept& kept = unexpected_.add();
  const bool needs_copy = !message.sender && message.is_here() && message.owned == nullptr;
  if (needs_copy && (kept.data.size() < message.bytes || kept.data.size() > most_reused)) {
    try {
      kept.data = std::vector<std::byte>(message.bytes);
    } catch (...) {
      unexpected_.take([&](const Kept& each) { return &each == &kept; });
      throw;
    }
  }
  kept.message = message;
  kept.message.owned = nullptr;
  if (message.sender || !message.is_here()) return;
  if (message.owned != nullptr) {
    kept.data.swap(*message.owned);
  } else {
    if (message.bytes > 0) std::memcpy(kept.data.data(), message.data, message.bytes);
  }
  kept.message.data = kept.data.data();
}

}  // namespace mpit::runtime
