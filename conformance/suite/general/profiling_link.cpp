// SPDX-License-Identifier: BSD-3-Clause
// A program that defines functions of the interface itself (conformance/programs/wrapper.c). The
// build links it; configuration tries it with the static library.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/process/beside.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/test/test.hpp"
#include "link_trials.hpp"

namespace mpitcheck {
namespace {

constexpr Clause replace = clause::profiling_replace_at_link;
constexpr Clause partial = clause::profiling_partial_replace_no_clash;
constexpr Clause one_at_a_time = clause::profiling_one_at_a_time_inclusion;
constexpr std::string_view program = "a program with four functions of its own";

auto links(std::string_view problem) {
  return in_words("link", problem.empty(), "an executable program", problem);
}

ChildResult run_wrapper() {
  const std::string path = beside_program("wrapper");
  ChildResult result = in_child([&](int out) {
    ::unsetenv("MPITCHECK_RECORD");  // no calls of this test
    ::dup2(out, STDOUT_FILENO);
    ::execl(path.c_str(), path.c_str(), nullptr);
    ::_exit(127);
  });
  if (result.exit_code == 127) throw std::runtime_error("cannot start " + path);
  return result;
}

// A code that the program printed: `function` was not called in this process.
auto succeeded(std::string_view function, int code) {
  return in_words("code", code == MPI_SUCCESS, "MPI_SUCCESS", [code] { return code_name(code); })
      .of(function);
}

bool is_macro(std::string_view name) {
  return std::ranges::any_of(all_functions(), [name](const FunctionFacts& function) {
    return function.name == name && function.is_macro;
  });
}

}  // namespace

MPITCHECK_TEST("profiling.link.replaced-functions",
               "A program that defines some functions of the interface calls its own versions of "
               "them and the library's of all others.",
               cites(replace, partial), needs::nothing) {
  if (!link_trials::wrapper_untried.empty()) {
    return t.missing(join(program, ": ", link_trials::wrapper_untried));
  }
  if (!t.check(partial, program, links(link_trials::wrapper_problem))) return;
  const ChildResult ran = run_wrapper();
  std::istringstream lines(ran.output);
  std::string whose;
  std::string function;
  while (lines >> whose && whose != "end") {
    int code = 0;
    int calls = 1;
    lines >> function;
    if (whose == "own") lines >> calls;
    lines >> code;
    if (is_macro(function)) continue;  // calls go where the macro leads: profiling-not-macros
    const Clause rule = whose == "own" ? replace : partial;
    const auto subject = [&] { return join(program, ": ", function); };
    t.check(rule, subject, in_words("calls of its own", calls == 1, "one", [calls] {
                             return join(calls);
                           }).of(function));
    t.check(rule, subject, succeeded(function, code));
  }
  t.check(partial, program,
          survives(whose == "end",
                   ran.signal != 0 ? signal_name(ran.signal) : join("exit code ", ran.exit_code)));
}

MPITCHECK_TEST("profiling.link.static",
               "A program that defines some functions of the interface links with the static "
               "library, which adds the others and no duplicates.",
               cites(one_at_a_time), needs::nothing) {
  if (link_trials::static_library.empty()) return t.missing("a static library of this MPI");
  t.check(
      one_at_a_time, [] { return join(program, " and ", link_trials::static_library); },
      links(link_trials::static_problem));
}

}  // namespace mpitcheck
