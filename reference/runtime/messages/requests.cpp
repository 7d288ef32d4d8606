// SPDX-License-Identifier: BSD-3-Clause
// Errors for wrong arguments; starting and completing requests.
#include "reference/runtime/messages/requests.hpp"

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mpit::runtime {

void fail_rank(int rank, int size) {
  throw Error{MPI_ERR_RANK, "rank " + std::to_string(rank) + " of " + std::to_string(size)};
}

void fail_tag(int tag) { throw Error{MPI_ERR_TAG, "tag " + std::to_string(tag)}; }

void fail_root(int root) { throw Error{MPI_ERR_ROOT, "root " + std::to_string(root)}; }

namespace {

Route route_of(const Operation& operation) {
  return {operation.communicator, operation.comm, operation.communicator.context, operation.peer,
          operation.tag};
}

// Elements that are not adjacent are packed first.
std::unique_ptr<Staged> make_stage(Type& type, std::size_t count) {
  auto staged = std::make_unique<Staged>();
  staged->packed.resize(type.layout.size() * count);
  return staged;
}

[[gnu::noinline]] Ref<Request> send_packed(Call& call, const Route& route, Type& type,
                                           const void* buffer, std::size_t count,
                                           bool synchronous) {
  auto staged = make_stage(type, count);
  auto& packed = staged->packed;
  type.layout.pack(buffer, count, packed.data());
  auto request = call.process.point_to_point.send(route, packed.data(), packed.size(), synchronous);
  if (request) request->staged = std::move(staged);
  return request;
}

// Receives with `receive(buffer, bytes)`.
template <class Receive>
[[gnu::noinline]] Ref<Request> receive_packed(Type& type, void* buffer, std::size_t count,
                                              const Outcome& outcome, Receive receive) {
  auto staged = make_stage(type, count);
  staged->type = Ref<const Type>(&type);
  staged->buffer = buffer;
  Ref<Request> request = receive(staged->packed.data(), staged->packed.size());
  if (request) {
    request->staged = std::move(staged);
  } else {
    staged->unpack(outcome.bytes);
  }
  return request;
}

}  // namespace

Ref<Request> begin_send(Call& call, const Route& route, Type& type, const void* buffer,
                        std::size_t count, bool synchronous) {
  call.process.progress.advance();
  Ref<Request> request;
  if (type.layout.is_dense()) [[likely]] {
    const std::size_t bytes = type.layout.size() * count;
    request = call.process.point_to_point.send(route, buffer, bytes, synchronous);
  } else {
    request = send_packed(call, route, type, buffer, count, synchronous);
  }
  call.process.progress.notify();
  return request;
}

Ref<Request> begin_receive(Call& call, const Route& route, Type& type, void* buffer,
                           std::size_t count, Outcome& outcome) {
  call.process.progress.advance();
  const auto receive = [&](void* room, std::size_t bytes) {
    return call.process.point_to_point.receive(route, room, bytes, outcome);
  };
  Ref<Request> request;
  if (type.layout.is_dense()) [[likely]] {
    request = receive(buffer, type.layout.size() * count);
  } else {
    request = receive_packed(type, buffer, count, outcome, receive);
  }
  call.process.progress.notify();
  return request;
}

Ref<Request> begin_receive(Call& call, const MatchedMessage& matched, Type& type, void* buffer,
                           std::size_t count, Outcome& outcome) {
  const Message& message = matched.message;
  const Route route{*matched.communicator, matched.comm, message.context, message.source,
                    message.tag};
  const auto receive = [&](void* room, std::size_t bytes) {
    return call.process.point_to_point.take(message, route, room, bytes, outcome);
  };
  auto request = type.layout.is_dense() ? receive(buffer, type.layout.size() * count)
                                        : receive_packed(type, buffer, count, outcome, receive);
  call.process.progress.notify();
  return request;
}

Ref<Request> start_send(Call& call, const Operation& operation, const void* buffer,
                        bool synchronous) {
  Type& type = check_buffer(call, buffer, operation.count, operation.datatype);
  check_rank(call, operation.communicator, operation.peer, false);
  check_tag(call, operation.tag, false);
  if (operation.peer == MPI_PROC_NULL) return nullptr;
  return begin_send(call, route_of(operation), type, buffer,
                    static_cast<std::size_t>(operation.count), synchronous);
}

Ref<Request> start_receive(Call& call, const Operation& operation, void* buffer, Outcome& outcome) {
  Type& type = check_buffer(call, buffer, operation.count, operation.datatype);
  check_rank(call, operation.communicator, operation.peer, true);
  check_tag(call, operation.tag, true);
  if (operation.peer == MPI_PROC_NULL) {
    outcome.source = MPI_PROC_NULL;
    return nullptr;
  }
  return begin_receive(call, route_of(operation), type, buffer,
                       static_cast<std::size_t>(operation.count), outcome);
}

MPI_Request handle_of(Call& call, Ref<Request> request, MPI_Comm comm, const Outcome& outcome) {
  if (!request) request = make_ref<Request>(comm, outcome);
  return call.process.requests.insert(std::move(request));
}

void wait_for(Call& call, const Ref<Request>& request) {
  if (request) call.process.progress.wait(call.lock, [&] { return request->complete; });
}

void wait_for(Call& call, const Ref<Request>& request, Outcome& outcome) {
  wait_for(call, request);
  if (request) outcome = request->outcome;
}

void set_status(MPI_Status* status, const Outcome& outcome) {
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = outcome.source;
  status->MPI_TAG = outcome.tag;
  const auto stored = static_cast<std::uint64_t>(outcome.bytes);
  std::memcpy(status->MPI_internal, &stored, sizeof stored);
  status->MPI_internal[2] = outcome.cancelled ? 1 : 0;
}

bool was_cancelled(const MPI_Status& status) { return status.MPI_internal[2] != 0; }

std::size_t received_bytes(const MPI_Status& status) {
  std::uint64_t stored;
  std::memcpy(&stored, status.MPI_internal, sizeof stored);
  return stored;
}

void settle(const Outcome& outcome, MPI_Comm comm, MPI_Status* status) {
  set_status(status, outcome);
  if (outcome.error == MPI_SUCCESS) return;
  throw Error{outcome.error, std::to_string(outcome.bytes) + " bytes fit", comm};
}

}  // namespace mpit::runtime
