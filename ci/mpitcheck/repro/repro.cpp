// SPDX-License-Identifier: BSD-3-Clause
// Replay, compile, run: each failing test at its own pace.
#include "ci/mpitcheck/repro/repro.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "conformance/evidence/search/search.hpp"

namespace mpitcheck {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_stories = 4;  // per test
constexpr int most_replays = 2;          // what comes and goes gets a second chance
constexpr double replay_of_a_hang = 5;   // seconds: where it hangs is known
constexpr double program_limit = 20;     // seconds: its own watchdog is at 10
constexpr double compile_limit = 60;
constexpr std::size_t most_tests = 1U << 30U;  // number of a folder that no test has

bool deviates(const TestResult& result) {
  return result.verdict > Verdict::pass && result.verdict != Verdict::error;
}

std::string section_of(const TestResult& result, const std::string& mpi_version) {
  if (result.failures.empty() || result.failures.front().section.empty()) return {};
  return fmt::format("MPI {}, section {}", mpi_version, result.failures.front().section);
}

evidence::Heading heading_of(const Planned& planned, const TestResult& result) {
  evidence::Heading heading;
  heading.rule = result.failures.empty()
                     ? (result.charged.empty() ? result.clauses.front() : result.charged.front())
                     : result.failures.front().clause;
  heading.section = section_of(result, planned.target->tree.mpi_version);
  heading.origin = fmt::format("test {} on {}", result.name, result.target);
  heading.np = planned.np;
  heading.hangs = result.verdict == Verdict::timeout;
  return heading;
}

int status_of(const Ending& ending) {
  if (WIFSIGNALED(ending.wait_status)) return 128 + WTERMSIG(ending.wait_status);
  return WEXITSTATUS(ending.wait_status);
}

void note(evidence::Trial& trial, const Outcome& outcome) {
  trial.ran = outcome.ending && outcome.ending->start_error == 0;
  if (!trial.ran) return;
  trial.status = outcome.ending->timed_out ? 128 + SIGALRM : status_of(*outcome.ending);
}

}  // namespace

/// One failing test and what is known of it.
struct Reproducer::Case {
  const Planned& planned;
  TestResult& result;
  TestFolders folders;
  Step next = Step::probe;
  int replays = 0;
  int pending = 0;  // jobs of the present step that have not ended
  std::optional<evidence::Search> search;
  std::optional<evidence::Program> attempt;
  evidence::Trial broken, kept;

  Case(const Planned& of, TestResult& failing, const fs::path& scratch, std::size_t number)
      : planned(of), result(failing), folders(scratch, number) {}

  [[nodiscard]] fs::path source() const { return folders.root / "program.c"; }
  [[nodiscard]] fs::path program(bool reference) const {
    return folders.root / (reference ? "on-reference" : "on-target");
  }
  /// An empty folder for a trace.
  [[nodiscard]] fs::path trace(const char* name) const {
    const fs::path folder = folders.root / name;
    fs::remove_all(folder);
    fs::create_directories(folder);
    return folder;
  }
};

Reproducer::Reproducer(const RunOptions& options, const std::vector<Target>& targets,
                       const Injection& injection, fs::path scratch)
    : options_(options), injection_(injection), scratch_(std::move(scratch)) {
  for (const Target& target : targets) {
    if (target.tree.is_reference) reference_ = &target;
  }
  if (reference_ != nullptr) return;
  try {
    own_reference_ = Target{load_tree(own_tree()), "reference", {}};
  } catch (const UserError&) {
    return;  // this mpitcheck does not lie in a tree
  }
  if (own_reference_->tree.is_reference) reference_ = &*own_reference_;
}

Reproducer::~Reproducer() = default;

// Without this a compiler that does not work would pass for a name that mpi.h lacks.
bool Reproducer::compiles(const Target& target, Scheduler& scheduler) const {
  if (target.tree.recorder.empty() || target.tree.compile.empty()) return false;
  const TestFolders folders(scratch_, most_tests);
  const fs::path source = folders.root / "probe.c";
  std::ofstream(source) << "#include <mpi.h>\nint main(void) { return MPI_SUCCESS; }\n";
  Job job = compile_job(target, source, folders.root / "probe", folders);
  job.limits.seconds = compile_limit;
  bool works = false, ended = false;
  scheduler.start(job, [&](const Outcome& outcome) {
    works = outcome.ending && outcome.ending->start_error == 0 && status_of(*outcome.ending) == 0;
    ended = true;
  });
  while (!ended && scheduler.busy()) scheduler.wait();
  return works;
}

bool Reproducer::is_usable(const Target& target, Scheduler& scheduler) {
  if (usable_.empty() && reference_ != nullptr && !compiles(*reference_, scheduler)) {
    reference_ = nullptr;
  }
  const auto [known, is_new] = usable_.try_emplace(&target, false);
  if (is_new) known->second = compiles(target, scheduler);
  return known->second;
}

void Reproducer::start(Case& it, const Job& job, Scheduler& scheduler, Scheduler::Done done) {
  ++it.pending;
  scheduler.start(job, [this, &it, done = std::move(done)](const Outcome& outcome) {
    done(outcome);
    release(it);
  });
}

void Reproducer::release(Case& it) {
  if (--it.pending == 0) ready_.push_back(&it);
}

void Reproducer::replay(Case& it, Scheduler& scheduler) {
  const Tree& tree = it.planned.target->tree;
  const fs::path trace = it.trace("replay");
  RunOptions options = options_;
  options.env.push_back("MPITCHECK_RECORD=" + trace.string());
  if (it.result.verdict == Verdict::timeout) options.timeout = replay_of_a_hang;
  Injection injection = injection_;
  injection.preload.insert(injection.preload.begin(), tree.recorder.string());
  start(it, test_job(it.planned, options, injection, it.folders, make_nonce()), scheduler,
        [&it, trace, this](const Outcome&) {
          it.search.emplace(heading_of(it.planned, it.result),
                            evidence::read_stories(trace, most_stories), reference_ != nullptr);
        });
}

void Reproducer::compile(Case& it, Scheduler& scheduler) {
  std::ofstream(it.source(), std::ios::binary) << it.attempt->text;
  for (const bool on_reference : {false, true}) {
    const Target* const target = on_reference ? reference_ : it.planned.target;
    evidence::Trial& trial = on_reference ? it.kept : it.broken;
    trial.compiled = false;
    if (target == nullptr) continue;
    Job job = compile_job(*target, it.source(), it.program(on_reference), it.folders);
    job.limits.seconds = compile_limit;
    start(it, job, scheduler, [&trial](const Outcome& outcome) {
      trial.compiled = outcome.ending && status_of(*outcome.ending) == 0;
    });
  }
}

void Reproducer::execute(Case& it, Scheduler& scheduler) {
  for (const bool on_reference : {false, true}) {
    const Target* const target = on_reference ? reference_ : it.planned.target;
    evidence::Trial& trial = on_reference ? it.kept : it.broken;
    trial.ran = false;
    if (!trial.compiled) continue;
    RunOptions options = on_reference ? RunOptions{} : options_;
    const Injection injection = on_reference ? Injection{} : injection_;
    options.timeout = program_limit;
    start(it,
          program_job(*target, it.program(on_reference), it.planned.np, options, injection,
                      it.folders),
          scheduler, [&trial](const Outcome& outcome) { note(trial, outcome); });
  }
}

void Reproducer::conclude(Case& it) const {
  if (it.result.repro) return;
  Repro& repro = it.result.repro.emplace();
  if (!it.search) {
    repro.reason = "interrupted";
    return;
  }
  repro.calls = it.search->calls();
  repro.reproduced = it.search->found().has_value();
  if (repro.reproduced) repro.program = it.search->found()->text;
  if (!repro.reproduced) repro.reason = it.search->reason();
  if (repro.reproduced && reference_ == nullptr)
    repro.reason = "not run on the reference: no tree of it at hand";
}

void Reproducer::add(const Planned& planned, TestResult& result) {
  if (!deviates(result) || cases_.size() >= options_.programs) return;
  if (planned.program->suite == "stress") {
    result.repro.emplace().reason =
        "what threads, signals or many rounds bring about is no program of a few calls";
    return;
  }
  cases_.push_back(std::make_unique<Case>(planned, result, scratch_, cases_.size()));
  ready_.push_back(cases_.back().get());
}

void Reproducer::take_step(Case& it, Scheduler& scheduler) {
  switch (it.next) {
    case Step::probe:
      if (!is_usable(*it.planned.target, scheduler)) {
        it.result.repro.emplace().reason =
            "the tree has no recorder of calls, or its C compiler does not work";
        it.next = Step::none;
        break;
      }
      [[fallthrough]];
    case Step::replay:
      replay(it, scheduler);
      ++it.replays;
      it.next = Step::propose;
      break;
    case Step::judge:
      it.search->tried(it.broken, it.kept);
      [[fallthrough]];
    case Step::propose:
      if (!it.search->has_story() && it.replays < most_replays) {
        it.next = Step::replay;
        break;
      }
      it.attempt = it.search->next();
      it.next = it.attempt ? Step::execute : Step::none;
      if (it.attempt) compile(it, scheduler);
      break;
    case Step::execute:
      execute(it, scheduler);
      it.next = Step::judge;
      break;
    case Step::none:
      break;
  }
}

void Reproducer::go_on(Scheduler& scheduler) {
  while (!ready_.empty() && !scheduler.interrupted()) {
    Case& it = *ready_.front();
    ready_.pop_front();
    ++it.pending;  // it is not ready before all jobs of the step are started
    take_step(it, scheduler);
    if (it.next != Step::none || it.pending > 1) release(it);
  }
}

void Reproducer::finish(Scheduler& scheduler) {
  for (go_on(scheduler); scheduler.busy(); go_on(scheduler)) scheduler.wait();
  for (const auto& it : cases_) conclude(*it);
}

void prepare_programs(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || ::access(folder.c_str(), W_OK | X_OK) != 0) {
    throw UserError(fmt::format("--repro {}: no folder that can be written to", folder.string()));
  }
}

void write_programs(const fs::path& folder, std::vector<TestResult>& tests) {
  for (TestResult& test : tests) {
    if (!test.repro || !test.repro->reproduced) continue;
    const fs::path path = folder / test.target / (test.name + ".c");
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    std::ofstream file(path, std::ios::binary);
    file << test.repro->program;
    if (!file.flush()) throw UserError(fmt::format("cannot write {}", path.string()));
    test.repro->file = path.string();
  }
}

}  // namespace mpitcheck
