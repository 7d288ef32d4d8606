// SPDX-License-Identifier: BSD-3-Clause
// Verbosity levels: nine constants in rising order, and only these are reported.
#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

// Those of the nine levels that mpi.h declares, in the order of the standard. A missing one is
// charged by another test.
std::vector<NamedConstant> declared_levels() {
  std::vector<NamedConstant> levels;
  std::ranges::copy_if(defined_constants(), std::back_inserter(levels),
                       [](const NamedConstant& it) { return it.kind == "verbosity"; });
  return levels;
}

}  // namespace

MPITCHECK_TEST("verbosity.constants.rise",
               "The nine verbosity constants are distinct and rise from USER_BASIC to MPIDEV_ALL.",
               cites(clause::verbosity_nine_constants, clause::verbosity_strictly_increasing),
               needs::nothing) {
  const std::vector<NamedConstant> levels = declared_levels();
  if (levels.size() < 2) t.missing("two constants of verbosity levels");
  for (std::size_t i = 1; i < levels.size(); ++i) {
    const NamedConstant& low = levels[i - 1];
    const NamedConstant& high = levels[i];
    const std::string subject = join(low.name, " and ", high.name);
    t.check(clause::verbosity_nine_constants, subject,
            constants_differ(high.name, high.value, low.name, low.value));
    t.check(clause::verbosity_strictly_increasing, subject,
            constant_is(high.name, high.value, Relation::above, low.value, low.name));
  }
}

MPITCHECK_TEST("verbosity.info.is-constant",
               "Each cvar, pvar and event type reports one of the nine verbosity constants.",
               cites(clause::verbosity_reported_is_constant,
                     clause::verbosity_audience_then_detail),
               needs::each_phase) {
  std::set<std::string> in_use;
  const auto check_all = [&](const auto& variables) {
    for (const auto& variable : variables) {
      in_use.insert(constant_name("verbosity", variable.verbosity));
      t.check(clause::verbosity_reported_is_constant, variable,
              is_any("verbosity", "verbosity", variable.verbosity));
    }
  };
  check_all(read_cvars());
  check_all(read_pvars());
  check_all(read_events());
  for (const std::string& level : in_use) {
    t.behaviour(clause::verbosity_audience_then_detail, "levels-in-use", level);
  }
}

}  // namespace mpitcheck
