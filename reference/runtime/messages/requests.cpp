// SPDX-License-Identifier: BSD-3-Clause
// The answers to wrong arguments; starting and completing requests.
#include "reference/runtime/messages/requests.hpp"

#include <cstdint>
#include <cstring>
#include <string>

namespace mpit::runtime {

namespace {

Route route_of(const Operation& operation) {
  return {operation.communicator, operation.comm, operation.communicator.context, operation.peer,
          operation.tag};
}

}  // namespace

void fail_rank(int rank, int size) {
  throw Error{MPI_ERR_RANK, "rank " + std::to_string(rank) + " of " + std::to_string(size)};
}

void fail_tag(int tag) { throw Error{MPI_ERR_TAG, "tag " + std::to_string(tag)}; }

void fail_root(int root) { throw Error{MPI_ERR_ROOT, "root " + std::to_string(root)}; }

Ref<Request> start_send(Call& call, const Operation& operation, const void* buffer,
                        bool synchronous) {
  const auto bytes = buffer_bytes(call, buffer, operation.count, operation.datatype);
  check_rank(call, operation.communicator, operation.peer, false);
  check_tag(call, operation.tag, false);
  if (operation.peer == MPI_PROC_NULL) return nullptr;
  call.process.progress();
  auto request = call.process.point_to_point.send(route_of(operation), buffer, bytes, synchronous);
  call.process.notify();
  return request;
}

Ref<Request> start_receive(Call& call, const Operation& operation, void* buffer, Outcome& outcome) {
  const auto bytes = buffer_bytes(call, buffer, operation.count, operation.datatype);
  check_rank(call, operation.communicator, operation.peer, true);
  check_tag(call, operation.tag, true);
  if (operation.peer == MPI_PROC_NULL) {
    outcome.source = MPI_PROC_NULL;
    return nullptr;
  }
  call.process.progress();
  auto request = call.process.point_to_point.receive(route_of(operation), buffer, bytes, outcome);
  call.process.notify();
  return request;
}

void wait_for(Call& call, const Ref<Request>& request) {
  if (request) call.process.wait(call.lock, [&] { return request->complete; });
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
}

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
