// SPDX-License-Identifier: BSD-3-Clause
// Test::each_isolated: the body runs in children that report after each item; the parent adopts
// what they saw, whatever became of them.
#include <signal.h>
#include <unistd.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/process/again.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

using nlohmann::json;

namespace {

constexpr int crashes_tolerated = 100;           // then a sweep is given up
constexpr int child_unheard = 98;                // exit code of a child that cannot say what it saw
constexpr int repetitions_worth_while = 5;       // of deaths in forked children, per test
constexpr double patience_with_repetition = 20;  // seconds of GivenTime

std::string how_it_ended(const ChildResult& child) {
  if (child.signal != 0) return signal_name(child.signal);
  if (child.exit_code == child_unheard) return "its file descriptors closed";
  return join("exit status ", child.exit_code);
}

}  // namespace

// A report begins with numbers that each item writes over: the items finished, then the tallies.
std::vector<std::uint64_t> Test::numbers(std::size_t finished) const {
  std::vector<std::uint64_t> numbers{finished};
  for (const ClauseTally& tally : tallies_) {
    numbers.insert(numbers.end(), {tally.examined, tally.offenders});
  }
  return numbers;
}

// What few items change is reported in a line, before the numbers that say that the item is
// finished.
bool Test::tell(int out, std::size_t item, const Known& known) const {
  const Recorder& recorder = Recorder::instance();
  const std::vector<std::uint64_t> now = numbers(item + 1);
  const std::size_t size = now.size() * sizeof now[0];
  const auto reserved = static_cast<off_t>(size);
  if (!keep_output_open(out)) return false;
  if (::lseek(out, 0, SEEK_CUR) < reserved) ::lseek(out, reserved, SEEK_SET);
  if (offences_.size() != known.offences || missing_.size() != known.missing ||
      lost_.size() != known.lost || recorder.codes_known() != known.codes) {
    json line{{"item", item}, {"missing", missing_}, {"lost", lost_}, {"codes", recorder.codes()}};
    line["offences"] = std::vector(offences_.begin() + static_cast<std::ptrdiff_t>(known.offences),
                                   offences_.end());
    if (!write_all(out, line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n")) {
      return false;
    }
  }
  return ::pwrite(out, now.data(), size, 0) == static_cast<ssize_t>(size);
}

// Takes over what a child reported that began with item `first`; returns the first that it did not
// finish.
std::size_t Test::adopt(const std::string& output, std::size_t first) {
  std::vector<std::uint64_t> now = numbers(0);
  const std::size_t size = now.size() * sizeof now[0];
  if (output.size() < size) return first;
  std::memcpy(now.data(), output.data(), size);
  if (now[0] == 0) return first;
  auto number = now.cbegin() + 1;
  for (ClauseTally& tally : tallies_) {
    tally.examined = *number++;
    tally.offenders = *number++;
    publish(tally);
  }
  std::istringstream lines(output.substr(size));
  for (std::string text; std::getline(lines, text);) {
    const json line = json::parse(text, nullptr, false);
    // The child died while it wrote this, or in the item that it is about.
    if (line.is_discarded() || line["item"].get<std::size_t>() >= now[0]) break;
    missing_ = line["missing"];
    lost_ = line["lost"];
    for (const json& offence : line["offences"]) offences_.push_back(offence.get<Offence>());
    for (const auto& [function, codes] : line["codes"].items()) {
      for (const int code : codes) Recorder::instance().adopt_code(function, code);
    }
  }
  return now[0];
}

// What the body of one item finds, is reported if `out` is a file.
void Test::run_item(std::size_t item, FunctionRef<void(std::size_t)> body, std::optional<int> out) {
  const Known known{offences_.size(), missing_.size(), lost_.size(),
                    Recorder::instance().codes_known()};
  try {
    body(item);
  } catch (const Quarantined&) {
  } catch (const CannotGoOn& lack) {
    missing(lack.what());
  } catch (const FunctionMissing& lack) {
    missing(lack.what());
  }
  // Nobody would hear of the next items either: each would run once per item before it.
  if (out && !tell(*out, item, known)) ::_exit(child_unheard);
}

// The items from `first` on, as a forked child had them before it died in `last`, in a process that
// did not fork; what the others found is known.
ChildResult Test::repeated(std::size_t first, std::size_t last,
                           FunctionRef<void(std::size_t)> body) {
  const double patience = patience_with_repetition + habits().start_seconds;
  GivenTime given;
  return in_fresh_process(
      [&](int out) {
        ::lseek(out, static_cast<off_t>(numbers(0).size() * sizeof(std::uint64_t)), SEEK_SET);
        const auto tallies = tallies_;
        const auto offences = offences_;
        const auto lacks = missing_;
        const auto losses = lost_;
        ResultFile::is_silent = true;
        for (std::size_t i = first; i < last; ++i) run_item(i, body, {});
        ResultFile::is_silent = false;
        tallies_ = tallies;
        offences_ = offences;
        missing_ = lacks;
        lost_ = losses;
        run_item(last, body, out);
      },
      [&](pid_t child) {
        given.look({child});
        if (given.seconds() > patience) ::kill(child, SIGKILL);
      });
}

// Whether an item that ended a forked child does no harm to others: then it counts as finished.
bool Test::died_of_fork(std::size_t first, std::size_t item, FunctionRef<void(std::size_t)> body) {
  if (!Way::instance().is_repeatable() || is_child() || !library_is_used() ||
      repetitions_ == repetitions_worth_while) {
    return false;
  }
  ++repetitions_;
  const protocol::ProgressPage page = Recorder::instance().page();
  try {
    const ChildResult again = repeated(first, item, body);
    if (adopt(again.output, item) > item) return true;
  } catch (const CannotGoOn&) {
  }
  Recorder::instance().restore(page);
  return false;
}

void Test::isolated(Clause clause, std::size_t count, FunctionRef<std::string(std::size_t)> label,
                    FunctionRef<void(std::size_t)> body) {
  examining(clause);
  const auto items = [&] {
    std::string labels;
    for (std::size_t i = 0; i < count; ++i) labels += label(i) + '\n';
    return labels;
  };
  const Way::About about(items);
  int crashes = 0;
  for (std::size_t next = 0; next < count;) {
    const std::size_t first = next;
    // Nothing is stepped over that the clause is about, here as where a death is repeated.
    const auto examining_body = [&](std::size_t item) {
      Quarantine::instance().examining(clause);
      body(item);
    };
    const auto work = [&](int out) {
      ::lseek(out, static_cast<off_t>(numbers(0).size() * sizeof(std::uint64_t)), SEEK_SET);
      for (std::size_t i = first; i < count; ++i) run_item(i, examining_body, out);
    };
    const ChildResult child = forks_ ? in_child(work) : in_fresh_process(work);
    next = adopt(child.output, next);
    if (next == count) return;
    // The library may leave by the same code, but then in a call.
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
