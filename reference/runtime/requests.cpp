// SPDX-License-Identifier: BSD-3-Clause
// Starting communications, and what their completion tells the program.
#include "requests.hpp"

#include <cstdint>
#include <cstring>

#include "arguments.hpp"

namespace mpit::runtime {
namespace {

std::shared_ptr<Request> make_request(const Operation& operation, Request::Direction direction) {
  auto request = new_request();
  request->direction = direction;
  request->comm = operation.comm;
  request->communicator = operation.communicator;
  request->context = operation.communicator->context;
  request->source = operation.peer;
  request->tag = operation.tag;
  return request;
}

}  // namespace

std::shared_ptr<Request> start_send(Call& call, const Operation& operation, const void* buffer,
                                    bool synchronous) {
  const auto bytes = buffer_bytes(call, buffer, operation.count, operation.datatype);
  check_rank(call, *operation.communicator, operation.peer, false);
  check_tag(call, operation.tag, false);
  auto request = make_request(operation, Request::Direction::send);
  if (operation.peer == MPI_PROC_NULL) {
    request->complete = true;
  } else {
    call.process.progress();
    call.process.point_to_point.send(request, buffer, bytes, synchronous);
    call.process.notify();
  }
  return request;
}

std::shared_ptr<Request> start_receive(Call& call, const Operation& operation, void* buffer) {
  const auto bytes = buffer_bytes(call, buffer, operation.count, operation.datatype);
  check_rank(call, *operation.communicator, operation.peer, true);
  check_tag(call, operation.tag, true);
  auto request = make_request(operation, Request::Direction::receive);
  request->buffer = buffer;
  request->capacity = bytes;
  if (operation.peer == MPI_PROC_NULL) {
    request->tag = MPI_ANY_TAG;
    request->complete = true;
  } else {
    call.process.progress();
    call.process.point_to_point.receive(request);
    call.process.notify();
  }
  return request;
}

void set_status(MPI_Status* status, int source, int tag, std::size_t bytes) {
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = source;
  status->MPI_TAG = tag;
  const auto stored = static_cast<std::uint64_t>(bytes);
  std::memcpy(status->MPI_internal, &stored, sizeof stored);
}

void set_empty_status(MPI_Status* status) { set_status(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0); }

void set_status(MPI_Status* status, const Request& request) {
  if (request.direction == Request::Direction::send) {
    set_empty_status(status);
  } else {
    set_status(status, request.source, request.tag, request.bytes);
  }
}

std::size_t received_bytes(const MPI_Status& status) {
  std::uint64_t stored;
  std::memcpy(&stored, status.MPI_internal, sizeof stored);
  return stored;
}

void complete(Call& call, const Request& request, MPI_Status* status) {
  call.process.wait(call.lock, [&] { return request.complete; });
  set_status(status, request);
  if (request.error != MPI_SUCCESS) {
    throw Error{request.error, std::to_string(request.capacity) + " bytes fit", request.comm};
  }
}

}  // namespace mpit::runtime
