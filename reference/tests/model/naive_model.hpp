// SPDX-License-Identifier: BSD-3-Clause
// The meaning of performance variables by definition: everything that ever happened is kept in one
// list, and a value is found by going through all of it again. Slow and obviously right.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/engine/core/types.hpp"

namespace mpit::naive {

/// A variable: what its class and type make of updates. Words as in engine/value.hpp.
struct Variable {
  PvarClass var_class;
  Datatype datatype;
  bool continuous;

  [[nodiscard]] bool is_sum() const;
  [[nodiscard]] bool is_mark() const;
  /// a + b, modulo the range of the type.
  [[nodiscard]] std::uint64_t sum(std::uint64_t a, std::uint64_t b) const;
  /// Of two levels the one that the watermark keeps.
  [[nodiscard]] std::uint64_t best(std::uint64_t a, std::uint64_t b) const;
};

/// Something that happened.
struct Event {
  enum class What { update, alloc, start, stop, reset, write } what;
  std::size_t whom;  // update: the variable, else the handle
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

  /// False for a gauge that is running: a write is refused.
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
  std::vector<std::size_t> handles_;  // the variable of each
  std::vector<Event> events_;
};

}  // namespace mpit::naive
