// SPDX-License-Identifier: BSD-3-Clause
// Threads that make queries get the answers that a single thread gets.
#include <algorithm>

#include "conformance/harness/facts/names.hpp"
#include "stress/control/control.hpp"
#include "stress/history/history.hpp"
#include "stress/suite/answers.hpp"
#include "stress/suite/query_use.hpp"

namespace mpitcheck::stress {
namespace {

/// An answer to one of several threads that a single thread did not get.
struct OddReply {
  std::size_t at;
  Reply reply;
};
constexpr std::size_t most_odd = 64;

/// Right if a thread's answer equals the one before. If the answer afterwards differs from that,
/// the entry changed by itself.
Judgement judge_answer(const Entry& entry, const Reply& before, const Reply& after,
                       const std::vector<OddReply>& odd) {
  const Answer got{entry.code, entry.value};
  if (before.answer() != after.answer()) return Judgement::unclear("an entry that stays as it is");
  if (got == before.answer()) return Judgement::right();
  if (is_not_accessible(entry.code)) return Judgement::unclear("a query within reach");
  const auto kept = std::find_if(odd.begin(), odd.end(), [&](const OddReply& it) {
    return it.at == entry.object && it.reply.answer() == got;
  });
  if (kept == odd.end()) {
    const auto digested = [](const Answer& it) {
      return join(code_name(it.code), ", outputs of the digest ", it.digest);
    };
    return Judgement::wrong(digested(before.answer()), digested(got));
  }
  const auto difference = before.difference(kept->reply);
  return Judgement::wrong(join(difference->one, ", as for a single thread"), difference->other);
}

}  // namespace

void compare_queries(Test& t, const Control& control) {
  const std::vector<Item> items = askable_items(t);
  if (items.empty()) throw CannotGoOn("a variable, category or event");
  const std::vector<Reply> before = ask_all(items);
  const auto threads = static_cast<std::size_t>(control.threads);
  Histories<> histories(threads);
  std::vector<std::vector<OddReply>> odd(threads);
  std::uint64_t queries = 0;
  t.examining(clause::init_provided_governs_mpit_calls);
  for (const Deadline deadline(control.seconds); !deadline.over();) {
    team(control.threads, "MPI_T_cvar_get_info, MPI_T_pvar_get_info, MPI_T_category_get_info",
         [&](int thread) {
           const auto own = static_cast<std::size_t>(thread);
           History<>& history = histories[own];
           history.clear();
           odd[own].clear();
           Reply reply;
           std::size_t at = own * 7919 % items.size();
           while (!history.full() && !deadline.over()) {
             const Answer answer = ask(items[at], reply);
             history.add({answer.digest, answer.code, 0, static_cast<std::uint16_t>(at)});
             if (answer != before[at].answer() && odd[own].size() < most_odd) {
               odd[own].push_back({at, reply});
             }
             at = (at + 1) % items.size();
           }
         });
    const std::vector<Reply> after = ask_all(items);
    for (std::size_t thread = 0; thread < threads; ++thread) {
      for (const Entry& entry : histories[thread].entries()) {
        judge(t, clause::init_provided_governs_mpit_calls, items[entry.object].label(),
              judge_answer(entry, before[entry.object], after[entry.object], odd[thread]));
        ++queries;
      }
    }
  }
  tell_if_stopped(t);
  t.measured("operations", std::to_string(queries));
}

namespace {

MPITCHECK_TEST("stress.queries.concurrent",
               "Several threads that query at once get the answers that a single thread gets.",
               cites(clause::init_provided_governs_mpit_calls), needs::nothing) {
  const Control control = Control::of(t);
  mpi_for_threads(t);
  compare_queries(t, control);
}

}  // namespace
}  // namespace mpitcheck::stress
