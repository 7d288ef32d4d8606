// SPDX-License-Identifier: BSD-3-Clause
// Pointers that share an object, and memory for objects that are created for every message. Every
// message creates, passes and drops several pointers. std::shared_ptr is too slow for this, because
// its count checks each time whether there are other threads.
#pragma once

#include <cstdint>
#include <new>
#include <utility>

namespace mpit::runtime {

/// Counts the pointers to itself.
class Shared {
 public:
  Shared() = default;
  /// A copy is a new object without pointers to it.
  Shared(const Shared&) {}
  Shared& operator=(const Shared&) = delete;

 private:
  template <class T>
  friend class Ref;
  mutable std::uint32_t references_ = 0;
};

/// Shares a T, which is a Shared and was created by make_ref. The last Ref deletes it. Copied and
/// destroyed only with the process's lock held.
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T* object) : object_(object) { take(); }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  /// Converts from a Ref of T to one of const T.
  template <class Other>
  Ref(const Ref<Other>& other) : Ref(other.get()) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  [[gnu::always_inline]] ~Ref() {
    if (object_ != nullptr) drop();
  }

  T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  void take() const {
    if (object_ != nullptr) ++object_->references_;
  }
  void drop() const {
    if (--object_->references_ == 0) destroy(object_);
  }
  // Not inlined into each MPIT_HOT function, which would make these larger and slower.
  [[gnu::noinline]] static void destroy(T* object) { delete object; }

  T* object_ = nullptr;
};

template <class T, class... Arguments>
Ref<T> make_ref(Arguments&&... arguments) {
  return Ref<T>(new T(std::forward<Arguments>(arguments)...));
}

/// Keeps returned memory for the next object of type T. For objects that are created and destroyed
/// with the process's lock held.
template <class T>
class Pool {
 public:
  /// Memory for one object. Throws std::bad_alloc.
  static void* take() {
    if (free_ == nullptr) return ::operator new(sizeof(T));
    return std::exchange(free_, free_->next);
  }

  /// Returns the memory of a destroyed object.
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
