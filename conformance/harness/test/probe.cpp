// SPDX-License-Identifier: BSD-3-Clause
// Probes in forked children.
#include "conformance/harness/test/probe.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <string_view>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/calls/return_codes.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/forks.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

namespace {

constexpr std::string_view held = "-";

// A line with the answer, or that the probe could not go on: the library refused a call, lacks a
// function, or the quarantine skipped a call. If functions returned new codes, a line with them
// comes first.
std::string lines_of(FunctionRef<int(std::size_t)> probe, std::size_t number) {
  const ReturnCodes& returned = ReturnCodes::instance();
  const std::size_t known = returned.count();
  std::string answer(held);
  try {
    answer = std::to_string(probe(number));
  } catch (const NotCalled&) {
  } catch (const CannotGoOn&) {
  }
  std::string text;
  if (returned.count() != known) {
    for (const auto& [function, codes] : returned.by_function()) {
      for (const int code : codes) text += join(function, " ", code, "\n");
    }
  }
  return text + answer + "\n";
}

// Adopts a child's report. The last line may be cut short, and the library may have written others.
void take_over(const std::string& text, std::vector<std::optional<int>>& answers) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && !lines.eof();) {
    const std::size_t space = line.find(' ');
    if (space != line.npos) {
      const auto code = whole_number<int>(std::string_view(line).substr(space + 1));
      if (code) ReturnCodes::instance().add(line.substr(0, space), *code);
    } else if (const auto answer = whole_number<int>(line); answer || line == held) {
      answers.push_back(answer);
    }
  }
}

}  // namespace

std::vector<std::optional<int>> ask_each(std::size_t count, FunctionRef<int(std::size_t)> probe) {
  if (!is_child() || can_fork()) return probe_each(count, probe);
  std::vector<std::optional<int>> answers;
  for (std::size_t i = 0; i < count; ++i) take_over(lines_of(probe, i), answers);
  return answers;
}

std::vector<std::optional<int>> probe_each(std::size_t count, FunctionRef<int(std::size_t)> probe) {
  std::vector<std::optional<int>> answers;
  while (answers.size() < count) {
    const ChildResult child = in_child([&](int out) {
      for (std::size_t i = answers.size(); i < count; ++i) {
        if (!write_all(out, lines_of(probe, i))) return;
      }
    });
    take_over(child.output, answers);
    if (answers.size() == count) break;
    answers.emplace_back(std::nullopt);
    Recorder::instance().call_is_lost();
  }
  return answers;
}

bool never_comes_up() {
  const std::array<int, 4> levels = thread_levels();
  const auto& codes = ReturnCodes::instance().by_function();
  const auto seen = codes.find("MPI_T_init_thread");
  if (seen != codes.end() && seen->second.contains(MPI_SUCCESS)) return false;
  const auto answers = ask_each(levels.size(), [&](std::size_t i) {
    int provided = 0;
    return call::MPI_T_init_thread(levels[i], &provided);
  });
  return std::ranges::count(answers, std::optional(MPI_T_ERR_CANNOT_INIT)) == std::ssize(answers);
}

}  // namespace mpitcheck
