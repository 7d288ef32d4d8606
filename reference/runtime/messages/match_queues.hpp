// SPDX-License-Identifier: BSD-3-Clause
// Messages that nobody asked for yet, receives that nothing arrived for yet, and how they meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "reference/runtime/objects/objects.hpp"

namespace mpit::runtime {

/// Objects in the order in which they were added. Taken ones stay as they are, memory included,
/// until add returns them again. Not thread safe. Every unexpected message goes through one:
/// std::list, whose splice is a call into another library, took a twentieth of a message's time.
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

  /// One more at the end: a new one, or one that was taken before.
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

  /// The same, taken out. Valid until the next add.
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

  // The pointer to the first link that fits; the last pointer if none does.
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

struct Message {
  std::uint64_t context = 0;
  int source = 0;  ///< rank in the communicator
  int tag = 0;
  const std::byte* data = nullptr;
  std::size_t bytes = 0;
  std::vector<std::byte>* owned = nullptr;  ///< what holds the data, if it may be emptied
  Ref<Request> sender;      ///< of this process, to be completed by the match; or null
  int process = -1;         ///< the sender's rank in the world, if it is another process
  std::uint64_t offer = 0;  ///< it has the data and waits for the match; 0: it does not

  /// Whether the data are there.
  bool is_here() const { return offer == 0; }
};

/// A message that the program has taken from the queue, to receive it later.
struct MatchedMessage : Object {
  Message message;
  std::vector<std::byte> data;  ///< of the message, if they are here and nobody waits with them
  MPI_Comm comm = MPI_COMM_NULL;
  Ref<Communicator> communicator;
};

using MessageTable = HandleTable<MatchedMessage, MPI_Message, Kind::message>;

/// The posted and the unexpected queue. Matching is by communicator, source and tag, wildcards
/// included, in the order of arrival (MPI-5.0 section 3.5). Not thread safe.
class MatchQueues {
 public:
  /// Counts comparisons of a message with a receive in `attempts`, which anybody may load.
  explicit MatchQueues(std::uint64_t& attempts) : attempts_(attempts) {}

  /// Takes the oldest posted receive that `message` fits; null if there is none.
  Ref<Request> take_posted(const Message& message);
  void add_posted(Ref<Request> receive);
  /// Takes this one; false if it is not there.
  bool remove_posted(const Request& receive);

  /// The oldest message that fits; null if there is none. It stays in the queue.
  const Message* peek_unexpected(std::uint64_t context, int source, int tag);
  /// The same, taken from the queue. Valid until the next message is added.
  const Message* take_unexpected(std::uint64_t context, int source, int tag);
  /// The same, with its data, into `matched`. False if there is none.
  bool move_unexpected(std::uint64_t context, int source, int tag, MatchedMessage& matched);
  /// Keeps the message, and its data unless somebody waits with them.
  void add_unexpected(const Message& message);

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
