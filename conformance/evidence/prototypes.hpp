// SPDX-License-Identifier: BSD-3-Clause
// The recorded functions and their parameters: those of MPI_T from the catalogue, and a few of MPI.
// All functions here are thread-safe.
#pragma once

#include <string_view>
#include <vector>

namespace mpitcheck::evidence {

/// A parameter of a function.
struct Parameter {
  std::string_view type;  ///< in C syntax, e.g. "int *", "MPI_Request []"
  std::string_view name;
};

/// A function, and its parameters in order.
struct Prototype {
  std::string_view function;
  std::vector<Parameter> parameters;

  /// The index of the parameter `name`, or -1.
  [[nodiscard]] int find(std::string_view name) const;
};

/// The names of the types of callbacks. Callbacks are recorded like calls under these names. After
/// their own parameters they have one more: the function of the tool.
inline constexpr std::string_view event_callback = "MPI_T_event_cb_function";
inline constexpr std::string_view free_callback = "MPI_T_event_free_cb_function";
inline constexpr std::string_view dropped_callback = "MPI_T_event_dropped_cb_function";
/// The prototype of a function or type of callback. Null if it is not recorded.
const Prototype* prototype(std::string_view function);

/// The index of the parameter with the length of parameter `i`, a text or array; -1 if there is
/// none.
int length_of(const Prototype& of, int i);

}  // namespace mpitcheck::evidence
