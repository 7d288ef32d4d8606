// SPDX-License-Identifier: BSD-3-Clause
// Collective communication: simple algorithms over the library's own messages, on bytes.
#include "reference/runtime/messages/collective.hpp"

#include <cstring>
#include <string>
#include <vector>

#include "reference/runtime/messages/requests.hpp"

namespace mpit::runtime {

void copy_part(const void* part, std::size_t bytes, void* room, std::size_t room_bytes) {
  if (bytes > room_bytes) {
    throw Error{MPI_ERR_TRUNCATE, std::to_string(room_bytes) + " bytes fit"};
  }
  if (bytes > 0) std::memmove(room, part, bytes);
}

Outgoing::Outgoing(Call& call, const Elements<const void*>& elements) {
  const auto& [buffer, count, datatype] = elements;
  const Layout& layout = check_buffer(call, buffer, count, datatype).layout;
  const auto number = static_cast<std::size_t>(count);
  bytes_ = layout.size() * number;
  data_ = static_cast<const std::byte*>(buffer);
  if (layout.is_dense()) return;
  packed_.resize(bytes_);
  layout.pack(buffer, number, packed_.data());
  data_ = packed_.data();
}

void Outgoing::keep_copy() {
  if (packed_.empty()) packed_.assign(data_, data_ + bytes_);
  data_ = packed_.data();
}

Incoming::Incoming(Call& call, const Elements<void*>& elements)
    : type_(&check_buffer(call, elements.buffer, elements.count, elements.datatype)),
      buffer_(elements.buffer) {
  const Layout& layout = type_->layout;
  const auto number = static_cast<std::size_t>(elements.count);
  bytes_ = layout.size() * number;
  data_ = static_cast<std::byte*>(buffer_);
  if (layout.is_dense()) return;
  packed_.resize(bytes_);
  layout.pack(buffer_, number, packed_.data());
  data_ = packed_.data();
}

void Incoming::unpack() const {
  if (!packed_.empty()) type_->layout.unpack(packed_.data(), bytes_, buffer_);
}

Route Collective::route_to(int peer) const {
  return {*communicator_, handle_, communicator_->context + 1, peer, tag_};
}

void Collective::send(int to, const void* data, std::size_t bytes) {
  const auto request = call_.process.point_to_point.send(route_to(to), data, bytes, false);
  call_.process.progress.notify();
  wait_for(call_, request);
}

void Collective::receive(int from, void* data, std::size_t bytes) {
  Outcome outcome;
  wait_for(call_, call_.process.point_to_point.receive(route_to(from), data, bytes, outcome),
           outcome);
  settle(outcome, handle_, MPI_STATUS_IGNORE);
}

void Collective::exchange(int to, const void* data, std::size_t bytes, int from, void* room,
                          std::size_t room_bytes) {
  if (to == rank() && from == rank()) return copy_part(data, bytes, room, room_bytes);
  PointToPoint& messages = call_.process.point_to_point;
  Outcome outcome;
  const auto receiving = messages.receive(route_to(from), room, room_bytes, outcome);
  const auto sending = messages.send(route_to(to), data, bytes, false);
  call_.process.progress.notify();
  wait_for(call_, sending);
  wait_for(call_, receiving, outcome);
  settle(outcome, handle_, MPI_STATUS_IGNORE);
}

// After round k each process has news, directly or not, of 2^k others.
void Collective::barrier() {
  for (int distance = 1; distance < size(); distance *= 2) {
    send((rank() + distance) % size(), nullptr, 0);
    receive((rank() + size() - distance) % size(), nullptr, 0);
  }
}

// A binomial tree: processes with the data send them over ever shorter distances.
void Collective::bcast(void* data, std::size_t bytes, int root) {
  const int place = (rank() + size() - root) % size();  // the root's is 0
  const auto rank_at = [&](int at) { return (at + root) % size(); };
  int distance = 1;
  for (; distance < size(); distance *= 2) {
    if (place & distance) {
      receive(rank_at(place - distance), data, bytes);
      break;
    }
  }
  for (distance /= 2; distance > 0; distance /= 2) {
    if (place + distance < size()) send(rank_at(place + distance), data, bytes);
  }
}

void Collective::gather(const void* part, std::size_t bytes, void* whole, int root) {
  if (rank() != root) return send(root, part, bytes);
  auto* place = static_cast<std::byte*>(whole);
  for (int from = 0; from != size(); ++from, place += bytes) {
    if (from == root) {
      copy_part(part, bytes, place, bytes);
    } else {
      receive(from, place, bytes);
    }
  }
}

void Collective::gather_everywhere(const void* part, std::size_t bytes, void* whole) {
  auto* const places = static_cast<std::byte*>(whole);
  each_round([&](int to, int from) {
    exchange(to, part, bytes, from, places + static_cast<std::size_t>(from) * bytes, bytes);
  });
}

// The first member sends it to the others.
std::uint64_t agree_on_context(Call& call, Collective parent, const std::vector<int>& members) {
  std::uint64_t context = 0;
  if (parent.rank() != members[0]) {
    parent.receive(members[0], &context, sizeof context);
    return context;
  }
  context = call.process.new_context();
  for (const int member : members) {
    if (member != members[0]) parent.send(member, &context, sizeof context);
  }
  return context;
}

Ref<Communicator> same_group(Call& call, Collective parent, const Communicator& communicator) {
  auto made = make_ref<Communicator>(std::nullopt);
  made->context = parent.rank() == 0 ? call.process.new_context() : 0;
  parent.bcast(&made->context, sizeof made->context, 0);
  made->group = communicator.group;
  made->errhandler = communicator.errhandler;
  return made;
}

}  // namespace mpit::runtime

using namespace mpit::runtime;

extern "C" {

MPIT_API(int, MPI_Barrier, (MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    Collective(call, comm, communicator).barrier();
  });
}

}  // extern "C"
