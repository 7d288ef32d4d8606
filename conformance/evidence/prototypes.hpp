// SPDX-License-Identifier: BSD-3-Clause
// The functions that are recorded, with their parameters: those of MPI_T, out of the catalogue, and
// the few of MPI around them.
#pragma once

#include <string_view>
#include <vector>

namespace mpitcheck::evidence {

struct Parameter {
  std::string_view type;  ///< as C writes it, e.g. "int *", "MPI_Request []"
  std::string_view name;
};

struct Prototype {
  std::string_view function;
  std::vector<Parameter> parameters;

  /// Number of the parameter `name`, or -1.
  [[nodiscard]] int find(std::string_view name) const;
};

/// Callbacks of the tool are noted like calls, by the names of their types; behind their own
/// parameters comes the function that was called.
inline constexpr std::string_view event_callback = "MPI_T_event_cb_function";
inline constexpr std::string_view free_callback = "MPI_T_event_free_cb_function";
inline constexpr std::string_view dropped_callback = "MPI_T_event_dropped_cb_function";
/// Null if the function is not one that is recorded.
const Prototype* prototype(std::string_view function);

/// The length that goes with the text or array parameter number `i` of `of`: number of its
/// parameter, or -1.
int length_of(const Prototype& of, int i);

}  // namespace mpitcheck::evidence
