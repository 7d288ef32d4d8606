// SPDX-License-Identifier: BSD-3-Clause
// A model of performance variables that is slow and obviously right: it keeps all events in a list
// and evaluates the whole list for each value.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/engine/core/types.hpp"

namespace mpit::naive {

/// A variable: the arithmetic of its class and type. Values are words (engine/core/value.hpp).
struct Variable {
  PvarClass var_class;
  Datatype datatype;
  bool continuous;

  [[nodiscard]] bool is_sum() const;
  [[nodiscard]] bool is_mark() const;
  /// a + b, modulo the range of the type.
  [[nodiscard]] std::uint64_t sum(std::uint64_t a, std::uint64_t b) const;
  /// The one of two levels that the watermark keeps.
  [[nodiscard]] std::uint64_t best(std::uint64_t a, std::uint64_t b) const;
};

/// An update of a variable, or a call with a handle.
struct Event {
  enum class What { update, alloc, start, stop, reset, write } what;
  std::size_t whom;  // the variable of an update, otherwise the handle
  std::uint64_t word = 0;
};

class NaiveModel {
 public:
  explicit NaiveModel(std::vector<Variable> variables) : variables_(std::move(variables)) {}

  /// A new handle; returns its number.
  std::size_t alloc(std::size_t variable);
  void happened(Event::What what, std::size_t whom, std::uint64_t word = 0) {
    events_.push_back({what, whom, word});
  }

  /// Whether a write is allowed: not for a gauge that is running.
  [[nodiscard]] bool can_be_written(std::size_t handle) const;
  [[nodiscard]] bool is_running(std::size_t handle) const;
  [[nodiscard]] const Variable& variable_of(std::size_t handle) const {
    return variables_[handles_[handle]];
  }
  /// The value of the handle now.
  [[nodiscard]] std::uint64_t value(std::size_t handle) const;

 private:
  struct State;
  [[nodiscard]] State replay(std::size_t handle) const;

  std::vector<Variable> variables_;
  std::vector<std::size_t> handles_;  // each handle's variable
  std::vector<Event> events_;
};

}  // namespace mpit::naive
