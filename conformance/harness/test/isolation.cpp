// SPDX-License-Identifier: BSD-3-Clause
// Test::each_isolated: the body runs in children that report after each item. The parent adopts the
// reports of finished items, however a child ends.
#include <signal.h>
#include <unistd.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/calls/return_codes.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/forks.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/process/habits.hpp"
#include "conformance/harness/process/replay.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

using nlohmann::json;

namespace {

constexpr int crashes_tolerated = 100;           // a test with so many gives up
constexpr int child_unheard = 98;                // exit code of a child that cannot report
constexpr int repetitions_worth_while = 5;       // of deaths in forked children, per test
constexpr double patience_with_repetition = 20;  // seconds of GivenTime

std::string how_it_ended(const ChildResult& child) {
  if (child.signal != 0) return signal_name(child.signal);
  if (child.exit_code == child_unheard) return "its file descriptors closed";
  return join("exit status ", child.exit_code);
}

// The changes of the items up to `item`.
struct Report {
  std::size_t item;
  std::vector<std::string> missing, lost;
  std::vector<Offence> offences;
  ReturnCodes::ByFunction codes;
};

// Parses a line of tell(). Returns nothing for a line that is cut short, or that the library wrote.
std::optional<Report> report_in(const std::string& text) {
  try {
    const json line = json::parse(text);
    return Report{line.at("item"), line.at("missing"), line.at("lost"), line.at("offences"),
                  line.at("codes")};
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

// A report begins with numbers that each item overwrites: the finished items, then the tallies.
std::vector<std::uint64_t> Test::numbers(std::size_t finished) const {
  std::vector<std::uint64_t> numbers{finished};
  for (const ClauseTally& tally : outcome_.tallies) {
    numbers.insert(numbers.end(), {tally.examined, tally.offenders});
  }
  return numbers;
}

// Most items change only the numbers. Other changes are written as a line, before the numbers that
// mark the item as finished.
bool Test::tell(int out, std::size_t item, const Known& known) const {
  const ReturnCodes& codes = ReturnCodes::instance();
  const std::vector<std::uint64_t> now = numbers(item + 1);
  const std::size_t size = now.size() * sizeof now[0];
  const auto reserved = static_cast<off_t>(size);
  if (!keep_output_open(out)) return false;
  if (::lseek(out, 0, SEEK_CUR) < reserved) ::lseek(out, reserved, SEEK_SET);
  if (outcome_.offences.size() != known.offences || outcome_.missing.size() != known.missing ||
      outcome_.lost.size() != known.lost || codes.count() != known.codes) {
    json line{{"item", item},
              {"missing", outcome_.missing},
              {"lost", outcome_.lost},
              {"codes", codes.by_function()}};
    line["offences"] =
        std::vector(outcome_.offences.begin() + static_cast<std::ptrdiff_t>(known.offences),
                    outcome_.offences.end());
    if (!write_all(out, line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n")) {
      return false;
    }
  }
  return ::pwrite(out, now.data(), size, 0) == static_cast<ssize_t>(size);
}

// Adopts the report of a child that ran the items from `first` to `end`; returns the first
// unfinished item. Numbers that such a child cannot have written are ignored.
std::size_t Test::adopt(const std::string& output, std::size_t first, std::size_t end) {
  std::vector<std::uint64_t> now = numbers(0);
  const std::size_t size = now.size() * sizeof now[0];
  if (output.size() < size) return first;
  std::memcpy(now.data(), output.data(), size);
  if (now[0] <= first || now[0] > end) return first;
  auto number = now.cbegin() + 1;
  for (ClauseTally& tally : outcome_.tallies) {
    tally.examined = *number++;
    tally.offenders = *number++;
    publish(tally);
  }
  std::istringstream lines(output.substr(size));
  for (std::string text; std::getline(lines, text);) {
    auto report = report_in(text);
    if (!report) continue;
    if (report->item >= now[0]) break;  // the child died in this item
    outcome_.missing = std::move(report->missing);
    outcome_.lost = std::move(report->lost);
    outcome_.offences.insert(outcome_.offences.end(), report->offences.begin(),
                             report->offences.end());
    for (const auto& [function, codes] : report->codes) {
      for (const int code : codes) ReturnCodes::instance().add(function, code);
    }
  }
  return now[0];
}

// Runs the body for one item; reports its findings if `out` is a file.
void Test::run_item(std::size_t item, FunctionRef<void(std::size_t)> body, std::optional<int> out) {
  const Known known{outcome_.offences.size(), outcome_.missing.size(), outcome_.lost.size(),
                    ReturnCodes::instance().count()};
  try {
    body(item);
  } catch (const Quarantined&) {
  } catch (const CannotGoOn& lack) {
    missing(lack.what());
  } catch (const FunctionMissing& lack) {
    missing(lack.what());
  }
  // Without this exit each of the next items would fail to report, and would be run again.
  if (out && !tell(*out, item, known)) ::_exit(child_unheard);
}

// Repeats the items of a forked child that died in `last`, from `first` on, in a process that was
// not forked. Only findings of `last` are new.
ChildResult Test::repeated(std::size_t first, std::size_t last,
                           FunctionRef<void(std::size_t)> body) {
  const double patience = patience_with_repetition + habits().start_seconds;
  GivenTime given;
  return in_fresh_process(
      [&](int out) {
        ::lseek(out, static_cast<off_t>(numbers(0).size() * sizeof(std::uint64_t)), SEEK_SET);
        const TestOutcome before = outcome_;
        context_.results.be_silent(true);
        for (std::size_t i = first; i < last; ++i) run_item(i, body, {});
        context_.results.be_silent(false);
        outcome_ = before;
        run_item(last, body, out);
      },
      [&](pid_t child) {
        given.look({child});
        if (given.seconds() > patience) ::kill(child, SIGKILL);
      });
}

// Whether the item ends forked children but not fresh processes. It then counts as finished.
bool Test::died_of_fork(std::size_t first, std::size_t item, FunctionRef<void(std::size_t)> body) {
  if (!Replay::instance().is_available() || is_child() || !Forks::instance().is_library_used() ||
      repetitions_ == repetitions_worth_while) {
    return false;
  }
  ++repetitions_;
  const protocol::ProgressPage page = Progress::instance().page();
  try {
    const ChildResult again = repeated(first, item, body);
    if (adopt(again.output, item, item + 1) > item) return true;
  } catch (const CannotGoOn&) {
  }
  Progress::instance().page() = page;
  return false;
}

void Test::isolated(Clause clause, std::size_t count, FunctionRef<std::string(std::size_t)> label,
                    FunctionRef<void(std::size_t)> body) {
  Progress::instance().clause(data(clause).id);
  const auto items = [&] {
    std::string labels;
    for (std::size_t i = 0; i < count; ++i) labels += label(i) + '\n';
    return labels;
  };
  const Replay::Fingerprint fingerprint(items);
  int crashes = 0;
  for (std::size_t next = 0; next < count;) {
    const std::size_t first = next;
    // The quarantine does not skip calls that the clause is about, also in the repetition.
    const auto examining_body = [&](std::size_t item) {
      Quarantine::instance().examining(clause);
      body(item);
    };
    const auto work = [&](int out) {
      ::lseek(out, static_cast<off_t>(numbers(0).size() * sizeof(std::uint64_t)), SEEK_SET);
      for (std::size_t i = first; i < count; ++i) run_item(i, examining_body, out);
    };
    const ChildResult child = forks_ ? in_child(work) : in_fresh_process(work);
    next = adopt(child.output, next, count);
    if (next == count) return;
    // The library may exit with the same code, but then a call is in progress.
    if (child.exit_code == child_threw && !Recorder::instance().in_call())
      throw std::logic_error("an isolated body threw");
    if (child.forked && died_of_fork(first, next, examining_body)) {
      Recorder::instance().call_is_lost();
      measured("died in a forked child only", join(label(next), ": ", how_it_ended(child)));
      forks_ = false;
      ++next;
      continue;
    }
    died(clause, label(next), how_it_ended(child), child.signal != 0, child.frames);
    ++next;
    if (++crashes == crashes_tolerated) {
      missing(join("a sweep to its end (given up after ", crashes, " crashes, ", count - next,
                   " items left)"));
      return;
    }
  }
}

}  // namespace mpitcheck
