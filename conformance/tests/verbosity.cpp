// SPDX-License-Identifier: BSD-3-Clause
// Verbosity levels: nine constants in rising order, and nothing else reported.
#include <array>
#include <set>
#include <string>

#include "harness/events.hpp"
#include "harness/names.hpp"
#include "harness/test.hpp"
#include "harness/variables.hpp"

namespace mpitcheck {
namespace {

constexpr std::array verbosities{
    MPI_T_VERBOSITY_USER_BASIC,   MPI_T_VERBOSITY_USER_DETAIL,   MPI_T_VERBOSITY_USER_ALL,
    MPI_T_VERBOSITY_TUNER_BASIC,  MPI_T_VERBOSITY_TUNER_DETAIL,  MPI_T_VERBOSITY_TUNER_ALL,
    MPI_T_VERBOSITY_MPIDEV_BASIC, MPI_T_VERBOSITY_MPIDEV_DETAIL, MPI_T_VERBOSITY_MPIDEV_ALL};

}  // namespace

MPITCHECK_TEST("verbosity.constants.rise",
               "The nine verbosity constants are distinct and rise from USER_BASIC to MPIDEV_ALL.",
               cites(clause::verbosity_nine_constants, clause::verbosity_strictly_increasing),
               needs::nothing) {
  for (std::size_t i = 1; i < verbosities.size(); ++i) {
    const auto subject = [&] {
      return join(constant_name("verbosity", verbosities[i - 1]), " and ",
                  constant_name("verbosity", verbosities[i]));
    };
    const auto values = [&] { return join(verbosities[i - 1], " and ", verbosities[i]); };
    t.check(clause::verbosity_nine_constants, subject, verbosities[i - 1] != verbosities[i],
            "distinct values", values);
    t.check(clause::verbosity_strictly_increasing, subject, verbosities[i - 1] < verbosities[i],
            "rising values", values);
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
