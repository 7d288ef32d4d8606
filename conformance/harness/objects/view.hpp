// SPDX-License-Identifier: BSD-3-Clause
// What the interface shows to its caller: the numbers of what there is, and what some entries of
// each list are. Whoever of a process looks sees the same.
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

/// An entry of a list, in words.
struct SeenEntry {
  std::string label;  // cvar 3
  std::string text;   // all that a query says of it; empty: there is no answer
};

struct View {
  std::vector<SeenNumber> numbers;
  std::vector<SeenEntry> entries;

  /// Of now: of each list the first and the last entry, and some between, with their enumerations.
  static View now();
  /// The numbers alone.
  static View of_numbers();
  /// One of them, by one call.
  static SeenNumber number_of(const std::string& function);
  /// The text of the entry of that label; nothing: it was not looked at.
  [[nodiscard]] std::optional<std::string> text_of(const std::string& label) const;
};

/// Throws CannotGoOn unless a thread of its own is shown the same numbers as this one: the tests of
/// views say so, others have nothing to ask there.
void require_same_view_in_threads();

}  // namespace mpitcheck
