// SPDX-License-Identifier: BSD-3-Clause
// Forks, runs cases, and returns the result.
#include "properties/runner/case_process.hpp"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/test/test.hpp"
#include "properties/runner/generate.hpp"

namespace mpitcheck::properties {

using nlohmann::json;

namespace {

constexpr std::size_t calls_reported = 32;

// The last output of a child. Its exit code proves nothing, since the target may end the process
// with any code.
constexpr std::string_view said_done = "done";
constexpr char marks_broken = '{';
constexpr char marks_own_fault = '!';

/// The part inside the child.
class CaseProcess {
 public:
  CaseProcess(Test& t, const CasePlan& plan, const Survey* survey)
      : plan_(plan), judge_(plan.cited, plan.known) {
    if (plan.around.lifecycle) {
      survey_ = std::make_unique<Survey>();  // nothing can be queried yet
    } else if (plan.around.mpi_up || survey == nullptr) {
      if (plan.around.mpi_up) t.lifecycle().mpi_init();
      survey_ = std::make_unique<Survey>(Survey::take(t, plan.with_use));
    }
    if (survey_ != nullptr) survey = survey_.get();
    seen_ = survey;
    mirrors_ = std::make_unique<MirrorEngines>(*survey);
    if (!plan.around.lifecycle) {
      for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
        int provided = 0;
        mirrors_->engine(i).init_thread(level_to_engine(MPI_THREAD_MULTIPLE), &provided);
      }
    }
  }

  /// Runs one case; throws Broken.
  void run(const Sequence& sequence) {
    Account& page = account();
    page.choice = sequence.choice;
    page.length = static_cast<std::uint32_t>(sequence.commands.size());
    std::copy(sequence.commands.begin(), sequence.commands.end(), page.sequence.begin());
    page.at = 0;
    ++page.cases;
    Progress::instance().step();
    CaseState state(*seen_, *mirrors_, judge_, plan_.around, sequence.choice);
    try {
      for (const Command& command : sequence.commands) {
        const auto kind = static_cast<std::size_t>(command.kind);
        const bool banned =
            std::find(plan_.banned.begin(), plan_.banned.end(), command.kind) != plan_.banned.end();
        ++(!banned && perform(state, command) ? page.performed : page.skipped)[kind];
        if (plan_.closely && state.inits != 0) read_every(state);
        ++page.at;
      }
      state.clean_up();
    } catch (const Abandoned&) {
      ++page.abandoned;
    } catch (const Quarantined&) {  // the rest of the sequence may depend on it
      ++page.abandoned;
    }
  }

 private:
  const CasePlan& plan_;
  const Judge judge_;
  std::unique_ptr<Survey> survey_;
  const Survey* seen_ = nullptr;
  std::unique_ptr<MirrorEngines> mirrors_;
};

void tell(int out, std::string_view text) {
  if (::write(out, text.data(), text.size()) != static_cast<ssize_t>(text.size())) ::_exit(3);
}

[[noreturn]] void tell_broken(int out, const Broken& broken) {
  Offence offence{.clause = std::string(data(broken.clause).id),
                  .subject = broken.subject,
                  .expected = broken.expected,
                  .actual = broken.actual,
                  .fact = broken.fact};
  if (call_mode().is_recorded) {
    if (offence.fact) offence.fact->function = Recorder::instance().last_function();
    tell_recorder(offence);
  }
  json line = offence;
  line["number"] = broken.clause.number;
  tell(out, line.dump(-1, ' ', false, json::error_handler_t::replace));
  ::_exit(0);
}

/// Parses what tell_broken() wrote; nothing for anything else.
std::optional<Broken> broken_told(const std::string& output) {
  if (!output.starts_with(marks_broken)) return std::nullopt;
  try {
    const json line = json::parse(output);
    const auto number = line.at("number").get<std::size_t>();
    if (number >= clause_count) return std::nullopt;
    const Offence offence = line;
    return Broken{Clause{static_cast<std::uint16_t>(number)}, offence.subject, offence.expected,
                  offence.actual, offence.fact};
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

/// The commands of the last case that were run: up to the one that broke something, if any.
Sequence run_last() {
  const Account& page = account();
  Sequence sequence;
  sequence.choice = page.choice;
  sequence.commands.assign(page.sequence.begin(),
                           page.sequence.begin() + std::min(page.at + 1, page.length));
  return sequence;
}

/// Nearly all calls of a case are calls of MPI_T. So without a record, one of them was in progress.
Blame blame_of(const ChildResult& child, bool is_recorded) {
  if (is_recorded) return blame_for_last_moment(child.frames);
  return blame_for({true, "calls of a random sequence", child.frames, true},
                   [](std::string_view) { return false; });
}

/// Runs `run(process)` in a child and returns how it ended.
Ending in_case_process(Test& t, const CasePlan& plan, const Survey* survey, bool is_recorded,
                       const std::function<void(CaseProcess&)>& run) {
  const std::uint64_t cases_before = account().cases;
  const ChildResult child = in_child([&](int out) {
    try {
      CaseProcess process(t, plan, survey);
      call_mode() = {};
      call_mode().is_recorded = is_recorded;
      account().recorded_from = Recorder::instance().calls_begun();
      run(process);
      tell(out, said_done);
    } catch (const Broken& broken) {
      tell_broken(out, broken);
    } catch (const std::exception& fault) {
      tell(out, marks_own_fault + std::string(fault.what()));
    }
  });
  Ending ending;
  if (is_recorded) {
    const Recorder& recorder = Recorder::instance();
    ending.calls = recorder.last_calls(
        std::min<std::size_t>(calls_reported, recorder.calls_begun() - account().recorded_from));
  }
  const bool done = child.output == said_done;
  if (account().cases == cases_before && !done) {
    throw CannotGoOn("a process in which MPI comes up and can be surveyed");
  }
  if (child.output.starts_with(marks_own_fault)) throw std::runtime_error(child.output.substr(1));
  ending.sequence = run_last();
  ending.number = account().cases - cases_before;
  if (auto broken = broken_told(child.output)) {
    ending.kind = Ending::Kind::broken;
    ending.broken = std::move(*broken);
  } else if (!done) {
    ending.kind = Ending::Kind::crashed;
    ending.signal =
        child.signal != 0 ? signal_name(child.signal) : join("exit status ", child.exit_code);
    ending.frames = child.frames;
    ending.blame = blame_of(child, is_recorded);
    if (is_recorded && Recorder::instance().in_call())
      ending.calls.push_back(Recorder::instance().call_in_progress() + " does not return");
    Recorder::instance().call_is_lost();
  }
  return ending;
}

class SilentListener : public rc::detail::TestListener {
 public:
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

/// Lets RapidCheck generate `count` sequences.
void generate(const Mix& mix, std::uint64_t seed, int count, int max_size,
              const std::function<void(const Sequence&)>& use) {
  rc::detail::TestParams params;
  params.seed = seed;
  params.maxSuccess = count;
  params.maxSize = max_size;
  params.disableShrinking = true;  // a failing process cannot continue: shrinking happens outside
  const rc::Gen<Sequence> generator = sequences(mix);
  SilentListener silent;
  std::exception_ptr ended;  // exceptions of a case must not reach RapidCheck
  rc::detail::checkTestable(
      [&] {
        if (ended != nullptr) return;
        const Sequence sequence = *generator;
        try {
          use(sequence);
        } catch (...) {
          ended = std::current_exception();
        }
      },
      rc::detail::TestMetadata{}, params, silent,
      std::unordered_map<std::string, rc::detail::Reproduce>{});
  if (ended != nullptr) std::rethrow_exception(ended);
}

}  // namespace

Ending run_cases(Test& t, const CasePlan& plan, const Survey* survey, const Mix& mix,
                 std::uint64_t seed, int count, int max_size) {
  if (!plan.fresh) {
    return in_case_process(t, plan, survey, false, [&](CaseProcess& process) {
      generate(mix, seed, count, max_size,
               [&](const Sequence& sequence) { process.run(sequence); });
    });
  }
  std::vector<Sequence> all;
  generate(mix, seed, count, max_size, [&](const Sequence& sequence) { all.push_back(sequence); });
  return run_sequences(t, plan, survey, all);
}

Ending run_sequences(Test& t, const CasePlan& plan, const Survey* survey,
                     std::span<const Sequence> sequences, bool is_recorded) {
  const std::size_t in_each = plan.fresh ? 1 : sequences.size();
  for (std::size_t first = 0; first != sequences.size(); first += in_each) {
    Ending ending = in_case_process(t, plan, survey, is_recorded, [&](CaseProcess& process) {
      for (const Sequence& each : sequences.subspan(first, in_each)) process.run(each);
    });
    ending.number += first;
    if (ending.kind != Ending::Kind::all_done) return ending;
  }
  return {};
}

}  // namespace mpitcheck::properties
