// SPDX-License-Identifier: BSD-3-Clause
// The codes that the functions of the library returned.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace mpitcheck {

/// One per process. Not thread-safe: tests record from one thread.
class ReturnCodes {
 public:
  static ReturnCodes& instance();

  /// Adds the code of a call of this process, of a forked child, or of an unrecorded call.
  /// `is_answered`: the standard's text determines the code of this call.
  void add(std::string_view function, int code, bool is_answered = false);

  using ByFunction = std::map<std::string, std::set<int>, std::less<>>;
  [[nodiscard]] const ByFunction& by_function() const { return by_function_; }
  /// Number of different codes over all functions.
  [[nodiscard]] std::size_t count() const { return count_; }

  /// Sets the listener for codes that are not MPI_T's, in this process and in forked children; an
  /// empty one stops the reports. Returns the former listener.
  using StrayListener = std::function<void(std::string_view function, int code, bool is_answered)>;
  StrayListener on_stray(StrayListener listener) {
    return std::exchange(on_stray_, std::move(listener));
  }

 private:
  ReturnCodes() = default;

  ByFunction by_function_;
  std::size_t count_ = 0;
  StrayListener on_stray_;
};

}  // namespace mpitcheck
