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

/// `count` times `times` elements of the program, checked, as the bytes that are sent.
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

/// Elements that are received or changed.
class Incoming {
 public:
  /// The bytes are initially those of the elements in `buffer`.
  Incoming(Call& call, void* buffer, int count, MPI_Datatype datatype, int times = 1);

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
  /// Gathers each `part` in `whole` of `root`, in the order of the ranks. At the root `part` may be
  /// null if it is in its place already.
  void gather(const void* part, std::size_t part_bytes, void* whole, std::size_t place_bytes,
              int root);
  /// Sends to each process its part of `whole` of `root`. At the root `part` may be null.
  void scatter(const void* whole, std::size_t place_bytes, void* part, std::size_t part_bytes,
               int root);

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
