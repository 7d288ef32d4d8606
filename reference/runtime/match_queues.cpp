// SPDX-License-Identifier: BSD-3-Clause
// Matching of messages and receives.
#include "match_queues.hpp"

#include <algorithm>
#include <utility>

namespace mpit::runtime {
namespace {

bool fits(const Message& message, int context, int source, int tag) {
  return message.context == context && (source == MPI_ANY_SOURCE || source == message.source) &&
         (tag == MPI_ANY_TAG || tag == message.tag);
}

}  // namespace

void Message::keep_copy() {
  copy.assign(data, data + bytes);
  data = copy.data();
}

std::shared_ptr<Request> MatchQueues::take_posted(const Message& message) {
  const auto found = std::find_if(posted_.begin(), posted_.end(), [&](const auto& receive) {
    ++attempts_;
    return fits(message, receive->communicator->context, receive->source, receive->tag);
  });
  if (found == posted_.end()) return nullptr;
  auto receive = std::move(*found);
  posted_.erase(found);
  return receive;
}

void MatchQueues::add_posted(std::shared_ptr<Request> receive) {
  posted_.push_back(std::move(receive));
}

MatchQueues::Unexpected::iterator MatchQueues::find_unexpected(int context, int source, int tag) {
  return std::find_if(unexpected_.begin(), unexpected_.end(), [&](const Message& message) {
    ++attempts_;
    return fits(message, context, source, tag);
  });
}

const Message* MatchQueues::peek_unexpected(int context, int source, int tag) {
  const auto found = find_unexpected(context, source, tag);
  return found == unexpected_.end() ? nullptr : &*found;
}

bool MatchQueues::take_unexpected(const Request& receive, Message& message) {
  const auto found = find_unexpected(receive.communicator->context, receive.source, receive.tag);
  if (found == unexpected_.end()) return false;
  message = std::move(*found);
  unexpected_.erase(found);
  return true;
}

void MatchQueues::add_unexpected(Message message) { unexpected_.push_back(std::move(message)); }

}  // namespace mpit::runtime
