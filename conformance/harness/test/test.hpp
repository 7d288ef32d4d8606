// SPDX-License-Identifier: BSD-3-Clause
// What a test's body works with: it counts what it examines, collects offenders, names the clause
// in question. A test that examined nothing is vacuous, never passed.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/clauses/clause_key.hpp"
#include "conformance/harness/facts/cannot_go_on.hpp"
#include "conformance/harness/facts/expected.hpp"
#include "conformance/harness/facts/function_ref.hpp"
#include "conformance/harness/facts/offence.hpp"
#include "conformance/harness/facts/results.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/test/lifecycle.hpp"
#include "conformance/harness/test/registry.hpp"
#include "conformance/harness/test/stray_codes.hpp"

namespace mpitcheck {

struct Blame;
struct ChildResult;

/// Throws CannotGoOn if a call that was to give `what`, a handle or session, answered that there is
/// no room for one.
void require_room(int code, std::string_view what);

/// Throws CannotGoOn if a call that has to be refused was granted: what follows says nothing. The
/// test of that rule charges it.
void require_refusal(std::string_view what, int code);

/// Whether MPI lets the function, or one that is not known, answer MPI_T_ERR_NOT_ACCESSIBLE, at any
/// time (E15). A check that such an answer fails is no offence: it is recorded as behaviour, and
/// nothing was examined.
bool may_be_out_of_reach(std::string_view function);

/// What was seen of one clause.
struct ClauseTally {
  Clause clause;
  std::uint64_t examined = 0;
  std::uint64_t offenders = 0;
};

/// Figures by what they are of.
using Metrics = std::vector<std::pair<std::string, std::string>>;

/// Tells a preloaded recorder of calls (conformance/evidence), if there is one, at which of them a
/// check failed: it makes a C program of what led there.
void tell_recorder(const Offence& offence);

/// How many of the last calls an offence shows.
inline constexpr std::size_t calls_recorded = 8;

/// What is shown of an offence in a line.
std::string message_of(const Offence& offence);

/// The running test.
class Test {
 public:
  Test(const TestInfo& info, Version library_version, std::uint64_t seed, ResultFile results);

  // --- Checks ---------------------------------------------------------------------------------

  /// Says which clause the coming calls examine: a crash is then charged to it alone.
  void examining(Clause clause);

  /// Says what was asked of a function before each coming death, without which there may be none:
  /// a death under a condition may have another cause than one without (judge/finding.py).
  void examining_given(std::optional<Answer> condition) { condition_ = std::move(condition); }

  /// Counts one examination of `clause`; if the fact (harness/facts/expected.hpp) does not hold,
  /// records an offender: message, finding and program are made of it. `subject` is a text, a thing
  /// with label(), or a callable that makes either: asked only on failure. A clause that does not
  /// apply to the library's MPI version is left uncounted. Returns whether it holds.
  template <class Subject, class MakeFact>
  bool check(Clause clause, const Subject& subject, const Expected<MakeFact>& expected) {
    if (!counts(clause) || expected.ok) return expected.ok;
    offends(clause, to_text(subject), expected.fact());
    return false;
  }

  /// check() that `code` is one of `allowed`.
  template <class Subject>
  bool check_code(Clause clause, const Subject& subject, int code, std::span<const int> allowed) {
    const bool ok = is_one_of(code, allowed);
    if (!counts(clause) || ok) return ok;
    offends(clause, to_text(subject), code_fact(code, allowed));
    return false;
  }
  template <class Subject>
  bool check_code(Clause clause, const Subject& subject, int code,
                  std::initializer_list<int> allowed) {
    return check_code(clause, subject, code, std::span(allowed.begin(), allowed.size()));
  }

  /// Counts examinations that were made elsewhere (in a forked process).
  void examined(Clause clause, std::uint64_t times);
  /// An offender that was found elsewhere, with the calls that show it.
  void found(Clause clause, std::string subject, std::string expected, std::string actual,
             std::vector<std::string> calls, bool crash, std::optional<Fact> fact = {});
  /// A forked process ended, as `how` says. That is an offender if a function of MPI_T was in
  /// progress or is among the frames (calls/blame.hpp); otherwise the test has lost what it was to
  /// examine. `frames`: see Fact.
  void died(Clause clause, std::string subject, std::string how, bool by_signal,
            std::vector<std::string> frames = {});
  /// A forked process ended, as `how` says, and not by MPI_T.
  void lose(const Blame& blame, std::string_view how);
  /// A figure of the run for the report: what was reached, how much, with which seed.
  void measured(std::string_view key, std::string value);

  /// What became of a cell of the grid (conformance/suite/grid) in the test's state: for the
  /// picture.
  void outcome(std::string_view state, std::string cell, std::string_view outcome);

  /// Records what the library does where the standard leaves the choice to it.
  void behaviour(Clause clause, std::string_view key, std::string_view value);

  /// Says what the target lacks for this test ("a pvar of class COUNTER"); shown if it is vacuous.
  void missing(std::string_view what);

  /// What ended forked processes, but not MPI_T: the test is inconclusive over it.
  [[nodiscard]] const std::vector<std::string>& lost() const { return lost_; }

  /// True if the clause applies to the MPI version that the library reports.
  [[nodiscard]] bool applies(Clause clause) const;

  /// Runs `body(item)` for each item in a forked child, so that an item that kills the process
  /// costs itself only: it becomes an offender of `clause` with verdict `crash`, and the next items
  /// go on in a new child. If the library was up when the child was forked, the item must do the
  /// same to a process that was not: else only a figure tells of it. What a body lacks (CannotGoOn)
  /// is noted as missing. The body may make any MPI_T call but must not communicate; what it does
  /// to the library's state (a written cvar) is gone afterwards. Items need label().
  template <class Items, class Body>
  void each_isolated(Clause clause, const Items& items, const Body& body) {
    isolated(
        clause, items.size(), [&](std::size_t i) { return to_text(items[i]); },
        [&](std::size_t i) { body(items[i]); });
  }

  /// From here on each code that a recorded call returns, here or in a forked child, is held
  /// against the table of codes, whatever clauses the test cites; until unwatch_codes(), which must
  /// come before the test's end is written.
  void watch_codes();
  static void unwatch_codes();

  // --- Surroundings ---------------------------------------------------------------------------

  [[nodiscard]] Version library_version() const { return version_; }
  /// "before MPI_Init", "after MPI_Init", ...: where the body is.
  [[nodiscard]] std::string phase() const;
  /// Names a phase that the body itself brought about.
  void enter_phase(std::string_view name);
  /// MPI and the tool interface as the body brings them up and down beyond its needs.
  [[nodiscard]] Lifecycle& lifecycle() { return lifecycle_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] const TestInfo& info() const { return info_; }

  // --- Outcome --------------------------------------------------------------------------------

  [[nodiscard]] const std::vector<ClauseTally>& tallies() const { return tallies_; }
  [[nodiscard]] const std::vector<Offence>& offences() const { return offences_; }
  [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }
  [[nodiscard]] const Metrics& metrics() const { return metrics_; }
  /// The state that outcomes are of, empty if there are none, and the outcomes by cell.
  [[nodiscard]] const std::string& grid_state() const { return grid_state_; }
  [[nodiscard]] const Metrics& grid_cells() const { return grid_cells_; }
  [[nodiscard]] const StrayCodes& strays() const { return strays_; }

 private:
  ClauseTally* tally_of(Clause clause);
  bool counts(Clause clause);
  void publish(const ClauseTally& tally) const;
  bool takes_offence(Clause clause);
  void offends(Clause clause, std::string subject, std::string expected, std::string actual,
               std::optional<Fact> fact = {}, bool crash = false);
  void offends(Clause clause, std::string subject, Fact fact);
  [[nodiscard]] bool is_out_of_reach(const Fact& fact) const;
  [[nodiscard]] static bool is_refusal_to_come_up(const Fact& fact);
  void could_not_reach(Clause clause, const Fact& fact);
  void not_examined(Clause clause, std::string_view why);
  void record(Offence offence);
  void announce(Offence& offence) const;
  void strayed(std::string_view function, int code, bool is_answered);
  void isolated(Clause clause, std::size_t count, FunctionRef<std::string(std::size_t)> label,
                FunctionRef<void(std::size_t)> body);

  /// How much of it an isolated child knew before an item.
  struct Known {
    std::size_t offences, missing, lost, codes;
  };
  [[nodiscard]] std::vector<std::uint64_t> numbers(std::size_t finished) const;
  [[nodiscard]] bool tell(int out, std::size_t item, const Known& known) const;
  std::size_t adopt(const std::string& output, std::size_t first, std::size_t end);
  void run_item(std::size_t item, FunctionRef<void(std::size_t)> body, std::optional<int> out);
  ChildResult repeated(std::size_t first, std::size_t last, FunctionRef<void(std::size_t)> body);
  bool died_of_fork(std::size_t first, std::size_t item, FunctionRef<void(std::size_t)> body);
  static bool is_one_of(int code, std::span<const int> allowed);
  static Fact code_fact(int code, std::span<const int> allowed);

  const TestInfo& info_;
  Version version_;
  std::uint64_t seed_;
  ResultFile results_;
  Lifecycle lifecycle_;
  std::vector<ClauseTally> tallies_;  // of the clauses that apply, by number
  std::vector<Offence> offences_;
  std::vector<std::string> missing_;
  std::vector<std::string> lost_;
  Metrics metrics_;
  std::string grid_state_;
  Metrics grid_cells_;
  StrayCodes strays_;
  bool forks_ = true;  // no forked child died of being one
  int repetitions_ = 0;
  std::optional<Answer> condition_;
};

}  // namespace mpitcheck
