// SPDX-License-Identifier: BSD-3-Clause
// The live handles and their objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "reference/runtime/objects/ref.hpp"

namespace mpit::runtime {

/// The kind of object, kept in the low bits of its handle: no handle fits two kinds.
enum class Kind : std::uintptr_t {
  comm = 1,
  group,
  datatype,
  op,
  info,
  errhandler,
  request,
  session,
  message,
  win,
  file
};

/// Maps opaque handles to objects. Handles are never reused, so that a stale, foreign or invalid
/// one is detected without dereferencing it. Not thread safe.
template <class Object, class Handle, Kind kind>
class HandleTable {
 public:
  /// A handle without an object yet. Never one of the ABI's constants, which are below 0x1000.
  Handle new_handle() {
    if (first_free_ == none) add_slot();
    Slot& slot = slots_[first_free_];
    first_free_ = slot.next_free;
    return reinterpret_cast<Handle>(slot.handle);
  }

  /// A new handle for `object`.
  Handle insert(Ref<Object> object) {
    const Handle handle = new_handle();
    slots_[index_of(handle)].object = std::move(object);
    return handle;
  }

  /// Assigns `object` to `handle`, which is new or one of the ABI's constants.
  void define(Handle handle, Ref<Object> object) {
    if (!is_predefined(handle)) {
      slots_[index_of(handle)].object = std::move(object);
      return;
    }
    const auto number = reinterpret_cast<std::uintptr_t>(handle);
    if (number >= predefined_.size()) predefined_.resize(number + 1);
    predefined_[number] = std::move(object);
  }

  /// The object, or null if `handle` has none. The table owns it.
  Object* find(Handle handle) const {
    if (is_predefined(handle)) {
      const auto number = reinterpret_cast<std::uintptr_t>(handle);
      return number < predefined_.size() ? predefined_[number].get() : nullptr;
    }
    const std::size_t index = index_of(handle);
    return is_alive(index, handle) ? slots_[index].object.get() : nullptr;
  }

  /// Removes the object of `handle`, if it has one.
  void erase(Handle handle) {
    if (is_predefined(handle)) return define(handle, nullptr);
    take(handle);
  }

  /// Removes the object of `handle`, which is not a constant; null if it has none.
  Ref<Object> take(Handle handle) {
    const std::size_t index = index_of(handle);
    if (!is_alive(index, handle)) return nullptr;
    Slot& slot = slots_[index];
    slot.handle += one_use;
    const bool has_more = slot.handle >= one_use;
    if (has_more) slot.next_free = std::exchange(first_free_, index);
    return std::exchange(slot.object, nullptr);
  }

  static bool is_predefined(Handle handle) {
    return reinterpret_cast<std::uintptr_t>(handle) < 0x1000;
  }

 private:
  // A handle, from the top: the number of uses of its slot, the slot's index, the kind.
  static constexpr int kind_bits = 4;
  static constexpr int index_bits = 20;
  static constexpr std::uintptr_t one_use = std::uintptr_t{1} << (kind_bits + index_bits);
  static constexpr std::size_t none = ~std::size_t{0};

  struct Slot {
    Ref<Object> object;
    std::uintptr_t handle;  // the live one, or the next one
    std::size_t next_free;
  };

  [[gnu::noinline]] void add_slot() {
    if (slots_.size() == std::size_t{1} << index_bits) throw std::bad_alloc();
    slots_.push_back({{}, first_handle(slots_.size()), none});
    first_free_ = size_++;
  }

  static std::size_t index_of(Handle handle) {
    return (reinterpret_cast<std::uintptr_t>(handle) >> kind_bits) % (1U << index_bits);
  }
  // Uses count from 1, so that no handle is a small number.
  static std::uintptr_t first_handle(std::size_t index) {
    return one_use | index << kind_bits | static_cast<std::uintptr_t>(kind);
  }
  bool is_alive(std::size_t index, Handle handle) const {
    return index < size_ && slots_[index].handle == reinterpret_cast<std::uintptr_t>(handle);
  }

  std::vector<Ref<Object>> predefined_;
  std::vector<Slot> slots_;
  std::size_t size_ = 0;  // size of slots_, without the division by its element size
  std::size_t first_free_ = none;
};

}  // namespace mpit::runtime
