// SPDX-License-Identifier: BSD-3-Clause
// MPIT_Init and MPIT_Finalize are counted; indices keep their meaning over the life of a program.
#include <map>
#include <string>

#include "conformance/draft2011/suite/draft.hpp"
#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/test/sequence.hpp"

namespace mpitcheck {
namespace {

constexpr Clause init_rule = clause::draft_init_finalize;

void succeeds(Test& t, std::string_view what, int code) {
  draft::check_code(t, init_rule, what, code, MPIT_SUCCESS);
}

int query() {
  int num = 0;
  return MPITCHECK_DRAFT(MPIT_Controlvar_get_num(&num));
}

// Some libraries crash when MPI_T itself is initialized again.
bool library_comes_up_again() {
  const ChildResult child = in_child([](int) {
    for (int turn = 0; turn < 2; ++turn) {
      int provided = 0;
      int num = 0;
      call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
      call::MPI_T_cvar_get_num(&num);
      call::MPI_T_finalize();
    }
  });
  return child.signal == 0 && child.exit_code == 0;
}

// "controlvar 3" to its name, as the draft's interface and as MPI_T tell it.
struct Names {
  std::map<std::string, std::string> drafted, modern;
};

Names all_names() {
  Names names;
  for (const auto& v : draft::controlvars()) names.drafted[join("cvar ", v.index)] = v.name;
  for (const auto& v : draft::perfvars()) names.drafted[join("pvar ", v.index)] = v.name;
  int num = 0;
  MPITCHECK_DRAFT(MPIT_Category_get_num(&num));
  for (int i = 0; i < num; ++i) {
    names.drafted[join("category ", i)] = draft::text_of([&](char* name, int* name_len) {
      int counts[3];
      int length = 0;
      return MPITCHECK_DRAFT(MPIT_Category_get_info(i, name, name_len, nullptr, &length, &counts[0],
                                                    &counts[1], &counts[2]));
    });
  }
  for (const CvarInfo& v : read_cvars()) names.modern[join("cvar ", v.index)] = v.name;
  for (const PvarInfo& v : read_pvars()) names.modern[join("pvar ", v.index)] = v.name;
  for (const CategoryInfo& c : read_categories()) names.modern[join("category ", c.index)] = c.name;
  return names;
}

}  // namespace

MPITCHECK_TEST("draft2011.init.counted",
               "The interface stays up until as many finalizes as inits were made.",
               cites(init_rule), needs::nothing) {
  isolated_sequence(t, init_rule, "init, init, finalize, init, finalize, finalize", [&t] {
    succeeds(t, "first init", MPITCHECK_DRAFT(MPIT_Init()));
    succeeds(t, "second init", MPITCHECK_DRAFT(MPIT_Init()));
    succeeds(t, "finalize with one init left", MPITCHECK_DRAFT(MPIT_Finalize()));
    succeeds(t, "query with one init left", query());
    succeeds(t, "init while up", MPITCHECK_DRAFT(MPIT_Init()));
    succeeds(t, "finalize with one init left", MPITCHECK_DRAFT(MPIT_Finalize()));
    succeeds(t, "query with one init left", query());
    succeeds(t, "last finalize", MPITCHECK_DRAFT(MPIT_Finalize()));
  });
}

MPITCHECK_TEST("draft2011.init.surplus-finalize",
               "Once inits and finalizes are balanced the interface is down: one more is refused.",
               cites(init_rule), needs::nothing) {
  isolated_sequence(t, init_rule, "init, finalize, finalize", [&t] {
    succeeds(t, "init", MPITCHECK_DRAFT(MPIT_Init()));
    succeeds(t, "finalize", MPITCHECK_DRAFT(MPIT_Finalize()));
    const int code = MPITCHECK_DRAFT(MPIT_Finalize());
    t.check(init_rule, "finalize after balanced calls",
            has_property(
                "", code, [](int seen) { return seen != MPIT_SUCCESS; }, "a code of an error",
                draft::code_name));
    t.behaviour(init_rule, "surplus finalize", draft::code_name(code));
  });
}

MPITCHECK_TEST("draft2011.init.again", "After the last finalize the interface comes up anew.",
               cites(init_rule), needs::nothing) {
  if (!library_comes_up_again()) {
    return t.missing("a library that survives MPI_T_init_thread after the last MPI_T_finalize");
  }
  isolated_sequence(t, init_rule, "init, finalize, init, finalize", [&t] {
    for (const char* time : {"first time", "second time"}) {
      succeeds(t, time, MPITCHECK_DRAFT(MPIT_Init()));
      succeeds(t, time, query());
      succeeds(t, time, MPITCHECK_DRAFT(MPIT_Finalize()));
    }
  });
}

MPITCHECK_TEST("draft2011.init.index-is-for-good",
               "Without a stamp and a look-up by name: what an index names stays, numbers grow.",
               cites(clause::draft_no_changed_index), needs::tool) {
  Names before = all_names();
  t.lifecycle().mpi_init();
  Progress::instance().phase("after MPI_Init");
  Names after = all_names();
  if (before.modern.empty()) t.missing("a variable or category before MPI_Init");
  bool kept = true;
  for (const auto& indexed : before.modern) {
    const auto& entry = indexed.first;
    const auto& name = indexed.second;
    t.check(clause::draft_no_changed_index, entry,
            is_in_words("", before.drafted[entry], name, in_quotes));
    kept = kept && after.modern[entry] == name;
    if (after.modern[entry] != name) continue;  // a finding of the clauses on MPI_T
    t.check(clause::draft_no_changed_index, entry,
            is_in_words("", after.drafted[entry], name, in_quotes));
  }
  t.behaviour(clause::draft_no_changed_index, "what indices name",
              kept ? "stays" : "changes with MPI_Init");
}

}  // namespace mpitcheck
