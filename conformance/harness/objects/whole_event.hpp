// SPDX-License-Identifier: BSD-3-Clause
// All answers of one query of an event type.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// The answer of one query. If bit n of `skipped` is set, NULL is passed for output n, in the order
/// of the parameters.
struct WholeEvent {
  explicit WholeEvent(int index, unsigned skipped = 0)
      : WholeEvent(call::MPI_T_event_get_info, index, skipped) {}

  /// `get_info` makes the call: see query_entry.
  template <class GetInfo>
  WholeEvent(const GetInfo& get_info, int index, unsigned skipped) {
    const auto unless = [skipped](unsigned bit, auto* pointer) {
      return (skipped >> bit & 1U) != 0 ? nullptr : pointer;
    };
    code = get_info(index, unless(0, name.data()), unless(1, &name_len), unless(2, &verbosity),
                    unless(3, datatypes.data()), unless(4, displacements.data()), unless(5, &count),
                    unless(6, &enumtype), unless(7, &info), unless(8, desc.data()),
                    unless(9, &desc_len), unless(10, &bind));
  }

  /// Whether the query returned an info object. It is not freed, because freeing an unusable object
  /// would break another rule.
  [[nodiscard]] bool got_info() const { return info != MPI_INFO_NULL; }

  /// The number of elements that fit the buffers.
  [[nodiscard]] std::size_t elements() const {
    return static_cast<std::size_t>(std::clamp(count, 0, static_cast<int>(datatypes.size())));
  }

  static constexpr unsigned outputs = 11;
  static constexpr unsigned without_info = 1U << 7;
  static constexpr int unset = -4711;
  std::array<char, 2048> name{}, desc{};
  std::array<MPI_Datatype, 64> datatypes{};
  std::array<MPI_Aint, 64> displacements{};
  int name_len = 2048, desc_len = 2048, verbosity = unset, count = 64, bind = unset;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  MPI_Info info = MPI_INFO_NULL;
  int code;
};

}  // namespace mpitcheck
