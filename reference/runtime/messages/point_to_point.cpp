// SPDX-License-Identifier: BSD-3-Clause
// Sending and receiving over the two queues.
#include "reference/runtime/messages/point_to_point.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "reference/runtime/job/variables.hpp"
#include "reference/variants/side_effects.hpp"

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

// The outcome of a receive with room for `room` bytes.
Outcome outcome_of(const Message& message, std::size_t room) {
  return {message.source, message.tag, std::min(message.bytes, room),
          message.bytes > room ? MPI_ERR_TRUNCATE : MPI_SUCCESS};
}

}  // namespace

PointToPoint::PointToPoint(Variables& variables)
    : variables_(variables), queues_(variables.performance().match_attempts()) {}

void PointToPoint::connect(const Job& job) {
  rank_ = job.rank();
  Arrivals& arrivals = *this;
  transport_ = std::make_unique<Transport>(job, arrivals);
}

Ref<Request> PointToPoint::send(const Route& route, const void* buffer, std::size_t bytes,
                                bool synchronous) {
  if (is_harmed.load(std::memory_order_relaxed)) [[unlikely]]
    std::abort();
  const Communicator& communicator = route.communicator;
  const int process = communicator.group->processes[static_cast<std::size_t>(route.peer)];
  const bool local = process == rank_;
  const bool eager = !synchronous && bytes <= variables_.control().eager_limit(communicator) &&
                     (local || transport_->may_keep(bytes));
  Message message;
  message.context = route.context;
  message.source = communicator.group->rank;
  message.tag = route.tag;
  message.data = static_cast<const std::byte*>(buffer);
  message.bytes = bytes;
  const bool internal = is_internal(route.context);
  if (!internal) variables_.on_send(route, bytes, eager);
  Ref<Request> request;
  if (!eager) request = make_ref<Request>(route, nullptr, bytes);
  if (local) {
    message.sender = request;
    arrive(message);
  } else if (eager) {
    transport_->send(process, message);
  } else {
    transport_->offer(process, message, request);
  }
  if (eager && !internal) variables_.events().on_send_completed(route.peer, route.tag, bytes);
  return request;
}

Ref<Request> PointToPoint::receive(const Route& route, void* buffer, std::size_t bytes,
                                   Outcome& outcome) {
  const bool internal = is_internal(route.context);
  MatchQueues& queues = internal ? internal_queues_ : queues_;
  if (const Message* const message = queues.take_unexpected(route.context, route.peer, route.tag)) {
    if (!internal) on_taken_out(*message);
    return take(*message, route, buffer, bytes, outcome);
  }
  auto request = make_ref<Request>(route, buffer, bytes);
  queues.add_posted(request);
  if (!internal) variables_.performance().on_posted_added(queues.posted());
  return request;
}

// A receive of the program matched an unexpected message.
void PointToPoint::on_taken_out(const Message& message) {
  variables_.events().on_matched(message, true);
  unexpected_bytes_ -= message.bytes;
  variables_.on_unexpected_taken(queues_.unexpected(), unexpected_bytes_);
}

Ref<Request> PointToPoint::take(const Message& message, const Route& route, void* buffer,
                                std::size_t bytes, Outcome& outcome) {
  outcome = outcome_of(message, bytes);
  if (message.is_here()) {
    take_data(message, buffer, outcome.bytes);
    return nullptr;
  }
  auto request = make_ref<Request>(route, buffer, bytes);
  request->outcome = outcome;
  transport_->accept(message, outcome.bytes, request);
  return request;
}

bool PointToPoint::match(std::uint64_t context, int source, int tag, MatchedMessage& matched) {
  if (!queues_.move_unexpected(context, source, tag, matched)) return false;
  on_taken_out(matched.message);
  return true;
}

void PointToPoint::cancel(Request& request) {
  if (request.complete || !queues_.remove_posted(request)) return;
  variables_.performance().on_posted_taken(queues_.posted());
  request.outcome.cancelled = true;
  request.complete = true;
}

void PointToPoint::arrive(const Message& message) {
  const bool internal = is_internal(message.context);
  MatchQueues& queues = internal ? internal_queues_ : queues_;
  if (const auto receive = queues.take_posted(message)) {
    if (!internal) {
      variables_.events().on_matched(message, false);
      variables_.performance().on_posted_taken(queues.posted());
    }
    receive->outcome = outcome_of(message, receive->bytes);
    if (message.is_here()) {
      take_data(message, receive->buffer, receive->outcome.bytes);
      on_received(*receive);
    } else {
      transport_->accept(message, receive->outcome.bytes, receive);
    }
  } else {
    queues.add_unexpected(message);
    if (!internal) {
      variables_.events().on_unexpected(message, queues.unexpected());
      unexpected_bytes_ += message.bytes;
      variables_.on_unexpected_added(queues.unexpected(), unexpected_bytes_);
    }
  }
}

// Copies the data of a message that is here, and completes its sender.
void PointToPoint::take_data(const Message& message, void* buffer, std::size_t bytes) {
  if (bytes > 0) std::memcpy(buffer, message.data, bytes);
  if (message.sender) on_sent(*message.sender);
}

const Message* PointToPoint::probe(std::uint64_t context, int source, int tag) {
  return queues_.peek_unexpected(context, source, tag);
}

void PointToPoint::on_sent(Request& send) {
  send.complete = true;
  if (is_internal(send.context)) return;
  variables_.events().on_send_completed(send.peer, send.tag, send.bytes);
}

void PointToPoint::on_received(Request& receive) {
  if (receive.staged) [[unlikely]]
    receive.staged->unpack(receive.outcome.bytes);
  receive.complete = true;
}

}  // namespace mpit::runtime
