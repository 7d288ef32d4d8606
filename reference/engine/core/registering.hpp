// SPDX-License-Identifier: BSD-3-Clause
// Makes registrations all-or-nothing. Private to the engine's sources.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

namespace mpit {

/// A registration in progress, under the mutex, which changes these areas of the engine's state.
/// Unless it is completed, everything added since its beginning is removed again. Additions to an
/// existing category are not, so they come last.
template <class... Areas>
class Registering {
 public:
  explicit Registering(Areas&... areas) noexcept : areas_(areas...), marks_(areas.mark()...) {}
  ~Registering() {
    if (!completed_) cut(std::index_sequence_for<Areas...>());
  }
  Registering(const Registering&) = delete;
  Registering& operator=(const Registering&) = delete;

  void complete() noexcept { completed_ = true; }

 private:
  template <std::size_t... each>
  void cut(std::index_sequence<each...>) noexcept {
    (std::get<each>(areas_).cut(std::get<each>(marks_)), ...);
  }

  const std::tuple<Areas&...> areas_;
  const std::tuple<decltype(std::declval<const Areas&>().mark())...> marks_;
  bool completed_ = false;
};

}  // namespace mpit
