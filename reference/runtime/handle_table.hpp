// SPDX-License-Identifier: BSD-3-Clause
// Which handles are alive, and what they stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

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
  session
};

/// Maps opaque handles to objects. A handle that was given out is never given out again, so a
/// stale, foreign or garbage one is found out without being dereferenced. Not thread safe.
template <class Object, class Handle, Kind kind>
class HandleTable {
 public:
  /// A handle that stands for nothing yet. Never one of the ABI's constants, which are below
  /// 0x1000.
  Handle new_handle() {
    if (free_.empty()) {
      if (slots_.size() == std::size_t{1} << index_bits) throw std::bad_alloc();
      free_.push_back(slots_.size());
      slots_.emplace_back();
    }
    const std::size_t index = free_.back();
    free_.pop_back();
    return handle_of(index);
  }

  /// A new handle for `object`.
  Handle insert(std::shared_ptr<Object> object) {
    const Handle handle = new_handle();
    slots_[index_of(handle)].object = std::move(object);
    return handle;
  }

  /// Makes `handle`, new or one of the ABI's constants, stand for `object`.
  void define(Handle handle, std::shared_ptr<Object> object) {
    if (!is_predefined(handle)) {
      slots_[index_of(handle)].object = std::move(object);
      return;
    }
    const auto number = reinterpret_cast<std::uintptr_t>(handle);
    if (number >= predefined_.size()) predefined_.resize(number + 1);
    predefined_[number] = std::move(object);
  }

  /// The object, or null if `handle` stands for none. Valid until the table changes.
  const std::shared_ptr<Object>& find(Handle handle) const {
    static const std::shared_ptr<Object> none;
    if (is_predefined(handle)) {
      const auto number = reinterpret_cast<std::uintptr_t>(handle);
      return number < predefined_.size() ? predefined_[number] : none;
    }
    const std::size_t index = index_of(handle);
    return index < slots_.size() && handle_of(index) == handle ? slots_[index].object : none;
  }

  void erase(Handle handle) {
    if (is_predefined(handle)) return define(handle, nullptr);
    const std::size_t index = index_of(handle);
    if (index >= slots_.size() || handle_of(index) != handle) return;
    slots_[index].object.reset();
    if (++slots_[index].uses < most_uses) free_.push_back(index);
  }

  static bool is_predefined(Handle handle) {
    return reinterpret_cast<std::uintptr_t>(handle) < 0x1000;
  }

 private:
  // A handle is, from the top: how often its slot was used, the slot's index, the kind.
  static constexpr int kind_bits = 4;
  static constexpr int index_bits = 20;
  static constexpr std::uint64_t most_uses = std::uint64_t{1} << (64 - kind_bits - index_bits);

  struct Slot {
    std::shared_ptr<Object> object;
    std::uint64_t uses = 1;  // from 1, so that no handle is a small number
  };

  static std::size_t index_of(Handle handle) {
    return (reinterpret_cast<std::uintptr_t>(handle) >> kind_bits) % (1U << index_bits);
  }
  Handle handle_of(std::size_t index) const {
    return reinterpret_cast<Handle>((slots_[index].uses << index_bits | index) << kind_bits |
                                    static_cast<std::uintptr_t>(kind));
  }

  std::vector<std::shared_ptr<Object>> predefined_;
  std::vector<Slot> slots_;
  std::vector<std::size_t> free_;
};

}  // namespace mpit::runtime
