// SPDX-License-Identifier: BSD-3-Clause
// The view that the interface gives its caller: the numbers of all objects, and some entries of
// each list. Every thread of a process must have the same view.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mpitcheck {

/// An answer of MPI_T_*_get_num.
struct SeenNumber {
  std::string function, output;
  int code;
  int number;  // if `code` is MPI_SUCCESS
};

/// An entry of a list, as text.
struct SeenEntry {
  std::string label;  // cvar 3
  std::string text;   // the answers of its query; empty: the query failed
};

/// Numbers and entries as one thread sees them.
struct View {
  std::vector<SeenNumber> numbers;
  std::vector<SeenEntry> entries;

  /// The current view: the first, the last and some other entries of each list, with enumerations.
  static View now();
  /// The view without entries.
  static View of_numbers();
  /// One number, with one call.
  static SeenNumber number_of(const std::string& function);
  /// The text of the entry with this label; empty if it was not read.
  [[nodiscard]] std::optional<std::string> text_of(const std::string& label) const;
};

/// Throws CannotGoOn unless another thread sees the same numbers as this one. Only the tests of
/// views report the difference. Other tests cannot examine anything then.
void require_same_view_in_threads();

}  // namespace mpitcheck
