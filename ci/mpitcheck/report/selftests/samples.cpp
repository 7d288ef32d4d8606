// SPDX-License-Identifier: BSD-3-Clause
// Reports to try the writers on.
#include "ci/mpitcheck/report/selftests/samples.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "ci/mpitcheck/judge/finding.hpp"

namespace mpitcheck::report::samples {
namespace {

RunReport empty_report() {
  RunReport report;
  report.header = {
      "mpitcheck",    "0.1.0", "2026-01-02T03:04:05Z", {"mpitcheck", "run", "build/mpich"},
      "Linux x86_64", 2};
  report.footer = {true, false, "2026-01-02T03:04:46Z", 41.2};
  return report;
}

TargetResult target(std::string name, std::string library, std::string version) {
  TargetResult out;
  out.tree = fmt::format("build/{}", name);
  out.name = std::move(name);
  out.library_version = std::move(library);
  out.mpi_version = std::move(version);
  out.seconds = 12.5;
  return out;
}

ClauseResult clause(std::string id, std::string level, std::string rule) {
  ClauseResult out;
  out.area = id.substr(0, id.find('-'));
  out.id = std::move(id);
  out.level = std::move(level);
  out.rule = std::move(rule);
  out.observe = "Query every variable of the target.";
  out.since = "3.0";
  out.section = {{"3.0", "14.3.6"},
                 {"3.1", "14.3.6"},
                 {"4.0", "15.3.6"},
                 {"4.1", "15.3.6"},
                 {"5.0", "15.3.6"}};
  out.functions = {"MPI_T_cvar_get_info", "MPI_T_cvar_get_num"};
  return out;
}

// A test called after its only clause.
TestResult test(const ClauseResult& cited, const std::string& target, Verdict verdict) {
  TestResult out;
  out.target = target;
  out.suite = "conformance";
  out.name = fmt::format("{}.info.{}", cited.area, cited.id.substr(cited.area.size() + 1));
  out.brief = "Queries every variable.";
  out.file = "conformance/tests/cvar_info.cpp";
  out.line = 42;
  out.clauses = {cited.id};
  out.verdict = verdict;
  out.level = cited.level;
  out.seconds = 0.012;
  out.seed = 0xfedcba9876543210;
  out.replay = fmt::format("mpitcheck run build/{} --filter {} --seed 7", target, out.name);
  const bool offended =
      verdict == Verdict::fail || verdict == Verdict::warn || verdict == Verdict::quality;
  if (offended) {
    out.repro = Repro{true,
                      "int main(void) { return 1; }\n",
                      "repro/" + out.name + ".c",
                      "",
                      {"MPI_T_finalize() = MPI_SUCCESS"}};
  } else if (verdict == Verdict::crash) {
    out.repro = Repro{false, "", "", "the failure did not come again", {}};
  }
  if (verdict == Verdict::pass || offended)
    out.examinations = {{cited.id, 344, offended ? 3u : 0u}};
  return out;
}

Failure offence(const ClauseResult& broken, std::string subject, std::string expected,
                std::string actual) {
  Failure out;
  out.clause = broken.id;
  out.level = broken.level;
  out.rule = broken.rule;
  out.section = "15.3.6";
  out.subject = std::move(subject);
  out.expected = std::move(expected);
  out.actual = std::move(actual);
  out.phase = "before MPI_Init";
  out.calls = {"MPI_T_init_thread(MPI_THREAD_SINGLE) = MPI_SUCCESS",
               "MPI_T_cvar_get_info(17) = MPI_SUCCESS"};
  return out;
}

TestResult crashed(const ClauseResult& cited, const std::string& target) {
  TestResult out = test(cited, target, Verdict::crash);
  out.charged = {cited.id};
  out.message = "SIGSEGV in MPI_T_finalize, the call in progress";
  out.output = "[warn] something odd\nSegmentation fault\n";
  return out;
}

}  // namespace

RunReport plausible() {
  RunReport report = empty_report();
  report.targets = {
      target("reference", "mpitcheck reference 0.1.0", "5.0"),
      target("mpich", "MPICH Version: 4.0.2\nMPICH Release date: Thu Apr 7 12:34:45 CDT 2022\n",
             "4.0"),
      target("openmpi", "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, May 26, 2022",
             "3.1")};
  report.targets[0].counts = Counts{31, 74, 9, 4, 6, 2};
  report.targets[1].counts = Counts{344, 0, 20, 3, 0, 0};
  report.targets[2].counts = Counts{1259, 33, 247, 12, 0, 0};
  const NamedObject limit{"cvar",
                          "MPIR_CVAR_A",
                          {{"datatype", "MPI_INT"}, {"scope", "MPI_T_SCOPE_LOCAL"}},
                          "Longest message that is sent at once."};
  report.targets[0].inventory = report.targets[1].inventory = {limit};
  report.targets[1].inventory.push_back({"category", "COLLECTIVE", {}, ""});

  report.clauses = {
      clause("cvar-num-nonnegative", "must",
             "The number of control variables is reported; zero means none are exported."),
      clause("cvar-name-nonempty", "must",
             "A successful query yields a name of at least one character."),
      clause("cvar-name-unique", "must",
             "The names of two control variables differ, so that a name leads to one index."),
      clause("cvar-info-null-out-ignored", "must",
             "Any OUT argument given as null is skipped without error."),
      clause("cvar-desc-recommended", "should", "A description is supplied for each variable."),
      clause("cvar-garbage-handle", "quality",
             "A handle that was never allocated is refused with MPI_T_ERR_INVALID_HANDLE."),
      clause("init-finalize-after-mpi", "must", "MPI_T_finalize may be called after MPI_Finalize."),
      clause("pvar-class-counter-monotonic", "must",
             "A variable of class COUNTER never decreases while it runs."),
      clause("pvar-session-isolated", "must", "Sessions do not influence each other's values."),
      clause("event-callback-safety", "must", "A callback is called at its safety level or above."),
      clause("category-changed-stamp", "must",
             "The stamp grows whenever a category is added or changed."),
      clause("errors-never-abort", "must", "No call of the interface aborts the program.")};

  using V = Verdict;
  const std::vector<std::array<V, 3>> verdicts = {
      {V::pass, V::pass, V::pass},       {V::pass, V::fail, V::pass},
      {V::pass, V::pass, V::fail},       {V::pass, V::pass, V::pass},
      {V::pass, V::warn, V::warn},       {V::pass, V::quality, V::pass},
      {V::pass, V::pass, V::crash},      {V::pass, V::vacuous, V::pass},
      {V::pass, V::vacuous, V::timeout}, {V::vacuous, V::not_applicable, V::not_applicable},
      {V::pass, V::error, V::pass}};
  for (std::size_t t = 0; t < report.targets.size(); ++t) {
    for (std::size_t c = 0; c < verdicts.size(); ++c) {
      const ClauseResult& cited = report.clauses[c];
      const V verdict = verdicts[c][t];
      TestResult result = verdict == V::crash ? crashed(cited, report.targets[t].name)
                                              : test(cited, report.targets[t].name, verdict);
      if (verdict == V::timeout) {
        result.charged = {cited.id};
        result.message = "no end within 30 s; the call in progress: MPI_T_pvar_read";
        result.stacks = {{"rank 0, thread 1 of 2", {"__lll_lock_wait (libc.so.6)", "main"}}};
      } else if (verdict == V::vacuous) {
        result.missing = "a performance variable of class COUNTER";
      } else if (verdict == V::not_applicable) {
        result.message = "needs MPI 4.0 or later with events";
      } else if (verdict == V::error) {
        result.message = "the result file ends in the middle of a record";
      } else if (!result.examinations.empty() && verdict != V::pass) {
        result.message = "3 of 344 variables deviate: MPIR_CVAR_A, MPIR_CVAR_B, MPIR_CVAR_C";
        result.failures = {
            offence(cited, "MPIR_CVAR_A", "a name of at least one character", "\"\" (length 1)"),
            offence(cited, "MPIR_CVAR_B", "MPI_SUCCESS", "MPI_T_ERR_INVALID_INDEX")};
      }
      if (t == 2 && c == 0) result.notes = {"teardown: SIGSEGV in MPI_Finalize"};
      if (c == 3) result.behaviours = {{cited.id, "code for a null argument", "MPI_SUCCESS"}};
      report.tests.push_back(std::move(result));
    }
  }
  report.clauses.back().untested =
      "Only visible in a process of its own; planned with the error tests.";
  report.exit_code = 1;
  derive_clause_verdicts(report);
  derive_findings(report);
  return report;
}

RunReport gated() {
  RunReport report = plausible();
  GateResult& gate = report.gate.emplace();
  gate.files = {{"ci/expectations/openmpi-4.1.4.txt", "Open MPI", "4.1.4", {"openmpi"}}};
  for (TestResult& result : report.tests) {
    result.expected = !breaks_must(result) && result.verdict != Verdict::error;
    if (result.target != "openmpi" || result.verdict != Verdict::crash) continue;
    result.expected = true;
    result.known = {DeviationKind::bug, "the event base is gone: https://example.org/issues/1",
                    "ci/expectations/openmpi-4.1.4.txt:7"};
    ++gate.known;
  }
  gate.findings = {{GateProblem::unexpected_failure, "mpich", "cvar.info.name-nonempty", "",
                    "fail: 3 of 344", "add to ci/expectations/mpich-4.0.2.txt:",
                    "cvar.info.name-nonempty  fail  bug  \"to be reviewed\"  \"3 of 344\""},
                   {GateProblem::expired, "", "", "ci/expectations/openmpi-4.1.4.txt:7",
                    "'init.*' counted until 2025-12-31",
                    "look at it again:", "init.*  crash  bug  \"why\"  \"\"  until=2027-01-02"}};
  derive_findings(report);
  return report;
}

RunReport small() {
  RunReport report = plausible();
  const std::string bad(hostile);
  report.header.command.push_back(bad);
  report.footer.complete = false;
  report.footer.interrupted = true;
  report.targets[1].counts.reset();
  report.targets[1].notes = {"no inventory: " + bad};
  report.targets[1].library_version = bad;
  report.targets[1].inventory = {{"pvar", bad, {{"datatype", bad}}, bad}};
  report.targets[2].name = bad;
  report.clauses[0].until = "5.0";
  report.clauses[1].rule = bad;
  report.clauses[1].note = bad;
  for (TestResult& result : report.tests) {
    if (result.target == "openmpi") result.target = bad;
    result.brief = result.message = result.output = result.replay = bad;
    result.notes = {bad};
    result.stacks = {{bad, {bad, "main"}}};
    result.behaviours = {{result.clauses[0], bad, bad}};
    result.codes = {{"MPI_T_cvar_get_info", {"MPI_SUCCESS", bad}}};
    result.metrics = {{"cases", "200"}, {"note", bad}};
    if (result.verdict == Verdict::vacuous) result.missing = bad;
    for (Failure& failure : result.failures) {
      failure.subject = failure.expected = failure.actual = failure.phase = bad;
      failure.calls = {bad, "MPI_T_finalize() = MPI_SUCCESS"};
      failure.rank = 3;
    }
  }
  report.tests.front().expected = false;
  report.tests.front().known = {DeviationKind::flaky, bad, bad};
  report.gate = {{{bad, bad, bad, {bad}}},
                 7,
                 {{GateProblem::changed_message, bad, bad, bad, bad, bad, bad},
                  {GateProblem::stale, "", "", bad, bad, bad, bad}}};
  TestResult left = test(report.clauses[2], bad, Verdict::early_exit);
  left.name = "cvar." + bad;
  left.charged = {report.clauses[2].id};
  left.level = "must";
  left.message = bad;
  report.tests.push_back(left);
  for (ClauseResult& entry : report.clauses) entry.verdicts.clear();
  derive_clause_verdicts(report);
  derive_findings(report);
  return report;
}

RunReport big(std::size_t tests, std::size_t targets, std::size_t every) {
  RunReport report = empty_report();
  const std::size_t clauses = tests / 10;
  for (std::size_t c = 0; c < clauses; ++c) {
    report.clauses.push_back(clause(
        fmt::format("cvar-rule-{}", c), c % 4 ? "must" : "should",
        fmt::format("Rule {} says what a library has to do, in a sentence of usual length.", c)));
  }
  for (std::size_t t = 0; t < targets; ++t) {
    report.targets.push_back(
        target(fmt::format("target-{}", t), fmt::format("Some MPI 4.{}", t), "4.0"));
    report.targets.back().counts = Counts{1259, 33, 247, 12, 0, 0};
    for (std::size_t i = 0; i < tests; ++i) {
      const ClauseResult& cited = report.clauses[i % clauses];
      const bool fails = (i + t) % every == 0;
      TestResult result =
          test(cited, report.targets[t].name, fails ? Verdict::fail : Verdict::pass);
      result.name += fmt::format(".{}", i / clauses);
      if (fails) {
        result.message = "3 of 344 variables deviate";
        result.failures.assign(3, offence(cited, "MPIR_CVAR_A", "a name of at least one character",
                                          "\"\" (length 1)"));
      }
      report.tests.push_back(std::move(result));
    }
  }
  derive_clause_verdicts(report);
  derive_findings(report);
  return report;
}

}  // namespace mpitcheck::report::samples
