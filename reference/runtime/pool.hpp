// SPDX-License-Identifier: BSD-3-Clause
// Memory for objects that come and go with every message.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace mpit::runtime {

/// Keeps what was given back for the next object of the type. For objects that are made and
/// destroyed with the process's lock held.
template <class T>
class PoolAllocator {
 public:
  using value_type = T;

  PoolAllocator() = default;
  template <class Other>
  PoolAllocator(const PoolAllocator<Other>&) {}

  T* allocate(std::size_t count) {
    if (count != 1 || free_ == nullptr) return std::allocator<T>().allocate(count);
    return reinterpret_cast<T*>(std::exchange(free_, free_->next));
  }

  void deallocate(T* memory, std::size_t count) {
    static_assert(sizeof(T) >= sizeof(Free) && alignof(T) >= alignof(Free));
    if (count != 1) return std::allocator<T>().deallocate(memory, count);
    free_ = new (memory) Free{free_};
  }

  friend bool operator==(const PoolAllocator&, const PoolAllocator&) { return true; }

 private:
  struct Free {
    Free* next;
  };
  static inline Free* free_ = nullptr;
};

}  // namespace mpit::runtime
