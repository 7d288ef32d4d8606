// SPDX-License-Identifier: BSD-3-Clause
// Values that are written before MPI_Init. MPI_Init may fail or hang with made-up values. Children
// first try which values it accepts.
#include <signal.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/kinds.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/process/habits.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr Clause survives_init = clause::cvar_write_survives_init;

constexpr int most_cvars = 32;
constexpr std::size_t most_of_a_group = 8;
constexpr int most_starts = 24;
constexpr double write_patience = 10;  // seconds of GivenTime

// Cvars that are written in one process.
using Group = std::vector<CvarInfo>;

std::string label_of(const Group& group) {
  return join(group.size(), " cvars from ", group.front().label(), " on");
}

struct EarlyWrite {
  CvarInfo cvar;
  std::unique_ptr<CvarHandle> handle;
  ValueBuffer before, value;
};

// Gives each cvar another value, if it accepts one.
std::vector<EarlyWrite> write_changed(const Group& cvars) {
  std::vector<EarlyWrite> all;
  for (const CvarInfo& cvar : cvars) {
    auto handle = std::make_unique<CvarHandle>(cvar);
    const auto before = handle->is_open() ? handle->steady_value() : std::nullopt;
    if (!before) continue;
    const ValueBuffer changed = changed_value(cvar, *before);
    if (changed.equals(*before) || handle->write(changed) != MPI_SUCCESS) continue;
    const auto value = handle->steady_value();
    if (value && !value->equals(*before)) {
      all.push_back({cvar, std::move(handle), *before, *value});
    }
  }
  return all;
}

// Whether a process with these values completes MPI_Init, reads and MPI_Finalize.
bool goes_well(Test& t, const Group& cvars) {
  GivenTime given;
  const double most = write_patience + habits().start_seconds;
  const ChildResult child = in_child(
      [&](int out) {
        const std::vector<EarlyWrite> written = write_changed(cvars);
        t.lifecycle().mpi_init();
        for (const EarlyWrite& it : written) {
          static_cast<void>(it.handle->steady_value());
          const CvarHandle fresh(it.cvar);
          if (fresh.is_open()) static_cast<void>(fresh.steady_value());
        }
        if (t.lifecycle().mpi_finalize() == MPI_SUCCESS) write_all(out, "well");
      },
      [&](pid_t process) {
        given.look({process});
        if (given.seconds() > most) ::kill(process, SIGKILL);
      });
  return child.output == "well";
}

// Adds the parts of the group with which goes_well().
void try_group(Test& t, const Group& cvars, int& starts, std::vector<Group>& good) {
  if (cvars.empty() || starts == most_starts) return;
  ++starts;
  if (goes_well(t, cvars)) return good.push_back(cvars);
  if (cvars.size() == 1) return;
  const auto middle = cvars.begin() + static_cast<std::ptrdiff_t>(cvars.size() / 2);
  try_group(t, {cvars.begin(), middle}, starts, good);
  try_group(t, {middle, cvars.end()}, starts, good);
}

std::vector<Group> good_groups(Test& t, const std::vector<CvarInfo>& cvars) {
  const Group some = evenly_spread(cvars, most_cvars);
  std::vector<Group> good;
  int starts = 0;
  for (std::size_t i = 0; i < some.size(); i += most_of_a_group) {
    const std::size_t end = std::min(some.size(), i + most_of_a_group);
    const auto at = [&](std::size_t place) {
      return some.begin() + static_cast<std::ptrdiff_t>(place);
    };
    try_group(t, {at(i), at(end)}, starts, good);
  }
  return good;
}

void check_after_init(Test& t, const EarlyWrite& it, const CvarHandle& handle, const char* which) {
  if (!handle.is_open()) return;  // it may have become inactive (A16)
  const auto now = handle.steady_value();
  if (!now) return t.missing("a value that can be read and does not change by itself");
  const bool is_own = !now->equals(it.value) && !now->equals(it.before);
  if (is_own) {  // A33
    t.examined(survives_init, 1);
    t.behaviour(survives_init, "MPI_Init gives a written cvar a value of its own", it.cvar.label());
    return;
  }
  t.check(
      survives_init, [&] { return join(it.cvar.label(), " by ", which); },
      value_is(*now, it.value).as_before());
}

void check_group(Test& t, const Group& group) {
  const std::vector<EarlyWrite> all = write_changed(group);
  t.lifecycle().mpi_init();
  Progress::instance().phase("after MPI_Init");
  for (const EarlyWrite& it : all) {
    check_after_init(t, it, *it.handle, "a handle from before MPI_Init");
    check_after_init(t, it, CvarHandle(it.cvar), "a new handle");
  }
  t.lifecycle().mpi_finalize();
}

}  // namespace

MPITCHECK_TEST("cvar.write.survives-init",
               "MPI_Init does not revert values that were written before it.", cites(survives_init),
               needs::nothing) {
  call::MPI_T_cvar_write.need();
  t.lifecycle().tool_init();
  Progress::instance().phase("before MPI_Init");
  const std::vector<CvarInfo> cvars =
      readable_cvars_that(t, "a cvar of a scope that may be written", has_writable_scope);
  t.missing("a cvar that accepts another value before MPI_Init");
  for (const Group& group : good_groups(t, cvars)) {
    isolated_sequence(t, survives_init, label_of(group), [&] { check_group(t, group); });
  }
}

}  // namespace mpitcheck
