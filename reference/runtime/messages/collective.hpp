// SPDX-License-Identifier: BSD-3-Clause
// The library's own messages over a communicator, from which collectives are built.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/runtime/messages/requests.hpp"

namespace mpit::runtime {

/// Elements of the program.
template <class Pointer>
struct Elements {
  Pointer buffer;
  int count;
  MPI_Datatype datatype;
};

/// Elements of the program, checked, as the bytes that are sent.
class Outgoing {
 public:
  Outgoing(Call& call, const Elements<const void*>& elements);
  Outgoing(Outgoing&&) = default;

  const std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  /// From now on the program may change the elements.
  void keep_copy();

 private:
  std::vector<std::byte> packed_;
  const std::byte* data_;
  std::size_t bytes_;
};

/// Elements that are received or changed.
class Incoming {
 public:
  /// The bytes are initially those of the elements.
  Incoming(Call& call, const Elements<void*>& elements);

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  const Type& type() const { return *type_; }
  /// Copies the bytes to the program's elements.
  void unpack() const;

 private:
  std::vector<std::byte> packed_;
  Ref<const Type> type_;
  void* buffer_;
  std::byte* data_;
  std::size_t bytes_;
};

/// Copies what a process sends to itself; throws MPI_ERR_TRUNCATE if there is no room.
void copy_part(const void* part, std::size_t bytes, void* room, std::size_t room_bytes);

/// Messages of the library over a communicator, as bytes. All members of the communicator must call
/// the same methods in the same order. No receive of the program matches them, and no variable
/// counts them. Waits with the lock released. Throws MPI_ERR_TRUNCATE if a message is longer than
/// the receiver's buffer.
class Collective {
 public:
  /// Messages of different tags do not match.
  Collective(Call& call, MPI_Comm handle, Communicator& communicator, int tag = 0)
      : call_(call), handle_(handle), communicator_(&communicator), tag_(tag) {}

  int rank() const { return communicator_->group->rank; }
  int size() const { return communicator_->group->size(); }

  void send(int to, const void* data, std::size_t bytes);
  void receive(int from, void* data, std::size_t bytes);
  /// Sends and receives at the same time.
  void exchange(int to, const void* data, std::size_t bytes, int from, void* room,
                std::size_t room_bytes);

  /// Returns after all members have called it.
  void barrier();
  /// Copies `data` of `root` to all.
  void bcast(void* data, std::size_t bytes, int root);
  /// Gathers each `part` of `bytes` bytes in `whole` of `root`, in the order of the ranks.
  void gather(const void* part, std::size_t bytes, void* whole, int root);
  /// gather() in `whole` of all.
  void gather_everywhere(const void* part, std::size_t bytes, void* whole);
  /// Calls `step(to, from)` for each round in which all send to another process: in round k to the
  /// k-th next one, from the k-th previous one.
  template <class Step>
  void each_round(Step step) const {
    for (int distance = 0; distance != size(); ++distance)
      step((rank() + distance) % size(), (rank() + size() - distance) % size());
  }

 private:
  Route route_to(int peer) const;

  Call& call_;
  const MPI_Comm handle_;
  const Ref<Communicator> communicator_;
  const int tag_;
};

/// A context for a communicator of some members of `parent`, given by their ranks. Only these call
/// it.
std::uint64_t agree_on_context(Call& call, Collective parent, const std::vector<int>& members);

/// A communicator of the library, with the processes of `communicator`, all of which call it.
Ref<Communicator> same_group(Call& call, Collective parent, const Communicator& communicator);

}  // namespace mpit::runtime
