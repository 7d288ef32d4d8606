// SPDX-License-Identifier: BSD-3-Clause
// A queue whose places serve again. Every unexpected message goes through one: std::list, whose
// splice is a call into another library, took a twentieth of a message's time.
#pragma once

#include <cstddef>
#include <utility>

namespace mpit::runtime {

/// Objects in the order in which they were added. Taken ones stay as they are, memory included,
/// until add returns them again. Not thread safe.
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

}  // namespace mpit::runtime
