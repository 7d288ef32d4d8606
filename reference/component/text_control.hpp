// SPDX-License-Identifier: BSD-3-Clause
// A control variable with a text.
#pragma once

#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "reference/component/control.hpp"

namespace mpit {

/// A control variable of type MPI_CHAR. A copy refers to the same variable. Callable from any
/// thread, not from signal handlers.
class TextControl {
 public:
  /// `length`: number of characters that a tool reads, including the null. Throws
  /// std::invalid_argument if `initial` is too long.
  TextControl(Engine& engine, CvarSpec spec, std::string initial, int length)
      : value_(std::make_shared<Value>()) {
    const auto size = static_cast<std::size_t>(length);
    if (initial.size() >= size) throw std::invalid_argument(spec.name + ": initial text too long");
    value_->text = std::move(initial);
    value_->text.reserve(size);  // a write by a tool then does not allocate
    spec.datatype = Datatype::char_;
    spec.count = length;
    spec.get = [value = value_, size](ObjectWord, void* buf) {
      const std::lock_guard lock(value->mutex);
      std::memset(buf, 0, size);
      std::memcpy(buf, value->text.data(), value->text.size());
    };
    spec.set = [value = value_](ObjectWord, const void* buf) {  // the engine checked for the null
      const std::lock_guard lock(value->mutex);
      value->text = static_cast<const char*>(buf);
      return Code::success;
    };
    engine.add_cvar(std::move(spec));
  }

  /// A copy of the current text. Locks. Throws std::bad_alloc.
  std::string get() const {
    const std::lock_guard lock(value_->mutex);
    return value_->text;
  }

 private:
  struct Value {
    std::mutex mutex;
    std::string text;
  };
  std::shared_ptr<Value> value_ = {};
};

}  // namespace mpit
