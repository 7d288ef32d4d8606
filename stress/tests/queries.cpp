// SPDX-License-Identifier: BSD-3-Clause
// Threads that ask what there is get the answers that one thread gets.
#include "answers.hpp"
#include "harness/names.hpp"
#include "stress/control/control.hpp"
#include "stress/control/surroundings.hpp"
#include "stress/history/history.hpp"
#include "stress/history/judgement.hpp"
#include "stress/tests/query_use.hpp"

namespace mpitcheck::stress {
namespace {

std::vector<Answer> ask_all(const std::vector<Item>& items) {
  std::vector<Answer> answers;
  for (const Item& item : items) answers.push_back(ask(item));
  return answers;
}

/// Right if a thread's answer is that of one thread before; where that one differs from the answer
/// afterwards the entry was not at rest.
Judgement judge_answer(const Answer& got, const Answer& before, const Answer& after) {
  if (before != after) return Judgement::unclear("an entry that stays as it is");
  if (got == before) return Judgement::right();
  if (got.code != before.code) return Judgement::wrong(code_name(before.code), code_name(got.code));
  return Judgement::wrong("what one thread is told", "something else");
}

}  // namespace

void compare_queries(Test& t, const Control& control) {
  const std::vector<Item> items = all_items();
  if (items.empty()) throw CannotGoOn("a variable, category or event");
  const std::vector<Answer> before = ask_all(items);
  Histories<> histories(static_cast<std::size_t>(control.threads));
  std::uint64_t queries = 0;
  t.examining(clause::init_provided_governs_mpit_calls);
  for (const Deadline deadline(control.seconds); !deadline.over();) {
    team(control.threads, "MPI_T_cvar_get_info, MPI_T_pvar_get_info, MPI_T_category_get_info",
         [&](int thread) {
           History<>& history = histories[static_cast<std::size_t>(thread)];
           history.clear();
           std::size_t at = static_cast<std::size_t>(thread) * 7919 % items.size();
           while (!history.full() && !deadline.over()) {
             const Answer answer = ask(items[at]);
             history.add({answer.digest, answer.code, 0, static_cast<std::uint16_t>(at)});
             at = (at + 1) % items.size();
           }
         });
    const std::vector<Answer> after = ask_all(items);
    for (const History<>& history : histories) {
      for (const Entry& entry : history.entries()) {
        judge(t, clause::init_provided_governs_mpit_calls, items[entry.object].label(),
              judge_answer({entry.code, entry.value}, before[entry.object], after[entry.object]));
        ++queries;
      }
    }
  }
  tell_if_stopped(t);
  t.measured("operations", std::to_string(queries));
}

namespace {

MPITCHECK_TEST("stress.queries.concurrent",
               "Several threads that ask at once are told what one thread is told.",
               cites(clause::init_provided_governs_mpit_calls), needs::nothing) {
  const Control control = Control::of(t);
  mpi_for_threads(t);
  compare_queries(t, control);
}

}  // namespace
}  // namespace mpitcheck::stress
