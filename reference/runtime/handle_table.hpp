// SPDX-License-Identifier: BSD-3-Clause
// Which handles are alive, and what they stand for.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

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
    next_ += 0x1000;
    return reinterpret_cast<Handle>(next_ | static_cast<std::uintptr_t>(kind));
  }

  /// A new handle for `object`.
  Handle insert(std::shared_ptr<Object> object) {
    const Handle handle = new_handle();
    define(handle, std::move(object));
    return handle;
  }

  /// Makes `handle` stand for `object`.
  void define(Handle handle, std::shared_ptr<Object> object) {
    objects_[handle] = std::move(object);
  }

  /// The object, or null if `handle` stands for none.
  std::shared_ptr<Object> find(Handle handle) const {
    const auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second;
  }

  void erase(Handle handle) { objects_.erase(handle); }

  static bool is_predefined(Handle handle) {
    return reinterpret_cast<std::uintptr_t>(handle) < 0x1000;
  }

 private:
  std::unordered_map<Handle, std::shared_ptr<Object>> objects_;
  std::uintptr_t next_ = 0;
};

}  // namespace mpit::runtime
