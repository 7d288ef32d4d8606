// SPDX-License-Identifier: BSD-3-Clause
// A naive model of performance variables: a list of updates, and the classes' semantics by
// definition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "reference/engine/core/types.hpp"

namespace mpit::model {

struct Variable {
  explicit Variable(PvarClass of) : var_class(of) {}

  std::uint64_t present() const { return updates.empty() ? 0 : updates.back(); }
  bool is_sum() const {
    return var_class == PvarClass::counter || var_class == PvarClass::aggregate;
  }
  bool is_mark() const {
    return var_class == PvarClass::highwatermark || var_class == PvarClass::lowwatermark;
  }
  std::uint64_t best(std::uint64_t a, std::uint64_t b) const {
    return var_class == PvarClass::highwatermark ? std::max(a, b) : std::min(a, b);
  }

  PvarClass var_class;
  std::vector<std::uint64_t> updates;  // amounts of a sum, else levels; before the first one: 0
};

class Handle {
 public:
  explicit Handle(const Variable& of) : variable_(&of) { set_starting_value(); }

  void start() {
    if (running_) return;
    if (variable_->is_mark()) {  // the level in force counts; a first start forgets the one at
                                 // allocation
      base_ = started_before_ ? variable_->best(base_, variable_->present()) : variable_->present();
    }
    running_ = started_before_ = true;
    open_window();
  }

  void stop() {
    if (!running_) return;
    base_ = value();
    window_.reset();
    running_ = false;
  }

  void reset() { set_starting_value(); }

  /// False if it is refused: a running gauge belongs to the library.
  bool write(std::uint64_t value) {
    if (running_ && !variable_->is_sum() && !variable_->is_mark()) return false;
    base_ = value;
    window_.reset();
    if (running_) open_window();
    return true;
  }

  std::uint64_t value() const {
    if (running_ && !variable_->is_sum() && !variable_->is_mark()) return variable_->present();
    std::uint64_t value = base_;
    for (std::size_t i = window_.value_or(variable_->updates.size());
         i != variable_->updates.size(); ++i) {
      const std::uint64_t update = variable_->updates[i];
      value = variable_->is_sum() ? value + update : variable_->best(value, update);
    }
    return value;
  }

 private:
  void set_starting_value() {
    base_ = variable_->is_sum() ? 0 : variable_->present();
    window_.reset();
    if (running_) open_window();
  }
  void open_window() { window_ = variable_->updates.size(); }

  const Variable* variable_;
  bool running_ = false;
  bool started_before_ = false;
  std::uint64_t base_ = 0;             // the value when the window was opened
  std::optional<std::size_t> window_;  // the first update that counts now; none while stopped
};

}  // namespace mpit::model
