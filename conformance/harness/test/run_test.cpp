// SPDX-License-Identifier: BSD-3-Clause
// Set-up, body, verdict and teardown of a test.
#include "conformance/harness/test/run_test.hpp"

#include <dlfcn.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/return_codes.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/protocol.hpp"
#include "conformance/harness/process/forks.hpp"
#include "conformance/harness/process/frames.hpp"
#include "conformance/harness/process/habits.hpp"
#include "conformance/harness/process/replay.hpp"
#include "conformance/harness/test/baseline.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

namespace {

constexpr const char* before_init = "before MPI_Init";
constexpr const char* after_init = "after MPI_Init";

// The loader ignores LD_PRELOAD for setuid programs.
void require_preloaded() {
  const char* const wanted = std::getenv("MPITCHECK_PRELOADED");
  if (wanted == nullptr) return;
  std::istringstream paths(wanted);
  for (std::string path; std::getline(paths, path, ':');) {
    if (!path.empty() && ::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD) == nullptr) {
      throw std::runtime_error(join("the loader did not load ", path,
                                    ", as for setuid programs: leave it out, or run a copy of the "
                                    "tree that is none"));
    }
  }
}

void run_body(Test& test) {
  require_preloaded();
  const Setup setup = test.context().info.needs.setup;
  Progress::instance().phase("setup");
  if (setup != Setup::nothing) {
    test.lifecycle().tool_init();
  } else if (test.lifecycle().is_tool_held_by_others()) {
    throw CannotGoOn("an interface that no other tool has up");
  }
  if (setup == Setup::mpi) test.lifecycle().mpi_init();
  const auto examine = [&] {
    noting_what_is_missing(test, [&] { test.context().info.body(test); });
  };
  Progress::instance().phase(setup == Setup::mpi ? after_init : before_init);
  examine();
  if (setup != Setup::each_phase) return;
  Progress::instance().phase("setup");
  test.lifecycle().mpi_init();
  Progress::instance().phase(after_init);
  examine();  // this phase may have what the one before lacked
}

std::map<std::string, std::vector<std::string>> codes_seen() {
  std::map<std::string, std::vector<std::string>> seen;
  for (const auto& [function, codes] : ReturnCodes::instance().by_function()) {
    std::vector<std::string>& names = seen[std::string(function)];
    for (const int code : codes) names.push_back(code_name(code));
  }
  return seen;
}

// Of several values of a key the last one counts.
std::map<std::string, std::string> as_map(const Metrics& metrics) {
  std::map<std::string, std::string> map;
  for (const auto& [key, value] : metrics) map[key] = value;
  return map;
}

// The outcomes of the grid, for tests that have some.
std::optional<GridRecord> grid_of(const TestOutcome& outcome) {
  if (outcome.grid_state.empty()) return std::nullopt;
  return GridRecord{outcome.grid_state, as_map(outcome.grid_cells)};
}

std::vector<TallyRecord> tallies_of(const TestOutcome& outcome) {
  std::vector<TallyRecord> tallies;
  for (const ClauseTally& tally : outcome.tallies) {
    tallies.push_back({std::string(data(tally.clause).id), tally.examined, tally.offenders});
  }
  return tallies;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : "; ") + text;
  return out;
}

// The broken foundation that explains what this test lacks; null if there is none.
const Foundation* lost_foundation(const TestOutcome& outcome) {
  return foundation_of(joined(outcome.missing));
}

constexpr Level levels[] = {Level::must, Level::should, Level::quality, Level::advice};

std::optional<Level> strictest_broken(const TestOutcome& outcome) {
  for (const Level level : levels) {
    const bool broken = std::ranges::any_of(outcome.tallies, [=](const ClauseTally& tally) {
      return tally.offenders > 0 && data(tally.clause).level == level;
    });
    if (broken || outcome.strays.broke(level)) return level;
  }
  return std::nullopt;
}

// The first offence against a clause of that level for which `fits` holds, or null.
template <class Fits>
const Offence* first_of(const TestOutcome& outcome, std::optional<Level> level, const Fits& fits) {
  for (const Offence& offence : outcome.offences) {
    const auto clause = std::ranges::find(clause_keys(), offence.clause, &ClauseKey::id);
    if (clause != clause_keys().end() && clause->level == level && fits(offence)) return &offence;
  }
  return nullptr;
}
const Offence* first_of(const TestOutcome& outcome, std::optional<Level> level) {
  return first_of(outcome, level, [](const Offence&) { return true; });
}

std::string message_of(const TestOutcome& outcome, Verdict verdict) {
  if (verdict == Verdict::vacuous) {
    return outcome.missing.empty() ? "nothing to examine" : "missing: " + joined(outcome.missing);
  }
  const Foundation* const lost = lost_foundation(outcome);
  if (verdict == Verdict::inconclusive && lost != nullptr) {
    return join("missing: ", joined(outcome.missing), "; ", lost->label());
  }
  if (verdict == Verdict::inconclusive) {
    return outcome.lost.empty() ? "left out: " + joined(Quarantine::instance().met())
                                : joined(outcome.lost);
  }
  if (verdict == Verdict::not_applicable) return "no cited clause applies to this MPI version";
  const Offence* const first = first_of(outcome, strictest_broken(outcome));
  return first == nullptr ? outcome.strays.message() : message_of(*first);
}

void print_account(std::string_view test, const TestOutcome& outcome, Verdict verdict,
                   std::string_view message) {
  std::printf("%s: %s\n", std::string(test).c_str(), std::string(name(verdict)).c_str());
  if (!message.empty()) {
    std::printf("  %.*s\n", static_cast<int>(message.size()), message.data());
  }
  for (const ClauseTally& tally : outcome.tallies) {
    std::printf("  %s: examined %llu, offenders %llu\n", std::string(data(tally.clause).id).c_str(),
                static_cast<unsigned long long>(tally.examined),
                static_cast<unsigned long long>(tally.offenders));
  }
  for (const auto& [key, value] : outcome.metrics) {
    std::printf("  %s: %s\n", key.c_str(), value.c_str());
  }
  for (const Offence& offence : outcome.offences) {
    std::printf("  %s: %s (%s)\n    expected %s\n    actual   %s\n", offence.clause.c_str(),
                offence.subject.c_str(), offence.phase.c_str(), offence.expected.c_str(),
                offence.actual.c_str());
    for (const std::string& made : offence.calls) std::printf("      %s\n", made.c_str());
  }
}

// Only a broken `must` fails a test. Processes of a job exit with 0, because a launcher ends the
// job when one of them fails, and the other reports would be lost. The runner reads the records.
int exit_code_for(const TestOutcome& outcome, Verdict verdict, bool among_others) {
  if (among_others) return protocol::exit_passed;
  if (strictest_broken(outcome) == Level::must) return protocol::exit_failed;
  if (verdict == Verdict::error) return protocol::exit_error;
  return verdict < Verdict::pass ? protocol::exit_skipped : protocol::exit_passed;
}

std::string version_text(Version version) { return join(version.major_, ".", version.minor_); }

constexpr const char* rank_variable = "MPITCHECK_RANK";
constexpr const char* size_variable = "MPITCHECK_SIZE";

/// Variables that give launched_place() the same answer without a launcher.
std::vector<std::string> identity_of(int rank, int np) {
  if (np == 1) return {};
  return {join(rank_variable, "=", rank), join(size_variable, "=", np)};
}

}  // namespace

Place launched_place(int wanted) {
  constexpr std::pair<const char*, const char*> launchers[] = {
      {rank_variable, size_variable},
      {"MPIT_RANK", "MPIT_SIZE"},
      {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
      {"PMI_RANK", "PMI_SIZE"},
      {"PMIX_RANK", "MPITCHECK_NP"},  // PMIx has no size; the runner sets it
      {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
      {"FLUX_TASK_RANK", "FLUX_JOB_SIZE"}};
  for (const auto& [rank, size] : launchers) {
    if (const char* value = std::getenv(rank)) {
      const char* number = std::getenv(size);
      return {std::atoi(value), number != nullptr ? std::atoi(number) : wanted};
    }
  }
  return {0, wanted};
}

Verdict verdict_of(const TestOutcome& outcome) {
  if (outcome.tallies.empty()) return Verdict::not_applicable;
  // A crash is the verdict if it broke a rule of the strictest level that is broken.
  const std::optional<Level> broken = strictest_broken(outcome);
  if (first_of(outcome, broken, [](const Offence& offence) { return offence.crash; }) != nullptr) {
    return Verdict::crash;
  }
  if (broken == Level::must) return Verdict::fail;
  if (broken == Level::should) return Verdict::warn;
  if (broken == Level::quality) return Verdict::quality;
  if (!outcome.lost.empty()) return Verdict::inconclusive;
  const bool examined = std::ranges::any_of(
      outcome.tallies, [](const ClauseTally& tally) { return tally.examined > 0; });
  if (examined) return Verdict::pass;
  const bool was_cut_off =
      !Quarantine::instance().met().empty() || lost_foundation(outcome) != nullptr;
  return was_cut_off ? Verdict::inconclusive : Verdict::vacuous;
}

namespace {

/// The command that runs the test again.
std::vector<std::string> words_for(const TestInfo& info, const RunOptions& options) {
  std::vector<std::string> words{
      std::filesystem::absolute(reinterpret_cast<const char*>(::getauxval(AT_EXECFN))), "--test",
      std::string(info.name), "--seed", std::to_string(options.seed)};
  if (!options.result_directory.empty()) {
    words.insert(words.end(), {"--result", options.result_directory, "--nonce", options.nonce});
  }
  return words;
}

// With this limit, a hang of a forked child is detected and compared with a fresh process within
// the time limit of the test. A low time limit leaves no time for the comparison.
Pace pace_from_environment() {
  const char* const limit = std::getenv(time_limit_variable);
  constexpr double enough = 8, share = 0.25, most = 20;
  if (limit == nullptr || std::atof(limit) < enough) return {};
  const double patience = std::min(share * std::atof(limit), most);
  return {[] { return Progress::instance().moves(); }, patience + habits().start_seconds};
}

}  // namespace

int run_test(const TestInfo& info, const RunOptions& given) {
  RunOptions options = given;
  if (!options.result_directory.empty()) {  // the library may change the working directory
    options.result_directory = std::filesystem::absolute(options.result_directory);
  }
  const auto [rank, np] = launched_place(info.needs.np);
  ResultFile results;
  if (!options.result_directory.empty()) {
    ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);  // the runner reads the stacks of a hung process
    results = ResultFile(options.result_directory, rank, options.nonce);
    if (!Progress::instance().map_page(join(options.result_directory, "/", rank, ".progress"),
                                       Replay::instance().is_active())) {
      std::fprintf(stderr, "cannot write in %s: does the directory exist?\n",
                   options.result_directory.c_str());
      return protocol::exit_error;
    }
  }
  results.be_silent(Replay::instance().is_active());
  Replay::instance().on_arrival([&results] { results.be_silent(false); });
  if (info.needs.np == 1) {  // tests of several processes cannot be replayed
    Replay::instance().start_recording(words_for(info, options), identity_of(rank, np));
  }
  leave_frames_in(Progress::instance().page().frames);
  Forks::instance().limit(pace_from_environment());
  share_baselines();
  Quarantine::instance().set_from_environment();
  const Version version = version_of_library();
  Test test({info, version, options.seed, results});
  TestOutcome& outcome = test.outcome();
  test.lifecycle().expect_world(Replay::instance().is_active() ? 1 : np);
  results.write(RecordKind::begin, BeginRecord{.test = std::string(info.name),
                                               .rank = rank,
                                               .np = np,
                                               .pid = ::getpid(),
                                               .seed = options.seed,
                                               .mpi_version = version_text(version)});
  const auto started = std::chrono::steady_clock::now();
  std::string error;
  if (!outcome.tallies.empty()) {
    try {
      watch_codes(outcome.strays, version, results);
      noting_what_is_missing(test, [&] { run_body(test); });
    } catch (const std::exception& fault) {
      error = fault.what();
    }
    ReturnCodes::instance().on_stray({});
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started;
  if (Replay::instance().is_active()) return protocol::exit_error;  // it missed its block

  if (const std::string_view trouble = Forks::instance().trouble(); !trouble.empty()) {
    test.measured("hung in a forked child only", std::string(trouble));
  }
  const Verdict verdict = error.empty() ? verdict_of(outcome) : Verdict::error;
  const std::string message = error.empty() ? message_of(outcome, verdict) : error;
  const bool reported =
      results.write(RecordKind::end, EndRecord{.verdict = verdict,
                                               .message = message,
                                               .missing = joined(outcome.missing),
                                               .left_out = Quarantine::instance().met(),
                                               .lost = outcome.lost,
                                               .seconds = elapsed.count(),
                                               .clauses = tallies_of(outcome),
                                               .codes = codes_seen(),
                                               .metrics = as_map(outcome.metrics),
                                               .grid = grid_of(outcome)});
  if (!results.is_open()) print_account(info.name, outcome, verdict, message);
  test.lifecycle().tear_down();
  if (reported) results.write(RecordKind::closed, nlohmann::json::object());
  return exit_code_for(outcome, verdict, np > 1 && results.is_open());
}

}  // namespace mpitcheck
