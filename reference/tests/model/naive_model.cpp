// SPDX-License-Identifier: BSD-3-Clause
// Evaluates the list of events.
#include "reference/tests/model/naive_model.hpp"

#include <algorithm>

#include "reference/engine/core/value.hpp"

namespace mpit::naive {

bool Variable::is_sum() const {
  return var_class == PvarClass::counter || var_class == PvarClass::aggregate ||
         var_class == PvarClass::timer;
}

bool Variable::is_mark() const {
  return var_class == PvarClass::highwatermark || var_class == PvarClass::lowwatermark;
}

std::uint64_t Variable::sum(std::uint64_t a, std::uint64_t b) const {
  if (datatype == Datatype::double_) return to_word(to_double(a) + to_double(b));
  return size_of(datatype) == 4 ? static_cast<std::uint32_t>(a + b) : a + b;
}

std::uint64_t Variable::best(std::uint64_t a, std::uint64_t b) const {
  const bool a_is_higher = datatype == Datatype::double_ ? to_double(a) > to_double(b) : a > b;
  return a_is_higher == (var_class == PvarClass::highwatermark) ? a : b;
}

/// The state of a handle, and the current level of its variable.
struct NaiveModel::State {
  std::uint64_t level = 0;
  std::uint64_t value = 0;
  bool running = false;
  bool started = false;
};

std::size_t NaiveModel::alloc(std::size_t variable) {
  handles_.push_back(variable);
  happened(Event::What::alloc, handles_.size() - 1);
  return handles_.size() - 1;
}

NaiveModel::State NaiveModel::replay(std::size_t handle) const {
  const std::size_t of = handles_[handle];
  const Variable& variable = variables_[of];
  State now;
  for (const Event& event : events_) {
    if (event.what == Event::What::update) {
      if (event.whom != of) continue;
      if (!variable.is_sum()) now.level = event.word;
      if (!now.running) continue;
      now.value = variable.is_sum()    ? variable.sum(now.value, event.word)
                  : variable.is_mark() ? variable.best(now.value, event.word)
                                       : event.word;
      continue;
    }
    if (event.whom != handle) continue;
    switch (event.what) {
      case Event::What::alloc:
        now.value = variable.is_sum() ? 0 : now.level;
        now.running = now.started = variable.continuous;
        break;
      case Event::What::start:  // the mark becomes the current level, not that of the allocation
        if (now.running) break;
        if (variable.is_mark()) {
          now.value = now.started ? variable.best(now.value, now.level) : now.level;
        } else if (!variable.is_sum()) {
          now.value = now.level;
        }
        now.running = now.started = true;
        break;
      case Event::What::stop:
        now.running = false;
        break;
      case Event::What::reset:
        now.value = variable.is_sum() ? 0 : now.level;
        break;
      case Event::What::write:
        now.value = event.word;
        break;
      case Event::What::update:
        break;
    }
  }
  return now;
}

bool NaiveModel::is_running(std::size_t handle) const { return replay(handle).running; }

bool NaiveModel::can_be_written(std::size_t handle) const {
  const Variable& variable = variable_of(handle);
  return variable.is_sum() || variable.is_mark() || !is_running(handle);
}

std::uint64_t NaiveModel::value(std::size_t handle) const { return replay(handle).value; }

}  // namespace mpit::naive
