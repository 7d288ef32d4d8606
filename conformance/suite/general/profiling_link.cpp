// SPDX-License-Identifier: BSD-3-Clause
// A program that defines functions of the interface itself (conformance/programs/wrapper.c). The
// build links it; configuration tries it with the static library.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
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

auto links(std::string_view problem) { return is_sound("link", "an executable program", problem); }

// A call that conformance/programs/wrapper.c reports.
struct Call {
  std::string function;
  bool is_own;
  int times;  // that the function was called
  int code;
};

struct Account {
  std::vector<Call> calls;
  bool is_whole;
  ChildResult ran;

  [[nodiscard]] bool has_success(std::string_view function) const {
    return std::ranges::any_of(calls, [function](const Call& call) {
      return call.function == function && call.code == MPI_SUCCESS;
    });
  }
};

Account account_of(std::string_view name) {
  const std::string path = beside_program(name);
  Account account{{}, false, in_child([&](int out) {
                    ::unsetenv("MPITCHECK_RECORD");  // no calls of this test
                    ::dup2(out, STDOUT_FILENO);
                    ::execl(path.c_str(), path.c_str(), nullptr);
                    ::_exit(127);
                  })};
  if (account.ran.exit_code == 127) throw std::runtime_error("cannot start " + path);
  std::istringstream words(account.ran.output);
  for (std::string whose; words >> whose && !account.is_whole;) {
    Call call{.function = "", .is_own = whose == "own", .times = 1, .code = 0};
    account.is_whole = whose == "end";
    if (call.is_own) words >> call.function >> call.times >> call.code;
    if (whose == "library") words >> call.function >> call.code;
    if (!call.function.empty()) account.calls.push_back(call);
  }
  return account;
}

// A code that the program printed: `function` was not called in this process.
auto succeeded(std::string_view function, int code) {
  return is_in_words("code", code, MPI_SUCCESS, code_name).of(function);
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
  // A function that fails without functions of its own too breaks other rules.
  const Account without = account_of("unwrapped");
  const Account with = account_of("wrapper");
  for (const Call& call : with.calls) {
    if (is_macro(call.function)) continue;  // calls go where the macro leads: profiling-not-macros
    const Clause rule = call.is_own ? replace : partial;
    const auto subject = [&] { return join(program, ": ", call.function); };
    const auto count_text = [](int times) { return times == 1 ? "one" : join(times); };
    t.check(rule, subject,
            is_in_words("calls of its own", call.times, 1, count_text).of(call.function));
    if (without.has_success(call.function)) {
      t.check(rule, subject, succeeded(call.function, call.code));
    }
  }
  if (!without.is_whole) return;
  const ChildResult& ran = with.ran;
  std::optional<std::string> end;
  if (!with.is_whole) {
    end = ran.signal != 0 ? signal_name(ran.signal) : join("exit code ", ran.exit_code);
  }
  t.check(partial, program, survives(end));
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
