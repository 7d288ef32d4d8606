// SPDX-License-Identifier: BSD-3-Clause
// The library's own messages over a communicator, and what collectives are made of.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/runtime/messages/requests.hpp"

namespace mpit::runtime {

/// Elements of the program's.
template <class Pointer>
struct Elements {
  Pointer buffer;
  int count;
  MPI_Datatype datatype;
};

/// `count` times `times` elements of the program's, checked, as the bytes that are sent.
class Outgoing {
 public:
  Outgoing(Call& call, const void* buffer, int count, MPI_Datatype datatype, int times = 1);

  const std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::vector<std::byte> packed_;
  const std::byte* data_;
  std::size_t bytes_;
};

/// The same for what is received, or changed.
class Incoming {
 public:
  /// At first the bytes are those of the elements in `buffer`.
  Incoming(Call& call, void* buffer, int count, MPI_Datatype datatype, int times = 1);

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  const Type& type() const { return *type_; }
  /// Puts the bytes to where the program has its elements.
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

/// Works on bytes. All members of the communicator must call the same methods in the same order;
/// the messages match no receive of the program, and no variable counts them. Waits with the lock
/// released. Throws MPI_ERR_TRUNCATE if a message is longer than the other side's room for it.
class Collective {
 public:
  /// Messages of different tags do not meet.
  Collective(Call& call, MPI_Comm handle, Communicator& communicator, int tag = 0)
      : call_(call), handle_(handle), communicator_(&communicator), tag_(tag) {}

  int rank() const { return communicator_->group->rank; }
  int size() const { return communicator_->group->size(); }

  void send(int to, const void* data, std::size_t bytes);
  void receive(int from, void* data, std::size_t bytes);
  /// Both at the same time.
  void exchange(int to, const void* data, std::size_t bytes, int from, void* room,
                std::size_t room_bytes);

  /// Returns when all have called it.
  void barrier();
  /// Copies `data` of `root` to all.
  void bcast(void* data, std::size_t bytes, int root);
  /// Brings everybody's `part` to `root`, whose `whole` takes them in the order of the ranks. There
  /// `part` may be null: it is in its place already.
  void gather(const void* part, std::size_t part_bytes, void* whole, std::size_t place_bytes,
              int root);
  /// The reverse: hands to each its place in the `whole` of `root`. There `part` may be null.
  void scatter(const void* whole, std::size_t place_bytes, void* part, std::size_t part_bytes,
               int root);

 private:
  Route route_to(int peer) const;

  Call& call_;
  const MPI_Comm handle_;
  const Ref<Communicator> communicator_;
  const int tag_;
};

/// A context for a communicator of some members of `parent`, given by their ranks. These alone call
/// it.
std::uint64_t agree_on_context(Call& call, Collective parent, const std::vector<int>& members);

/// A communicator of the library's own, of the processes of `communicator`, who all call it.
Ref<Communicator> same_group(Call& call, Collective parent, const Communicator& communicator);

}  // namespace mpit::runtime
