// SPDX-License-Identifier: BSD-3-Clause
// The tree of categories of the specimens, and what their kinds share.
#include "specimens.hpp"

#include <algorithm>

namespace mpit::runtime {
namespace {

void add_tree(Engine& engine) {
  engine.add_category("specimens_cvar", "Control variables among them.", "specimens");
  engine.add_category("specimens_pvar", "Performance variables among them.", "specimens");
  const auto add_bound = [&](const char* name, const std::string& object) {
    engine.add_category("specimens_pvar_" + std::string(name),
                        "Performance variables bound to " + object + ".", "specimens_pvar");
  };
  add_bound("process", "no object");
  for (const auto& kind : object_kinds)
    add_bound(kind.name, "an object: " + std::string(kind.name));
  // A leaf without members, and without description.
  engine.add_category("specimens_empty", {}, "specimens");
}

}  // namespace

Verbosity next_verbosity(Verbosity previous) {
  using enum Verbosity;
  constexpr Verbosity all[] = {user_basic, user_detail,  user_all,      tuner_basic, tuner_detail,
                               tuner_all,  mpidev_basic, mpidev_detail, mpidev_all};
  const auto* const found = std::find(std::begin(all), std::end(all), previous);
  return found + 1 == std::end(all) ? all[0] : found[1];
}

void add_specimens(Engine& engine, const ObjectAccess& objects) {
  add_tree(engine);
  add_cvar_specimens(engine, objects);
  add_pvar_specimens(engine, objects);
}

}  // namespace mpit::runtime
