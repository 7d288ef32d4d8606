// SPDX-License-Identifier: BSD-3-Clause
// Sending and receiving over the two queues.
#include "point_to_point.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "variables.hpp"

namespace mpit::runtime {

PointToPoint::PointToPoint(Variables& variables)
    : variables_(variables),
      transport_(std::make_unique<SelfTransport>([this](Message m) { arrive(std::move(m)); })) {}

void PointToPoint::send(const std::shared_ptr<Request>& request, const void* buffer,
                        std::size_t bytes, int destination, int tag, bool synchronous) {
  const Communicator& communicator = *request->communicator;
  const bool eager = !synchronous && bytes <= variables_.eager_limit(communicator);
  Message message;
  message.context = communicator.context;
  message.source = communicator.group->rank;
  message.tag = tag;
  message.data = static_cast<const std::byte*>(buffer);
  message.bytes = bytes;
  request->complete = eager;
  if (!eager) message.sender = request;
  variables_.on_send(*request, bytes, eager);
  const auto process = static_cast<std::size_t>(destination);
  transport_->send(communicator.group->processes[process], std::move(message));
  if (eager) variables_.events().on_send_completed(*request, bytes);
}

void PointToPoint::arrive(Message message) {
  if (const auto receive = queues_.take_posted(message)) {
    deliver(message, *receive, false);
  } else {
    if (!message.sender) message.keep_copy();
    unexpected_bytes_ += message.bytes;
    variables_.events().on_unexpected(message, queues_.unexpected() + 1);
    queues_.add_unexpected(std::move(message));
  }
  publish_queues();
}

void PointToPoint::receive(const std::shared_ptr<Request>& request) {
  Message message;
  if (queues_.take_unexpected(*request, message)) {
    unexpected_bytes_ -= message.bytes;
    deliver(message, *request, true);
  } else {
    queues_.add_posted(request);
  }
  publish_queues();
}

const Message* PointToPoint::probe(int context, int source, int tag) {
  const Message* found = queues_.peek_unexpected(context, source, tag);
  publish_queues();
  return found;
}

void PointToPoint::deliver(const Message& message, Request& receive, bool was_unexpected) {
  receive.source = message.source;
  receive.tag = message.tag;
  receive.bytes = std::min(message.bytes, receive.capacity);
  if (message.bytes > receive.capacity) receive.error = MPI_ERR_TRUNCATE;
  if (receive.bytes > 0) std::memcpy(receive.buffer, message.data, receive.bytes);
  receive.complete = true;
  variables_.events().on_matched(message, was_unexpected);
  if (!message.sender) return;
  message.sender->complete = true;
  variables_.events().on_send_completed(*message.sender, message.bytes);
}

void PointToPoint::publish_queues() {
  variables_.on_queues(
      {queues_.posted(), queues_.unexpected(), unexpected_bytes_, queues_.attempts()});
}

}  // namespace mpit::runtime
