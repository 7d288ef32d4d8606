// SPDX-License-Identifier: BSD-3-Clause
// Sending and receiving over the two queues.
#include "point_to_point.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "variables.hpp"

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===
categories:
  - name        : mpi_protocol
    description : How messages are sent and waited for.

cvars:
  - name        : mpi_eager_limit
    category    : mpi_protocol
    type        : int
    default     : 65536
    class       : none
    verbosity   : MPI_T_VERBOSITY_TUNER_BASIC
    scope       : MPI_T_SCOPE_LOCAL
    description : >-
      Longest message, in bytes, whose send ends without waiting for the receive; a negative value
      is as 0. It counts for sends that start later. Set it at any time; it concerns this process
      only.
=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

namespace mpit::runtime {
namespace {

bool is_internal(std::uint64_t context) { return context % 2 != 0; }

}  // namespace

PointToPoint::PointToPoint(Variables& variables) : variables_(variables) {}

void PointToPoint::connect(const Job& job) {
  rank_ = job.rank();
  Arrivals& arrivals = *this;
  transport_ = std::make_unique<Transport>(job, arrivals);
}

void PointToPoint::send(const std::shared_ptr<Request>& request, const void* buffer,
                        std::size_t bytes, bool synchronous) {
  const Communicator& communicator = *request->communicator;
  const int process = communicator.group->processes[static_cast<std::size_t>(request->source)];
  const bool local = process == rank_;
  const bool eager = !synchronous && bytes <= variables_.eager_limit(communicator) &&
                     (local || transport_->may_keep(bytes));
  Message message;
  message.context = request->context;
  message.source = communicator.group->rank;
  message.tag = request->tag;
  message.data = static_cast<const std::byte*>(buffer);
  message.bytes = bytes;
  request->bytes = bytes;
  request->complete = eager;
  const bool internal = is_internal(request->context);
  if (!internal) variables_.on_send(*request, bytes, eager);
  if (local) {
    if (!eager) message.sender = request;
    arrive(std::move(message));
  } else if (eager) {
    transport_->send(process, message);
  } else {
    transport_->offer(process, message, request);
  }
  if (eager && !internal) variables_.events().on_send_completed(*request, bytes);
}

void PointToPoint::arrive(Message&& message) {
  if (is_internal(message.context)) return arrive_internally(std::move(message));
  if (const auto receive = queues_.take_posted(message)) {
    variables_.events().on_matched(message, false);
    deliver(message, receive);
  } else {
    unexpected_bytes_ += message.bytes;
    variables_.events().on_unexpected(message, queues_.unexpected() + 1);
    queues_.add_unexpected(std::move(message));
  }
  publish_queues();
}

void PointToPoint::arrive_internally(Message&& message) {
  if (const auto receive = internal_queues_.take_posted(message)) {
    deliver(message, receive);
  } else {
    internal_queues_.add_unexpected(std::move(message));
  }
}

void PointToPoint::receive(const std::shared_ptr<Request>& request) {
  const bool internal = is_internal(request->context);
  MatchQueues& queues = internal ? internal_queues_ : queues_;
  if (const Message* const message = queues.take_unexpected(*request)) {
    if (!internal) {
      unexpected_bytes_ -= message->bytes;
      variables_.events().on_matched(*message, true);
    }
    deliver(*message, request);
  } else {
    queues.add_posted(request);
  }
  if (!internal) publish_queues();
}

const Message* PointToPoint::probe(std::uint64_t context, int source, int tag) {
  const Message* found = queues_.peek_unexpected(context, source, tag);
  publish_queues();
  return found;
}

void PointToPoint::deliver(const Message& message, const std::shared_ptr<Request>& receive) {
  receive->source = message.source;
  receive->tag = message.tag;
  receive->bytes = std::min(message.bytes, receive->capacity);
  if (message.bytes > receive->capacity) receive->error = MPI_ERR_TRUNCATE;
  if (!message.is_here()) return transport_->accept(message, receive->bytes, receive);
  if (receive->bytes > 0) std::memcpy(receive->buffer, message.data, receive->bytes);
  receive->complete = true;
  if (message.sender) on_sent(*message.sender);
}

void PointToPoint::on_sent(Request& send) {
  send.complete = true;
  if (!is_internal(send.context)) variables_.events().on_send_completed(send, send.bytes);
}

void PointToPoint::on_received(Request& receive) { receive.complete = true; }

void PointToPoint::publish_queues() {
  variables_.on_queues(
      {queues_.posted(), queues_.unexpected(), unexpected_bytes_, queues_.attempts()});
}

}  // namespace mpit::runtime
