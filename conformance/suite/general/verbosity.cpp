// SPDX-License-Identifier: BSD-3-Clause
// Verbosity levels: nine constants in rising order, and only these are reported.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

struct VerbosityLevel {
  std::string_view name;
  int value;
  bool is_declared;
};

// Those of the nine levels that mpi.h declares, in the order of the standard. A missing one is
// charged by another test.
std::vector<VerbosityLevel> declared_levels() {
#define MPITCHECK_VERBOSITY(name) \
  {#name, name, MPITCHECK_DECLARES_FLAG(MPITCHECK_DECLARES_##name) == 1}
  std::vector<VerbosityLevel> levels{MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_USER_BASIC),
                                     MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_USER_DETAIL),
                                     MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_USER_ALL),
                                     MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_TUNER_BASIC),
                                     MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_TUNER_DETAIL),
                                     MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_TUNER_ALL),
                                     MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_MPIDEV_BASIC),
                                     MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_MPIDEV_DETAIL),
                                     MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_MPIDEV_ALL)};
#undef MPITCHECK_VERBOSITY
  std::erase_if(levels, [](const VerbosityLevel& level) { return !level.is_declared; });
  return levels;
}

}  // namespace

MPITCHECK_TEST("verbosity.constants.rise",
               "The nine verbosity constants are distinct and rise from USER_BASIC to MPIDEV_ALL.",
               cites(clause::verbosity_nine_constants, clause::verbosity_strictly_increasing),
               needs::nothing) {
  const std::vector<VerbosityLevel> levels = declared_levels();
  if (levels.size() < 2) t.missing("two constants of verbosity levels");
  for (std::size_t i = 1; i < levels.size(); ++i) {
    const VerbosityLevel& low = levels[i - 1];
    const VerbosityLevel& high = levels[i];
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
