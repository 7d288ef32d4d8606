// SPDX-License-Identifier: BSD-3-Clause
// One test per state of the grid: every function with every class of argument.
#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/return_codes.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/grid/objects.hpp"
#include "conformance/suite/grid/oracle.hpp"
#include "conformance/suite/grid/sweep.hpp"
#include "conformance/suite/grid/way.hpp"

namespace mpitcheck::grid {
namespace {

constexpr std::string_view prefix = "grid.";
constexpr int most_repeated = 3;  // chargeable crashes, as examples

// A code outside the interface is charged to the clause about codes, even where any failure is
// allowed.
bool is_failure(const Seen& seen) {
  const bool strays = seen.outcome == Outcome::held && !is_known_code(seen.code).ok();
  return seen.outcome == Outcome::broken || seen.died || strays;
}

// Whether the call with good arguments is wrongly refused with the same code. Then the finding
// belongs to the cell of that call.
bool is_refused_anyhow(const Tried& it, const std::vector<Tried>& all) {
  if (it.seen.died || it.seen.code == MPI_SUCCESS || it.cell->kind == Kind::good) return false;
  return std::ranges::any_of(all, [&](const Tried& other) {
    return other.cell->function == it.cell->function && other.cell->kind == Kind::good &&
           other.seen.outcome == Outcome::broken && other.seen.code == it.seen.code;
  });
}

std::vector<Tried> failures_in(const std::vector<Tried>& all) {
  std::vector<Tried> failures;
  std::ranges::copy_if(all, std::back_inserter(failures), [&](const Tried& it) {
    return is_failure(it.seen) && !is_refused_anyhow(it, all);
  });
  return failures;
}

std::optional<Clause> clause_of(const Test& t, const Cell& cell, const State& state) {
  return clause_of(cell, state, t.context().library_version);
}

void note_outcome(Test& t, const State& state, const Cell& cell, Outcome outcome) {
  t.outcome().grid_state = state.name;
  t.outcome().grid_cells.emplace_back(cell.id(), name_of(outcome));
}

void count_examined(Test& t, const State& state, const Tried& it) {
  if (!it.seen.is_answer()) return;
  t.examined(*clause_of(t, *it.cell, state), 1);
  if (is_not_accessible(it.seen.code)) {
    t.behaviour(clause::event_safety_not_accessible, it.cell->function, state.name);
  }
}

// The cells that the text defines. Notes the others.
Cells defined_cells(Test& t, const State& state) {
  Cells defined;
  for (const Cell& cell : cells_of(state)) {
    if (cell.undefined.empty() && clause_of(t, cell, state)) {
      defined.push_back(&cell);
    } else {
      note_outcome(t, state, cell, Outcome::undefined);
    }
  }
  return defined;
}

// Removes the failures that also occur in a plainer state; returns their names.
std::string leave_to(const State& plainer, std::vector<Tried>& failures) {
  Cells cells;
  for (const Tried& each : failures) cells.push_back(each.cell);
  const Swept there = sweep(plainer, cells);
  std::string names;
  std::vector<Tried> rest;
  for (std::size_t i = 0; i < failures.size(); ++i) {
    if (there.is_lost() || there.tried[i].seen == failures[i].seen) {
      names += join(names.empty() ? "" : "; ", failures[i].cell->id());
    } else {
      rest.push_back(failures[i]);
    }
  }
  failures = std::move(rest);
  return names;
}

// Removes crashes of processes that were forked in the state, if other processes survive.
void confirm_deaths(Test& t, const State& state, std::vector<Tried>& failures) {
  int confirmed = 0;
  for (Tried& each : failures) {
    if (!each.seen.died || confirmed == most_repeated) continue;
    const protocol::ProgressPage page = Progress::instance().page();
    const Swept alone = sweep(state, {each.cell}, false);
    if (alone.arrival != Arrival::alive || alone.tried.front().seen.died) {
      Progress::instance().page() = page;  // reports show each of the last calls once
      ++confirmed;
      continue;
    }
    each = alone.tried.front();
    note_outcome(t, state, *each.cell, each.seen.outcome);
    count_examined(t, state, each);
  }
  std::erase_if(failures, [](const Tried& each) { return !is_failure(each.seen); });
}

// Whether the way to a plainer state fails in the same way.
bool is_left_to_plainer(Test& t, const State& state, Arrival arrival) {
  for (const std::string_view name : words_of(state.plainer)) {
    if (sweep(state_named(name), {}).arrival != arrival) continue;
    t.measured(join("fails in ", name, " too"), "the way");
    t.missing(join("a way to this state that does not fail as that of grid.", name, " does"));
    return true;
  }
  return false;
}

// Tries all cells. Returns those whose failures belong to this state, or none if the way itself
// fails; nothing if there is nothing to charge.
std::optional<Swept> failures_of(Test& t, const State& state) {
  Swept swept = sweep(state, defined_cells(t, state));
  for (const Tried& each : swept.tried) {
    note_outcome(t, state, *each.cell, swept.is_lost() ? Outcome::lost : each.seen.outcome);
  }
  if (swept.arrival == Arrival::refused) t.missing(swept.lack);
  if (swept.is_lost()) {
    swept.tried.clear();
    return is_left_to_plainer(t, state, swept.arrival) ? std::nullopt : std::optional(swept);
  }
  for (const Tried& each : swept.tried) count_examined(t, state, each);
  swept.tried = failures_in(swept.tried);
  for (const std::string_view name : words_of(state.plainer)) {
    if (swept.tried.empty()) break;
    const std::string left = leave_to(state_named(name), swept.tried);
    if (!left.empty()) t.measured(join("fails in ", name, " too"), left);
  }
  if (!swept.came_again) confirm_deaths(t, state, swept.tried);
  return swept.tried.empty() ? std::nullopt : std::optional(swept);
}

// Makes the calls again, each in a child, with checks.
void charge(Test& t, const State& state, const Swept& failing) {
  isolated_sequence(t, state.way, state.label(), [&] {
    go(state, [&] {
      if (failing.arrival == Arrival::dead) {
        as_caller(state, [&] {
          t.check(state.way, "MPI_T_cvar_get_num, the first call", is_sound(wrong_response()));
        });
      }
      const Objects objects = find_objects(state);
      for (const Tried& each : failing.tried) {
        const Clause clause = *clause_of(t, *each.cell, state);
        const auto check = [&](const Judgement& it) {
          t.check(it.rule.value_or(clause), it.subject, is_sound(it.wrong));
        };
        isolated_sequence(t, clause, each.cell->label(), [&] {
          as_caller(state, [&] { judge_call(*each.cell, state, objects, check); });
        });
      }
    });
  });
}

void examine(Test& t) {
  const State& state = state_named(t.context().info.name.substr(prefix.size()));
  Progress::instance().phase(state.steps);
  // Stray codes of plainer states are charged there.
  const ReturnCodes::StrayListener watch = ReturnCodes::instance().on_stray({});
  const std::optional<Swept> failing = failures_of(t, state);
  if (!failing) return;
  ReturnCodes::instance().on_stray(watch);
  charge(t, state, *failing);
  const bool seen_again = !t.outcome().offences.empty() || !t.outcome().strays.message().empty();
  if (!seen_again) t.measured("seen once only", join(failing->tried.size()));
}

// Where the macro is expanded, these are those of the generated file.
constexpr std::string_view this_file = __FILE__;
constexpr int this_line = __LINE__;

const Registration tests[] = {
#define MPITCHECK_GRID_TEST(name, brief, ...) \
  Registration({name, brief, cites(__VA_ARGS__), needs::nothing, &examine, this_file, this_line}),
#include "mpitcheck/grid.inc"
};

}  // namespace
}  // namespace mpitcheck::grid
