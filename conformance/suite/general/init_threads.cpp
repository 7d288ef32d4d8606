// SPDX-License-Identifier: BSD-3-Clause
// The thread level of the interface, and calls before any initialization.
#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/objects/view.hpp"
#include "conformance/harness/process/thread.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr int no_level = -4711;

// No output is NULL: a library that refuses NULL breaks only that rule.
int code_of_cvar(int index) {
  if (call::MPI_T_cvar_get_info.is_quarantined_for(index)) return MPI_SUCCESS;
  char name[256], desc[256];
  int name_len = sizeof name, desc_len = sizeof desc;
  int verbosity = 0, bind = 0, scope = 0;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  return call::MPI_T_cvar_get_info.unrecorded()(index, name, &name_len, &verbosity, &datatype,
                                                &enumtype, desc, &desc_len, &bind, &scope);
}

// A result in a thread that differs from that of a single-threaded process.
struct Surprise {
  std::string call;
  Fact fact;
};

// Enumerates cvars and uses a session. Unrecorded, since the recorder is for one thread. Returns
// the first call that fails, or differs from `codes` of a single thread. Calls in `known` are
// ignored.
std::optional<Surprise> use_from_thread(const std::vector<int>& codes,
                                        const std::set<std::string>& known) {
  std::optional<Surprise> first;
  const auto look = [&](const std::string& call, const auto& expected) {
    if (!first && !expected.ok() && !known.contains(call)) {
      first = {call, expected.of(function_of(call)).fact()};
    }
  };
  for (int round = 0; round < 3; ++round) {
    int count = -1;
    look("MPI_T_cvar_get_num",
         is_code(call::MPI_T_cvar_get_num.unrecorded()(&count), {MPI_SUCCESS}));
    look("MPI_T_cvar_get_num",
         equals("num_cvar in a thread", count, static_cast<long long>(codes.size())));
    const int known_cvars = std::min(count, static_cast<int>(codes.size()));
    for (int i = 0; i < known_cvars; ++i) {
      const int now = code_of_cvar(i);
      const int before = codes[static_cast<std::size_t>(i)];
      look(join("MPI_T_cvar_get_info(", i, ")"), is_code(now, {before}));
    }
    MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
    const int code = call::MPI_T_pvar_session_create.unrecorded()(&session);
    if (is_no_room(code)) continue;
    look("MPI_T_pvar_session_create", is_code(code, {MPI_SUCCESS}));
    look("MPI_T_pvar_session_free",
         is_code(call::MPI_T_pvar_session_free.unrecorded()(&session), {MPI_SUCCESS}));
  }
  return first;
}

// The calls that differ even in a single thread, so that threads are not the cause.
std::set<std::string> surprising_alone(const std::vector<int>& codes) {
  std::set<std::string> calls;
  while (const auto surprise = use_from_thread(codes, calls)) calls.insert(surprise->call);
  return calls;
}

struct EarlyCall {
  std::string_view name;
  std::function<int()> make;

  [[nodiscard]] std::string label() const { return std::string(name); }
};

// Calls that need no valid handle, with arguments that are legal after an initialization.
std::vector<EarlyCall> early_calls() {
  static int number;
  static char text[64];
  static int length;
  static MPI_Datatype datatype;
  static MPI_T_enum enumtype;
  static MPI_T_pvar_session session;
  const auto room = [] { return length = sizeof text, &length; };
  return {
      {"MPI_T_cvar_get_num", [] { return call::MPI_T_cvar_get_num(&number); }},
      {"MPI_T_pvar_get_num", [] { return call::MPI_T_pvar_get_num(&number); }},
      {"MPI_T_category_get_num", [] { return call::MPI_T_category_get_num(&number); }},
      {"MPI_T_category_changed", [] { return call::MPI_T_category_changed(&number); }},
      {"MPI_T_event_get_num", [] { return call::MPI_T_event_get_num(&number); }},
      {"MPI_T_source_get_num", [] { return call::MPI_T_source_get_num(&number); }},
      {"MPI_T_cvar_get_info",
       [room] {
         return call::MPI_T_cvar_get_info(0, text, room(), &number, &datatype, &enumtype, nullptr,
                                          nullptr, &number, &number);
       }},
      {"MPI_T_pvar_get_info",
       [room] {
         return call::MPI_T_pvar_get_info(0, text, room(), &number, &number, &datatype, &enumtype,
                                          nullptr, nullptr, &number, &number, &number, &number);
       }},
      {"MPI_T_category_get_info",
       [room] {
         return call::MPI_T_category_get_info(0, text, room(), nullptr, nullptr, &number, &number,
                                              &number);
       }},
      {"MPI_T_cvar_get_index", [] { return call::MPI_T_cvar_get_index("name", &number); }},
      {"MPI_T_pvar_get_index",
       [] { return call::MPI_T_pvar_get_index("name", MPI_T_PVAR_CLASS_COUNTER, &number); }},
      {"MPI_T_category_get_index", [] { return call::MPI_T_category_get_index("name", &number); }},
      {"MPI_T_event_get_index", [] { return call::MPI_T_event_get_index("name", &number); }},
      {"MPI_T_pvar_session_create", [] { return call::MPI_T_pvar_session_create(&session); }},
  };
}

}  // namespace

MPITCHECK_TEST("init.threads.required",
               "Each of the four thread levels can be requested in the first initialization.",
               cites(clause::init_required_values), needs::nothing) {
  std::vector<int> allowed{MPI_SUCCESS};
  if (never_comes_up()) allowed.push_back(MPI_T_ERR_CANNOT_INIT);
  for (const int level : thread_levels()) {
    isolated_sequence(t, clause::init_required_values, thread_level_name(level), [&] {
      int provided = no_level;
      const int code = call::MPI_T_init_thread(level, &provided);
      t.check_code(clause::init_required_values, thread_level_name(level), code,
                   std::span(allowed));
      t.behaviour(clause::init_thread_level_coupling, "provided for " + thread_level_name(level),
                  thread_level_name(provided));
    });
  }
}

MPITCHECK_TEST("init.threads.provided",
               "The first initialization returns one of the four levels. A nested one also returns "
               "one, or leaves the argument unchanged.",
               cites(clause::init_provided_value), needs::nothing) {
  for (const int level : thread_levels()) {
    isolated_sequence(t, clause::init_provided_value, thread_level_name(level), [&] {
      for (const bool nested : {false, true}) {
        int provided = no_level;
        if (call::MPI_T_init_thread(level, &provided) != MPI_SUCCESS) return;
        const bool untouched = nested && provided == no_level;  // A15
        const std::string subject =
            join(nested ? "nested" : "first", " init with ", thread_level_name(level));
        if (untouched) {
          t.examined(clause::init_provided_value, 1);
        } else {
          t.check(clause::init_provided_value, subject, is_thread_level("provided", provided));
        }
        t.behaviour(clause::init_provided_value, "provided by a " + subject,
                    untouched ? "left as it was" : thread_level_name(provided));
      }
    });
  }
}

MPITCHECK_TEST(
    "init.threads.multiple",
    "With MPI_THREAD_MULTIPLE provided, threads enumerate and create sessions concurrently.",
    cites(clause::init_provided_governs_mpit_calls), needs::nothing) {
  isolated_sequence(t, clause::init_provided_governs_mpit_calls, "four threads", [&t] {
    int provided = no_level;
    call::MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
    if (provided != MPI_THREAD_MULTIPLE) {
      t.missing("MPI_THREAD_MULTIPLE for calls of the interface");
      return;
    }
    require_same_view_in_threads();
    call::MPI_T_cvar_get_info.need();
    require_all(call::MPI_T_cvar_get_num, call::MPI_T_pvar_session_create,
                call::MPI_T_pvar_session_free);
    std::vector<int> codes(static_cast<std::size_t>(cvar_num()));
    for (std::size_t i = 0; i != codes.size(); ++i) codes[i] = code_of_cvar(static_cast<int>(i));
    const std::set<std::string> known = surprising_alone(codes);
    std::array<std::optional<Surprise>, 4> surprises;
    together(
        4, [&](int i) { surprises[static_cast<std::size_t>(i)] = use_from_thread(codes, known); });
    for (const auto& surprise : surprises) {
      t.check(
          clause::init_provided_governs_mpit_calls,
          [&] { return surprise->call + " in one of four threads, unlike in one alone"; },
          is_sound(surprise ? std::optional(surprise->fact) : std::nullopt));
    }
  });
}

MPITCHECK_TEST("init.required-first.code",
               "Before any initialization, calls return MPI_T_ERR_NOT_INITIALIZED.",
               cites(clause::init_required_first), needs::nothing) {
  t.each_isolated(clause::init_required_first, early_calls(), [&t](const EarlyCall& early) {
    noting_what_is_missing(t, [&] {
      t.check_code(clause::init_required_first, early, early.make(), {MPI_T_ERR_NOT_INITIALIZED});
    });
  });
}

}  // namespace mpitcheck
