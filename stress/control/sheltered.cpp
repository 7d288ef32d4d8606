// SPDX-License-Identifier: BSD-3-Clause
// The child reports its result as lines.
#include "stress/control/sheltered.hpp"

#include <sys/types.h>

#include <csignal>
#include <sstream>
#include <utility>

#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/test/run_test.hpp"
#include "conformance/harness/test/sequence.hpp"

namespace mpitcheck::stress {

namespace {

constexpr double seconds_beyond = 40;  // of GivenTime; some MPIs take 30 s to start
constexpr std::string_view missing_word = "missing ";
constexpr std::string_view operations_word = "operations ";
constexpr std::string_view refused_word = "refused ";
constexpr char between = '\t';  // between parts of a line

std::string lines_of(const RaceResult& result) {
  std::string lines = join(operations_word, result.operations, "\n");
  for (const Refusal& refused : result.refused) {
    lines += join(refused_word, refused.function, between, refused.code, "\n");
  }
  for (const Oddity& odd : result.wrong) {
    lines += join(odd.what, between, odd.expected, between, odd.actual, "\n");
  }
  return lines;
}

std::vector<std::string> last_calls() {
  constexpr std::size_t calls = 4;
  return Recorder::instance().last_calls(calls);
}

void take_over(Test& t, Clause clause, std::string_view what, const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(missing_word)) {
      t.missing(line.substr(missing_word.size()));
    } else if (line.starts_with(operations_word)) {
      const auto number = std::string_view(line).substr(operations_word.size());
      t.examined(clause, whole_number<std::uint64_t>(number).value_or(0));
    } else if (line.starts_with(refused_word)) {
      const std::string_view call = std::string_view(line).substr(refused_word.size());
      const std::string_view function = call.substr(0, call.find(between));
      const auto code = whole_number<int>(call.substr(std::min(function.size() + 1, call.size())));
      t.check(clause, join(what, ": ", function),
              is_code(code.value_or(MPI_SUCCESS), {MPI_SUCCESS}).of(function));
    } else {
      std::istringstream parts(line);
      Oddity odd;
      std::getline(parts, odd.what, between);
      std::getline(parts, odd.expected, between);
      std::getline(parts, odd.actual);
      t.found(clause, join(what, ": ", odd.what), odd.expected, odd.actual, last_calls(), false);
    }
  }
}

std::string end_of(const ChildResult& child) {
  return child.signal != 0 ? signal_name(child.signal) : join("exit status ", child.exit_code);
}

}  // namespace

bool among_others(const Test& t) { return launched_place(t.context().info.needs.np).np > 1; }

void sheltered(Test& t, Clause clause, std::string_view what, double seconds,
               const std::function<RaceResult()>& race) {
  t.examining(clause);
  if (among_others(t)) {
    noting_what_is_missing(t, [&] { take_over(t, clause, what, lines_of(race())); });
    return;
  }
  GivenTime given;
  pid_t watched = 0;
  const auto is_late = [&] { return given.seconds() > seconds + seconds_beyond; };
  const ChildResult child = in_confirmed_child(
      [&](int out) {
        try {
          write_all(out, lines_of(race()));
        } catch (const CannotGoOn& lack) {
          write_all(out, join(missing_word, lack.what(), "\n"));
        } catch (const FunctionMissing& lack) {
          write_all(out, join(missing_word, lack.what(), "\n"));
        } catch (const Quarantined&) {
        }
      },
      [&](pid_t process) {
        if (std::exchange(watched, process) != process) given = {};
        given.look({process});
        if (is_late()) ::kill(process, SIGKILL);
      });
  take_over(t, clause, what, child.output);
  if (child.signal != 0 || child.exit_code != 0) {
    t.died(clause, std::string(what), is_late() ? "no end" : end_of(child), false, child.frames);
  }
}

}  // namespace mpitcheck::stress
