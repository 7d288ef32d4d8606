// SPDX-License-Identifier: BSD-3-Clause
// The interface of a test's body: it counts examinations, collects offenders and names the clause
// under examination. A test that examined nothing is vacuous and never passes.
//
// In conformance/harness, functions belong to the thread that runs the body, and are not
// async-signal-safe, unless their declaration says more.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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
#include "conformance/harness/test/test_outcome.hpp"

namespace mpitcheck {

struct Blame;
struct ChildResult;

/// The test, the version of the library, the seed and the records of a run.
struct TestContext {
  const TestInfo& info;
  Version library_version;
  std::uint64_t seed;
  ResultFile& results;
};

/// The running test.
class Test {
 public:
  explicit Test(TestContext context);

  // --- Checks ---------------------------------------------------------------------------------

  /// Names the clause that the next calls examine: a crash is charged to this clause only.
  /// `condition` is an answer or argument of an earlier call on which deaths from now on depend. A
  /// death under a condition may have another cause than one without (judge/finding.py).
  void examining(Clause clause, std::optional<Condition> condition = {});

  /// Counts one examination of `clause`. If `expected` (conformance/harness/facts/expected.hpp)
  /// does not hold, records an offender, from which message, finding and reproducer are made.
  /// `subject` is a text, an object with label(), or a callable that returns one of them; it is
  /// used only on failure. A clause that does not apply to the library's MPI version is not
  /// counted. Returns whether the expectation holds.
  template <class Subject, class MakeFact>
  bool check(Clause clause, const Subject& subject, const Expected<MakeFact>& expected) {
    if (!counts(clause) || expected.ok()) return expected.ok();
    add_offence(clause, to_text(subject), expected.fact());
    return false;
  }

  /// check() that `code` is one of `allowed`.
  template <class Subject, class Codes = std::initializer_list<int>>
  bool check_code(Clause clause, const Subject& subject, int code, const Codes& allowed) {
    const std::span<const int> codes(std::data(allowed), std::size(allowed));
    const bool ok = is_one_of(code, codes);
    if (!counts(clause) || ok) return ok;
    add_offence(clause, to_text(subject), code_fact(code, codes));
    return false;
  }

  /// Counts examinations that another process made.
  void examined(Clause clause, std::uint64_t times);
  /// Records an offender that another process found, with the calls that show it.
  void found(Clause clause, std::string subject, std::string expected, std::string actual,
             std::vector<std::string> calls, bool crash, std::optional<Fact> fact = {});
  /// Records that a forked process ended, as `how` describes. This is an offender if an MPI_T
  /// function was in progress or is among the frames (calls/blame.hpp). Otherwise it is passed to
  /// lose(). `frames`: see Fact.
  void died(Clause clause, std::string subject, std::string how, bool by_signal,
            std::vector<std::string> frames = {});
  /// Records that a forked process ended, as `how` describes, for a reason outside MPI_T.
  void lose(const Blame& blame, std::string_view how);
  /// Records a figure for the report, e.g. a count or the seed. It replaces an earlier one with
  /// that key.
  void measured(std::string_view key, std::string value);

  /// Records the library's behaviour where the standard leaves the choice to it.
  void behaviour(Clause clause, std::string_view key, std::string_view value);

  /// Names what the target lacks for this test ("a pvar of class COUNTER"). Shown if the test is
  /// vacuous.
  void missing(std::string_view what);

  /// Runs `body(item)` for each item in a forked child. An item that kills the process becomes an
  /// offender of `clause`, and the next items run in a new child. If the library was initialized
  /// before the fork, the death must repeat in a process that was not forked. Otherwise it is only
  /// recorded as a figure. CannotGoOn from the body is recorded as missing. The body may make any
  /// MPI_T call but must not communicate. Its changes to the state of the library (a written cvar)
  /// are lost. Items need label().
  template <class Items, class Body>
  void each_isolated(Clause clause, const Items& items, const Body& body) {
    isolated(
        clause, items.size(), [&](std::size_t i) { return to_text(items[i]); },
        [&](std::size_t i) { body(items[i]); });
  }

  // --- Surroundings ---------------------------------------------------------------------------

  [[nodiscard]] const TestContext& context() const { return context_; }
  /// For bodies that initialize or finalize MPI and the tool interface beyond their needs.
  [[nodiscard]] Lifecycle& lifecycle() { return lifecycle_; }
  /// The results so far.
  [[nodiscard]] TestOutcome& outcome() { return outcome_; }
  [[nodiscard]] const TestOutcome& outcome() const { return outcome_; }

 private:
  [[nodiscard]] bool applies(Clause clause) const;
  ClauseTally* tally_of(Clause clause);
  bool counts(Clause clause);
  void publish(const ClauseTally& tally) const;
  bool count_offender(Clause clause);
  void add_offence(Clause clause, std::string subject, std::string expected, std::string actual,
                   std::optional<Fact> fact = {}, bool crash = false);
  void add_offence(Clause clause, std::string subject, Fact fact);
  [[nodiscard]] bool is_out_of_reach(const Fact& fact) const;
  [[nodiscard]] static bool is_refusal_to_come_up(const Fact& fact);
  void could_not_reach(Clause clause, const Fact& fact);
  void not_examined(Clause clause, std::string_view why);
  void record(Offence offence);
  void isolated(Clause clause, std::size_t count, FunctionRef<std::string(std::size_t)> label,
                FunctionRef<void(std::size_t)> body);

  /// Sizes of the lists of an isolated child before an item.
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

  TestContext context_;
  Lifecycle lifecycle_;
  TestOutcome outcome_;
  bool forks_ = true;  // no forked child died because it was forked
  int repetitions_ = 0;
  std::optional<Condition> condition_;
};

}  // namespace mpitcheck
