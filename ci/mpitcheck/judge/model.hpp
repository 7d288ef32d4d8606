// SPDX-License-Identifier: BSD-3-Clause
// The model of one run: what the runner fills in and the report writers print. Plain values, no
// behaviour.
//
// Every string that stems from a target (names, messages, output, calls) is kept as the bytes that
// the target produced: it may hold control characters, markup and invalid UTF-8. Whoever prints it
// escapes it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/harness/facts/offence.hpp"
#include "conformance/harness/facts/verdict.hpp"

namespace mpitcheck {

/// Why a known deviation stands.
enum class DeviationKind {
  bug,           ///< the library is expected to be mended
  wontfix,       ///< it is not
  spec_dispute,  ///< the standard's text is read in another way
  flaky,         ///< comes and goes: a pass is as good, and so is a less severe verdict
};

inline constexpr DeviationKind all_deviation_kinds[] = {
    DeviationKind::bug, DeviationKind::wontfix, DeviationKind::spec_dispute, DeviationKind::flaky};

/// The word used in expectations files and reports, e.g. "spec-dispute".
std::string_view name(DeviationKind kind);
std::optional<DeviationKind> deviation_kind_named(std::string_view word);

/// What an expectations file says of a test.
struct KnownDeviation {
  DeviationKind kind = DeviationKind::bug;
  std::string reason;
  std::string source;  ///< where the entry stands, e.g. "ci/expectations/mpich-4.0.2.txt:12"
};

/// An offence, with what the catalogue says of its clause.
struct Failure : Offence {
  std::string level;    ///< "must", "should", "quality" or "advice"
  std::string rule;     ///< the clause's sentence, in our words
  std::string section;  ///< where the target's own MPI version states it, e.g. "14.3.6"; empty if
                        ///< it does not
  int rank = 0;
};

/// What the target does where the standard leaves a choice: not a fault.
struct Behaviour {
  std::string clause;
  std::string key;
  std::string value;
};

/// How much of one clause a test examined, summed over its ranks.
struct Examination {
  std::string clause;
  std::uint64_t examined = 0;
  std::uint64_t offenders = 0;
};

/// What came of the search for a C program that shows a failure.
struct Repro {
  bool reproduced = false;         ///< on the target, and nothing on the reference
  std::string program;             ///< its text; empty: none
  std::string file;                ///< where it was written; may be empty
  std::string reason;              ///< why there is none, or what was not tried
  std::vector<std::string> calls;  ///< those that matter, with arguments and results
};

/// One thread of a test that did not end in time.
struct ThreadStack {
  std::string thread;               ///< e.g. "rank 0, thread 2 of 3"
  std::vector<std::string> frames;  ///< the innermost first
};

struct TestResult {
  std::string target;
  std::string suite;
  std::string name;
  std::string brief;
  std::string file;  ///< the source of the test
  int line = 0;
  std::vector<std::string> clauses;  ///< ids that the test cites
  Verdict verdict = Verdict::error;
  /// The strictest level among the clauses broken; without a broken one, among those cited.
  std::string level;
  /// For crash, timeout and early-exit: the clauses the end is charged to, normally the one under
  /// examination. Empty: nobody knows which of those cited it is.
  std::vector<std::string> charged;
  /// A process ended before it gave its verdict, or the test stepped over calls that end it: what
  /// it had not examined is inconclusive.
  bool cut_off = false;
  double seconds = 0;
  std::string message;
  std::string missing;                ///< for vacuous: what the target lacks
  std::vector<std::string> left_out;  ///< calls that it stepped over, and why
  std::string replay;                 ///< one shell line that runs this test again
  std::vector<Failure> failures;
  std::vector<Behaviour> behaviours;
  std::vector<Examination> examinations;
  std::map<std::string, std::vector<std::string>> codes;  ///< function -> codes it returned
  std::map<std::string, std::string> metrics;  ///< figures of the run: cases, calls judged, ...
  std::vector<std::string> notes;              ///< e.g. "teardown: SIGSEGV in MPI_Finalize"
  std::vector<ThreadStack> stacks;             ///< for timeout, where they could be had
  std::string output;                          ///< stdout and stderr: bounded head and tail
  std::uint64_t output_lost = 0;               ///< bytes of output that were not kept
  int np = 1;
  std::uint64_t seed = 0;
  std::optional<Repro> repro;           ///< nothing: not asked for, or nothing to show
  std::optional<bool> expected;         ///< what the gate says; nothing: the run has no gate
  std::optional<KnownDeviation> known;  ///< the entry that speaks of this test, met or not
};

/// How many objects the target exposes.
struct Counts {
  std::uint64_t cvars = 0, pvars = 0, categories = 0, enums = 0, events = 0, sources = 0;
};

/// A cvar, pvar, category or enumeration of a target, as far as two targets are compared by it.
struct NamedObject {
  std::string kind;  ///< "cvar", "pvar", "category", "enum", "event" or "source"
  std::string name;
  std::map<std::string, std::string> type;  ///< e.g. "datatype" -> "MPI_INT"
  std::string desc;                         ///< how it begins
};

struct TargetResult {
  std::string name;  ///< unique within a report
  std::string library_version;
  std::string mpi_version;
  std::string tree;  ///< as the user named it
  std::optional<Counts>
      counts;  ///< nothing if the inventory could not be taken; `notes` then says why
  double seconds = 0;
  std::vector<std::string> notes;
  std::vector<NamedObject> inventory;  ///< empty if it could not be taken
};

/// One clause of the catalogue and how each target kept it.
struct ClauseResult {
  std::string id;
  std::string level;
  std::string area;
  std::string rule;
  std::string observe;
  std::string note;
  std::string since;                           ///< first MPI version with the rule
  std::string until;                           ///< first MPI version without it; may be empty
  std::map<std::string, std::string> section;  ///< MPI version -> where it stands
  std::vector<std::string> functions;
  std::string untested;            ///< why no test exists; empty if one does or should
  std::vector<std::string> tests;  ///< names of the tests that cite it
  std::map<std::string, Verdict>
      verdicts;  ///< target -> verdict; no entry: no test of it was run there
};

struct Header {
  std::string tool = "mpitcheck";
  std::string version;
  std::string started;  ///< ISO 8601, UTC
  std::vector<std::string> command;
  std::string system;  ///< operating system and architecture, no host name
  unsigned cores = 0;
};

/// Ways in which results and expectations differ. Each fails the gate.
enum class GateProblem {
  unexpected_failure,  ///< breaks a `must` without an entry, or is worse than its entry says
  unexpected_pass,     ///< the entry says it deviates
  improvement,         ///< deviates, but less than the entry says
  changed_message,
  stale,     ///< the entry speaks of no test
  too_wide,  ///< the entry speaks of too many tests
  expired,
};

inline constexpr GateProblem all_gate_problems[] = {GateProblem::unexpected_failure,
                                                    GateProblem::unexpected_pass,
                                                    GateProblem::improvement,
                                                    GateProblem::changed_message,
                                                    GateProblem::stale,
                                                    GateProblem::too_wide,
                                                    GateProblem::expired};

/// The word used in reports and on the terminal, e.g. "unexpected-pass".
std::string_view name(GateProblem problem);
std::optional<GateProblem> gate_problem_named(std::string_view word);

/// One difference between results and expectations, and how to mend it.
struct GateFinding {
  GateProblem problem = GateProblem::unexpected_failure;
  std::string target;  ///< empty: the entry itself is at fault
  std::string test;    ///< empty: the entry itself is at fault
  std::string source;  ///< where the entry stands; empty: there is none
  std::string message;
  std::string advice;  ///< what to do with `line`
  std::string line;    ///< of an expectations file
};

/// An expectations file and the targets that it speaks of.
struct GateFile {
  std::string path, library, version;
  std::vector<std::string> targets;
};

struct GateResult {
  std::vector<GateFile> files;
  std::size_t known = 0;  ///< deviations that are as the files say
  std::vector<GateFinding> findings;
};

struct Footer {
  bool complete = false;     ///< every selected test has run
  bool interrupted = false;  ///< ended by the user: the report holds what was done
  std::string finished;      ///< ISO 8601, UTC
  double seconds = 0;
};

/// What expectations say of a finding on a target.
enum class Standing {
  unjudged,  ///< nothing: there are none, or they need not speak of it (no `must` is broken)
  known,     ///< all of its tests deviate as is expected
  fresh,     ///< some do not
};

/// The word used in reports: "known", "new"; empty for unjudged.
std::string_view name(Standing standing);

/// A finding on one target.
struct Sighting {
  std::string target;
  Verdict verdict = Verdict::fail;  ///< the worst that its offences came to
  Standing standing = Standing::unjudged;
  std::vector<std::size_t> tests;    ///< places in RunReport::tests, the most telling first
  std::vector<Failure> examples;     ///< one per clause, first that of the first test
  std::vector<std::string> objects;  ///< what its offences are about: the first of them
  std::size_t more_objects = 0;      ///< how many more there are
  bool has_program = false;          ///< the C program of the first test shows this, nothing else
};

/// Offences that have one cause, counted once however many tests and clauses show it.
struct Finding {
  std::string id;                   ///< e.g. "F-3fa2c1": of the cause, the same in every report
  std::string line;                 ///< which function, what was expected, what came
  std::string level;                ///< the strictest of its clauses
  Verdict verdict = Verdict::fail;  ///< the worst of its sightings
  std::vector<std::string> clauses;
  std::vector<Sighting> sightings;  ///< in the order of the targets
};

struct RunReport {
  Header header;
  std::vector<TargetResult> targets;
  std::vector<ClauseResult> clauses;  ///< the whole catalogue, in its order
  std::vector<TestResult> tests;      ///< in the order of the targets and their manifests
  std::vector<Finding> findings;      ///< those that ask for a look first
  std::optional<GateResult> gate;     ///< nothing: the run was given no expectations
  int exit_code = 0;
  Footer footer;
};

/// Whether a `must` is broken by a fail, crash, timeout or early-exit.
bool breaks_must(const TestResult& test);

/// Whether the target does otherwise than the standard has it: our own error says nothing of it.
bool is_deviation(Verdict verdict);

/// Whether the test deviates just as an expectations file says.
bool is_known(const TestResult& test);

/// What an offence against a clause of that level comes to. Advice binds nobody.
Verdict verdict_of_offence(std::string_view level);

/// What `test` says of `clause`, one of the clauses it cites.
Verdict clause_verdict(const TestResult& test, std::string_view clause, std::string_view level);

/// Fills in `verdicts` of each of report.clauses from report.tests, and adds to its `tests` those
/// that ran.
void derive_clause_verdicts(RunReport& report);

/// Number of tests of `target` per verdict; verdicts without a test are left out.
std::map<Verdict, std::size_t> verdict_counts(const RunReport& report, std::string_view target);

/// The exit code that the results call for: 1 broken must (with a gate: a finding of it), else 3 if
/// a test came to `error`, else 0.
int exit_code_of(const RunReport& report);

}  // namespace mpitcheck
