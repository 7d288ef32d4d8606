// SPDX-License-Identifier: BSD-3-Clause
// Attached buffers, and sends that use them.
#include "reference/runtime/messages/buffered.hpp"

#include <algorithm>
#include <memory>

#include "reference/runtime/messages/requests.hpp"

namespace mpit::runtime {

void BufferedSends::attach(void* buffer, int size) {
  if (attached_) throw Error{MPI_ERR_BUFFER, "there is an attached buffer"};
  attached_ = true;
  buffer_ = buffer;
  size_ = size;
}

std::pair<void*, int> BufferedSends::detach() {
  if (!attached_) throw Error{MPI_ERR_BUFFER, "no buffer is attached"};
  attached_ = false;
  return {std::exchange(buffer_, nullptr), std::exchange(size_, 0)};
}

void BufferedSends::forget_complete() {
  std::erase_if(pending_, [](const Ref<Request>& send) { return send->complete; });
}

void BufferedSends::reserve(std::size_t bytes) {
  if (attached_ && buffer_ == MPI_BUFFER_AUTOMATIC) return;
  forget_complete();
  std::size_t used = bytes + MPI_BSEND_OVERHEAD;
  for (const auto& send : pending_) used += send->staged->packed.size() + MPI_BSEND_OVERHEAD;
  if (!attached_ || used > static_cast<std::size_t>(size_))
    throw Error{MPI_ERR_BUFFER, "no room in the attached buffer"};
}

void BufferedSends::add(Ref<Request> send) { pending_.push_back(std::move(send)); }

bool BufferedSends::is_empty() {
  forget_complete();
  return pending_.empty();
}

void send_buffered(Call& call, const Route& route, const Type& type, const void* buffer,
                   std::size_t count) {
  auto copy = std::make_unique<Staged>();
  copy->packed.resize(type.layout.size() * count);
  call.process.progress.advance();
  call.process.buffered.reserve(copy->packed.size());
  type.layout.pack(buffer, count, copy->packed.data());
  auto request =
      call.process.point_to_point.send(route, copy->packed.data(), copy->packed.size(), false);
  if (request) {
    request->staged = std::move(copy);
    call.process.buffered.add(std::move(request));
  }
  call.process.progress.notify();
}

}  // namespace mpit::runtime

using namespace mpit::runtime;

namespace {

void start(Call& call, const Operation& operation, const void* buffer) {
  const Type& type = check_buffer(call, buffer, operation.count, operation.datatype);
  check_rank(call, operation.communicator, operation.peer, false);
  check_tag(call, operation.tag, false);
  if (operation.peer == MPI_PROC_NULL) return;
  const Route route{operation.communicator, operation.comm, operation.communicator.context,
                    operation.peer, operation.tag};
  send_buffered(call, route, type, buffer, static_cast<std::size_t>(operation.count));
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Buffer_attach, (void* buffer, int size)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    if (size < 0) throw Error{MPI_ERR_ARG, "negative size"};
    call.process.buffered.attach(buffer, size);
  });
}

MPIT_API(int, MPI_Buffer_detach, (void* buffer_addr, int* size)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(buffer_addr, "buffer_addr");
    require_pointer(size, "size");
    call.process.progress.wait(call.lock, [&] { return call.process.buffered.is_empty(); });
    const auto [buffer, bytes] = call.process.buffered.detach();
    *static_cast<void**>(buffer_addr) = buffer;
    *size = bytes;
  });
}

MPIT_API(int, MPI_Bsend,
         (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    start(call, {comm, communicator, count, datatype, dest, tag}, buf);
  });
}

MPIT_API(int, MPI_Ibsend,
         (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
          MPI_Request* request)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(request, "request");
    start(call, {comm, communicator, count, datatype, dest, tag}, buf);
    *request = handle_of(call, nullptr, comm, {});
  });
}

}  // extern "C"
