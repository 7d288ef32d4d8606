// SPDX-License-Identifier: BSD-3-Clause
// Simple algorithms over the library's own messages.
#include "collective.hpp"

#include <cstring>

namespace mpit::runtime {

Route Collective::route_to(int peer) const {
  return {*communicator_, handle_, communicator_->context + 1, peer, 0};
}

void Collective::send(int to, const void* data, std::size_t bytes) {
  const auto request = call_.process.point_to_point.send(route_to(to), data, bytes, false);
  call_.process.notify();
  wait_for(call_, request);
}

void Collective::receive(int from, void* data, std::size_t bytes) {
  Outcome outcome;
  wait_for(call_, call_.process.point_to_point.receive(route_to(from), data, bytes, outcome),
           outcome);
  settle(outcome, handle_, MPI_STATUS_IGNORE);
}

// In round k everybody hears, directly or not, of 2^k others.
void Collective::barrier() {
  for (int distance = 1; distance < size(); distance *= 2) {
    send((rank() + distance) % size(), nullptr, 0);
    receive((rank() + size() - distance) % size(), nullptr, 0);
  }
}

// A binomial tree: who has the data passes them on over ever shorter distances.
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

void Collective::gather(const void* part, std::size_t part_bytes, void* whole,
                        std::size_t place_bytes, int root) {
  if (rank() != root) return send(root, part, part_bytes);
  auto* place = static_cast<std::byte*>(whole);
  for (int from = 0; from != size(); ++from, place += place_bytes) {
    if (from != root) {
      receive(from, place, place_bytes);
    } else if (part != nullptr && part_bytes > 0) {
      if (part_bytes > place_bytes) {
        throw Error{MPI_ERR_TRUNCATE, std::to_string(place_bytes) + " bytes fit"};
      }
      std::memmove(place, part, part_bytes);
    }
  }
}

}  // namespace mpit::runtime
