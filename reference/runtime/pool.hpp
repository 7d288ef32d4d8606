// SPDX-License-Identifier: BSD-3-Clause
// Memory for objects that come and go with every message.
#pragma once

#include <new>
#include <utility>

namespace mpit::runtime {

/// Keeps what was given back for the next object of type T. For objects that are made and destroyed
/// with the process's lock held.
template <class T>
class Pool {
 public:
  static void* take() {
    if (free_ == nullptr) return ::operator new(sizeof(T));
    return std::exchange(free_, free_->next);
  }

  static void give(void* memory) {
    static_assert(sizeof(T) >= sizeof(Free) && alignof(T) >= alignof(Free));
    free_ = new (memory) Free{free_};
  }

 private:
  struct Free {
    Free* next;
  };
  static inline Free* free_ = nullptr;
};

}  // namespace mpit::runtime
