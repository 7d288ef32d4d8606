// SPDX-License-Identifier: BSD-3-Clause
// One test per state of the grid: every function with every class of argument.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/return_codes.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/grid/bench.hpp"
#include "conformance/suite/grid/sweep.hpp"
#include "conformance/suite/grid/way.hpp"

namespace mpitcheck::grid {
namespace {

constexpr std::string_view prefix = "grid.";
constexpr int most_repeated = 3;  // chargeable crashes, as examples

/// The failures that are still to be charged: cells, or only the way to the state.
struct Failing {
  Arrival arrival = Arrival::alive;
  Cells cells;
  std::vector<Seen> seen;  // of the cells

  [[nodiscard]] bool is_way() const { return arrival == Arrival::died || arrival == Arrival::dead; }
  [[nodiscard]] bool is_nothing() const { return !is_way() && cells.empty(); }
};

// A code outside the interface is charged to the clause about codes, even where any failure is
// allowed.
bool is_failure(const Seen& seen) {
  const bool strays = seen.outcome == Outcome::held && !is_known_code(seen.code).ok();
  return seen.outcome == Outcome::broken || seen.died || strays;
}

// Whether the call with good arguments is wrongly refused with the same code. Then the finding
// belongs to the cell of that call.
bool is_refused_anyhow(const Cell& cell, const Seen& seen, const Cells& cells, const Swept& swept) {
  const auto good = std::ranges::find_if(cells, [&](const Cell* other) {
    return other->function == cell.function && other->kind == Kind::good;
  });
  if (good == cells.end() || *good == &cell || seen.died || seen.code == MPI_SUCCESS) return false;
  const Seen& its = swept.cells[static_cast<std::size_t>(good - cells.begin())];
  return its.outcome == Outcome::broken && its.code == seen.code;
}

// Removes the failures that also occur in a plainer state; returns their names.
std::string leave_to(const State& plainer, Failing& failing) {
  const Swept there = sweep(plainer, failing.cells);
  if (failing.is_way()) {
    if (there.arrival != failing.arrival) return "";
    failing.arrival = Arrival::alive;
    return "the way";
  }
  std::string names;
  Failing rest;
  for (std::size_t i = 0; i < failing.cells.size(); ++i) {
    const bool dead = there.arrival == Arrival::died || there.arrival == Arrival::dead;
    if (dead || there.cells[i] == failing.seen[i]) {
      names += join(names.empty() ? "" : "; ", failing.cells[i]->id());
    } else {
      rest.cells.push_back(failing.cells[i]);
      rest.seen.push_back(failing.seen[i]);
    }
  }
  failing = std::move(rest);
  return names;
}

/// A cell as an item of Test::each_isolated.
struct Item {
  const Cell* cell;
  [[nodiscard]] std::string label() const { return cell->label(); }
};

struct Way {
  const State& state;
  [[nodiscard]] std::string label() const {
    return state.steps.empty() ? "nothing" : std::string(state.steps);
  }
};

// The clause that forbids a decrease of the number that the cell's function counts.
Clause grows(const Cell& cell) {
  return std::ranges::find(counters(), cell.function, &Counter::function)->only_grows;
}

void check_output(Test& t, Clause clause, const Cell& cell, const Odd& odd) {
  const auto subject = [&] { return cell.label(); };
  const std::string name = parameter_of(cell, odd.parameter);
  const auto is = [&](std::string_view wanted, std::string_view seen) {
    t.check(clause, subject, deviates(name, wanted, seen).of(cell.function));
  };
  switch (odd.what) {
    case Odd::nothing:
      return;
    case Odd::number:
      t.check(clause, subject, equals(name, odd.seen, odd.wanted).of(cell.function).as_before());
      return;
    case Odd::length:
      t.check(clause, subject, equals(name, odd.seen, odd.wanted).of(cell.function));
      return;
    case Odd::more:
      t.check(clause, subject, at_most(name, odd.seen, odd.wanted).of(cell.function));
      return;
    case Odd::fewer:
      t.check(grows(cell), subject, at_least(name, odd.seen, odd.wanted).of(cell.function));
      return;
    case Odd::level:  // the text does not determine a result that is not a level
      t.check(cell.kind == Kind::no_level ? clause : clause::init_provided_value, subject,
              is_thread_level(name, static_cast<int>(odd.seen)).of(cell.function));
      return;
    case Odd::text:
      return is("the text of a query with good arguments", "another");
    case Odd::written:
      return is("untouched beyond its end", "written");
    case Odd::missing_null:
      return is("a null as its first character", "another character");
    case Odd::other:
      return is("the value of a query with good arguments", "another");
  }
}

// Repeats the call, with checks.
void check_cell(Test& t, Clause clause, const Cell& cell, const State& state,
                const Objects& objects) {
  const Answer answer = make_call(cell, state, objects);
  const int code = answer.code;
  const auto subject = [&] { return cell.label(); };
  if (cell.fails) {
    t.check(clause, subject, fails(code).of(cell.function));
  } else {
    t.check(clause, subject, is_code(code, allowed_codes(cell, state)).of(cell.function));
  }
  check_output(t, clause, cell, answer.odd);
  if (!state.up || cell.is_last()) return;
  t.check_code(clause, [&] { return "MPI_T_cvar_get_num after " + cell.label(); }, canary(),
               {MPI_SUCCESS});
}

// Charges those cells, by clauses, in a process that is in the state.
void charge_cells(Test& t, const State& state, Cells cells) {
  const Objects objects = state.up ? find_objects() : Objects{};
  const auto rule_of = [&](const Cell* cell) {
    return *clause_of(*cell, state, t.context().library_version);
  };
  while (!cells.empty()) {
    const Clause clause = rule_of(cells.front());
    std::vector<Item> items;
    std::erase_if(cells, [&](const Cell* cell) {
      const bool taken = rule_of(cell) == clause && (items.empty() || !cell->is_last()) &&
                         (items.empty() || !items.front().cell->is_last());
      if (taken) items.push_back({cell});
      return taken;
    });
    t.each_isolated(clause, items, [&](const Item& item) {
      noting_what_is_missing(
          t, [&] { as_caller(state, [&] { check_cell(t, clause, *item.cell, state, objects); }); });
    });
  }
}

void charge(Test& t, const State& state, const Failing& failing,
            const ReturnCodes::StrayListener& watch) {
  const Clause clause = clause_of_way(state);
  const std::size_t before = t.outcome().offences.size();
  ReturnCodes::instance().on_stray(watch);
  t.each_isolated(clause, std::vector{Way{state}}, [&](const Way&) {
    noting_what_is_missing(t, [&] {
      go(state, [&] {
        if (failing.arrival == Arrival::dead) {
          as_caller(state, [&] {
            t.check_code(clause, "MPI_T_cvar_get_num, the first call", canary(), {MPI_SUCCESS});
          });
        }
        charge_cells(t, state, failing.cells);
      });
    });
  });
  const bool seen_again =
      t.outcome().offences.size() > before || !t.outcome().strays.message().empty();
  if (!seen_again) t.measured("seen once only", join(failing.cells.size()));
}

void note_outcome(Test& t, const State& state, const Cell& cell, Outcome outcome) {
  t.outcome().grid_state = state.name;
  t.outcome().grid_cells.emplace_back(cell.id(), name_of(outcome));
}

void count_examined(Test& t, const State& state, const Cell& cell, const Seen& seen) {
  if (!seen.is_answer()) return;
  t.examined(*clause_of(cell, state, t.context().library_version), 1);
  if (is_not_accessible(seen.code)) {
    t.behaviour(clause::event_safety_not_accessible, cell.function, state.name);
  }
}

// Removes crashes of processes that were forked in the state, if other processes survive.
void confirm_deaths(Test& t, const State& state, Failing& failing) {
  int confirmed = 0;
  for (std::size_t i = 0; i < failing.cells.size() && confirmed < most_repeated; ++i) {
    if (!failing.seen[i].died) continue;
    const Cell& cell = *failing.cells[i];
    const Seen alone = seen_alone(cell, state);
    if (alone.died) {
      ++confirmed;
      continue;
    }
    note_outcome(t, state, cell, alone.outcome);
    count_examined(t, state, cell, alone);
    failing.seen[i] = alone;
    if (is_failure(alone)) continue;
    failing.cells.erase(failing.cells.begin() + static_cast<std::ptrdiff_t>(i));
    failing.seen.erase(failing.seen.begin() + static_cast<std::ptrdiff_t>(i--));
  }
}

void examine(Test& t) {
  const State& state = state_named(t.context().info.name.substr(prefix.size()));
  Progress::instance().phase(state.steps);
  // Stray codes of plainer states are charged there.
  const ReturnCodes::StrayListener watch = ReturnCodes::instance().on_stray({});
  Cells defined;
  for (const Cell& cell : cells()) {
    if (cell.of != state.cells) continue;
    const bool asked =
        cell.undefined.empty() && clause_of(cell, state, t.context().library_version);
    if (asked) {
      defined.push_back(&cell);
    } else {
      note_outcome(t, state, cell, Outcome::undefined);
    }
  }
  const Swept swept = sweep(state, defined);
  const bool arrived = swept.arrival == Arrival::alive;
  Failing failing{swept.arrival, {}, {}};
  for (std::size_t i = 0; i < defined.size(); ++i) {
    const Seen& seen = swept.cells[i];
    const bool gone = swept.arrival == Arrival::died || swept.arrival == Arrival::dead;
    note_outcome(t, state, *defined[i], gone ? Outcome::lost : seen.outcome);
    if (!arrived || !is_failure(seen)) continue;
    if (is_refused_anyhow(*defined[i], seen, defined, swept)) continue;
    failing.cells.push_back(defined[i]);
    failing.seen.push_back(seen);
  }
  if (swept.arrival == Arrival::refused) return t.missing(swept.lack);
  for (std::size_t i = 0; arrived && i < defined.size(); ++i) {
    count_examined(t, state, *defined[i], swept.cells[i]);
  }
  for (const std::string_view name : words_of(state.plainer)) {
    if (failing.is_nothing()) break;
    const std::string left = leave_to(state_named(name), failing);
    if (!left.empty()) t.measured(join("fails in ", name, " too"), left);
    if (!arrived && !failing.is_way()) {
      t.missing(join("a way to this state that does not fail as that of grid.", name, " does"));
    }
  }
  if (!swept.came_again) confirm_deaths(t, state, failing);
  if (!failing.is_nothing()) charge(t, state, failing, watch);
}

// Each clause once, in order of appearance.
class Clauses {
 public:
  void add(const std::optional<Clause>& clause) {
    if (!clause || has_[clause->number]) return;
    has_[clause->number] = true;
    all_.push_back(*clause);
  }
  [[nodiscard]] const std::vector<Clause>& all() const { return all_; }

 private:
  std::vector<bool> has_ = std::vector<bool>(clause_count);
  std::vector<Clause> all_;
};

// The clauses of all calls in states with those cells. Cached, since each start of the program
// needs them for each state.
const std::vector<Clause>& clauses_of_cells(std::string_view of) {
  static std::map<std::string_view, Clauses> known;
  const auto [entry, is_new] = known.try_emplace(of);
  if (!is_new) return entry->second.all();
  for (const Cell& cell : cells()) {
    if (cell.of != of || !cell.undefined.empty()) continue;
    entry->second.add(cell.clause);
    entry->second.add(cell.before);
  }
  return entry->second.all();
}

std::vector<Clause> clauses_of(const State& state) {
  Clauses clauses;
  clauses.add(clause_of_way(state));
  clauses.add(clause::init_provided_value);
  for (const Clause each : clauses_of_cells(state.cells)) clauses.add(each);
  if (state.up) {
    for (const Counter& each : counters()) clauses.add(each.only_grows);
  }
  for (const std::optional<Clause>& each : {state.good, state.init, state.finalize}) {
    clauses.add(each);
  }
  return clauses.all();
}

// Names and briefs live as long as the program.
struct Tests {
  Tests() {
    texts.reserve(2 * states().size());
    for (const State& state : states()) {
      const std::string& name = texts.emplace_back(join(prefix, state.name));
      const std::string& brief = texts.emplace_back(
          join("After ", Way{state}.label(), state.other_thread ? ", in another thread," : "",
               " every function returns an allowed result for every class of argument."));
      const Registration registration(
          {name, brief, clauses_of(state), needs::nothing, &examine, __FILE__, __LINE__});
    }
  }
  std::vector<std::string> texts;
};
const Tests tests;

}  // namespace
}  // namespace mpitcheck::grid
