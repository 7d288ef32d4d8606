// SPDX-License-Identifier: BSD-3-Clause
// Unexpected messages, posted receives, and their matching.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "reference/runtime/objects/objects.hpp"

namespace mpit::runtime {

/// Objects in the order in which they were added. Removed objects, with their memory, are kept
/// until add returns them again. Not thread safe. Every unexpected message passes a chain. It
/// replaces std::list, whose splice is a call into another library.
template <class T>
class Chain {
 public:
  Chain() = default;
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;
  ~Chain() {
    for (Link* const first : {first_, spare_}) {
      for (Link* link = first; link != nullptr;) delete std::exchange(link, link->next);
    }
  }

  std::size_t size() const { return size_; }

  /// Appends an object: a new one, or a removed one.
  T& add() {
    if (spare_ == nullptr) make_spare();
    Link* const link = std::exchange(spare_, spare_->next);
    link->next = nullptr;
    *end_ = link;
    end_ = &link->next;
    ++size_;
    return link->value;
  }

  /// The first that `fits`; null if there is none.
  template <class Fits>
  T* find(Fits fits) {
    Link** const at = find_link(fits);
    return *at == nullptr ? nullptr : &(*at)->value;
  }

  /// find() that removes the object. Valid until the next add.
  template <class Fits>
  T* take(Fits fits) {
    Link** const at = find_link(fits);
    Link* const link = *at;
    if (link == nullptr) return nullptr;
    *at = link->next;
    if (end_ == &link->next) end_ = at;
    link->next = std::exchange(spare_, link);
    --size_;
    return &link->value;
  }

 private:
  struct Link {
    T value;
    Link* next = nullptr;
  };

  // The pointer to the first link that fits, or else the last pointer.
  template <class Fits>
  Link** find_link(Fits fits) {
    Link** at = &first_;
    while (*at != nullptr && !fits((*at)->value)) at = &(*at)->next;
    return at;
  }

  [[gnu::noinline]] void make_spare() { spare_ = new Link; }

  Link* first_ = nullptr;
  Link** end_ = &first_;
  Link* spare_ = nullptr;
  std::size_t size_ = 0;
};

/// A message that was sent and not received yet.
struct Message {
  std::uint64_t context = 0;
  int source = 0;  ///< rank in the communicator
  int tag = 0;
  const std::byte* data = nullptr;
  std::size_t bytes = 0;
  std::vector<std::byte>* owned = nullptr;  ///< has the data, if it may be emptied
  Ref<Request> sender;                      ///< of this process, is completed by the match; or null
  int process = -1;  ///< the sender's rank in the world, if it is another process
  /// The offer of a sender that keeps the data until the match; 0: the data are here.
  std::uint64_t offer = 0;

  /// Whether the data are here.
  bool is_here() const { return offer == 0; }
};

/// A message that the program removed from the queue, to receive it later.
struct MatchedMessage : Object {
  Message message;
  std::vector<std::byte> data;  ///< of the message, if they are here and no sender waits
  MPI_Comm comm = MPI_COMM_NULL;
  Ref<Communicator> communicator;
};

using MessageTable = HandleTable<MatchedMessage, MPI_Message, Kind::message>;

/// The posted and the unexpected queue. Matching is by communicator, source and tag, including
/// wildcards, in the order of arrival (MPI-5.0 section 3.5). Not thread safe.
class MatchQueues {
 public:
  /// Counts comparisons of a message with a receive in `attempts`, which any thread may load.
  explicit MatchQueues(std::uint64_t& attempts) : attempts_(attempts) {}

  /// Removes the oldest posted receive that `message` matches; null if there is none.
  Ref<Request> take_posted(const Message& message);
  void add_posted(Ref<Request> receive);
  /// Removes this receive; false if it is not in the queue.
  bool remove_posted(const Request& receive);

  /// The oldest message that matches; null if there is none. It stays in the queue.
  const Message* peek_unexpected(std::uint64_t context, int source, int tag);
  /// peek_unexpected() that removes the message. Valid until the next message is added.
  const Message* take_unexpected(std::uint64_t context, int source, int tag);
  /// Moves the oldest message that matches, with its data, to `matched`. False if there is none.
  bool move_unexpected(std::uint64_t context, int source, int tag, MatchedMessage& matched);
  /// Adds the message, with its data unless a sender waits with them.
  void add_unexpected(const Message& message);

  /// The lengths of the queues.
  std::size_t posted() const { return posted_.size(); }
  std::size_t unexpected() const { return unexpected_.size(); }

 private:
  struct Kept {
    Message message;
    std::vector<std::byte> data;
  };
  Kept* take_kept(std::uint64_t context, int source, int tag);
  void count_attempt() { __atomic_store_n(&attempts_, attempts_ + 1, __ATOMIC_RELAXED); }

  Chain<Ref<Request>> posted_;
  Chain<Kept> unexpected_;
  std::uint64_t& attempts_;
};

}  // namespace mpit::runtime
