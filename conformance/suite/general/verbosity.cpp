// SPDX-License-Identifier: BSD-3-Clause
// Verbosity levels: nine constants in rising order, and only these are reported.
#include <array>
#include <set>
#include <string>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

#define MPITCHECK_VERBOSITY(name) std::pair<std::string_view, int>(#name, name)
const std::array verbosities{MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_USER_BASIC),
                             MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_USER_DETAIL),
                             MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_USER_ALL),
                             MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_TUNER_BASIC),
                             MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_TUNER_DETAIL),
                             MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_TUNER_ALL),
                             MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_MPIDEV_BASIC),
                             MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_MPIDEV_DETAIL),
                             MPITCHECK_VERBOSITY(MPI_T_VERBOSITY_MPIDEV_ALL)};
#undef MPITCHECK_VERBOSITY

}  // namespace

MPITCHECK_TEST("verbosity.constants.rise",
               "The nine verbosity constants are distinct and rise from USER_BASIC to MPIDEV_ALL.",
               cites(clause::verbosity_nine_constants, clause::verbosity_strictly_increasing),
               needs::nothing) {
  for (std::size_t i = 1; i < verbosities.size(); ++i) {
    const auto& [lower, low] = verbosities[i - 1];
    const auto& [higher, high] = verbosities[i];
    const std::string subject = join(lower, " and ", higher);
    t.check(clause::verbosity_nine_constants, subject, constants_differ(higher, high, lower, low));
    t.check(clause::verbosity_strictly_increasing, subject,
            constant_is(higher, high, Relation::above, low, lower));
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
