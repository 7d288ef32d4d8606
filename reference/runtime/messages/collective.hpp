// SPDX-License-Identifier: BSD-3-Clause
// The library's own messages over a communicator, and what collectives are made of.
#pragma once

#include <cstddef>

#include "reference/runtime/messages/requests.hpp"

namespace mpit::runtime {

/// Works on bytes. All members of the communicator must call the same methods in the same order;
/// the messages match no receive of the program, and no variable counts them. Waits with the lock
/// released. Throws MPI_ERR_TRUNCATE if a message is longer than the other side's room for it.
class Collective {
 public:
  Collective(Call& call, MPI_Comm handle, Communicator& communicator)
      : call_(call), handle_(handle), communicator_(&communicator) {}

  int rank() const { return communicator_->group->rank; }
  int size() const { return communicator_->group->size(); }

  void send(int to, const void* data, std::size_t bytes);
  void receive(int from, void* data, std::size_t bytes);

  /// Returns when all have called it.
  void barrier();
  /// Copies `data` of `root` to all.
  void bcast(void* data, std::size_t bytes, int root);
  /// Brings everybody's `part` to `root`, whose `whole` takes them in the order of the ranks. There
  /// `part` may be null: it is in its place already.
  void gather(const void* part, std::size_t part_bytes, void* whole, std::size_t place_bytes,
              int root);

 private:
  Route route_to(int peer) const;

  Call& call_;
  const MPI_Comm handle_;
  const Ref<Communicator> communicator_;
};

}  // namespace mpit::runtime
