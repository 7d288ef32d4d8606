// SPDX-License-Identifier: BSD-3-Clause
// Initializations of the interface are counted. The last matching finalize finalizes it.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

bool init_succeeds(Test& t, Clause clause, std::string_view subject) {
  int provided = 0;
  return t.check_code(clause, subject, call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided),
                      {MPI_SUCCESS});
}

void finalize_succeeds(Test& t, Clause clause, std::string_view subject) {
  t.check_code(clause, subject, call::MPI_T_finalize(), {MPI_SUCCESS});
}

void query_succeeds(Test& t, Clause clause, std::string_view subject) {
  int count = 0;
  t.check_code(clause, subject, call::MPI_T_cvar_get_num(&count), {MPI_SUCCESS});
}

void finalize_is_refused(Test& t, Clause clause, std::string_view subject) {
  t.check(clause, subject, fails(call::MPI_T_finalize()));
}

// State that a nested initialization must not change: the numbers of entries and their names.
struct Snapshot {
  int cvars, pvars, categories;
  std::vector<std::string> names;

  static Snapshot take() {
    Snapshot now{cvar_num(), pvar_num(), category_num(), {}};
    for (const CvarInfo& cvar : read_cvars()) now.names.push_back(cvar.label());
    for (const PvarInfo& pvar : read_pvars()) now.names.push_back(pvar.label());
    for (const CategoryInfo& category : read_categories()) now.names.push_back(category.label());
    return now;
  }
};

void check_same(Test& t, Clause clause, const Snapshot& before, const Snapshot& now) {
  const auto check_number = [&](std::string_view function, std::string_view output, int was,
                                int is) {
    t.check(clause, function, equals(output, is, was).of(function).as_before());
  };
  check_number("MPI_T_cvar_get_num", "num_cvar", before.cvars, now.cvars);
  check_number("MPI_T_pvar_get_num", "num_pvar", before.pvars, now.pvars);
  check_number("MPI_T_category_get_num", "num_cat", before.categories, now.categories);
  const auto [was, is] =
      std::mismatch(before.names.begin(), before.names.end(), now.names.begin(), now.names.end());
  const auto entry_at = [](auto name, auto end) {
    return name == end ? "no further entry" : *name;
  };
  t.check(clause, "the entries that can be queried",
          is_in_words("entry", entry_at(is, now.names.end()), entry_at(was, before.names.end()))
              .as_before());
}

// A reproducer cannot know whether the library counted anything.
auto has_moved(const Numbers& seen, const Numbers& before) {
  const auto spell = [](const Numbers& numbers) { return text_of(numbers); };
  return is_not("buf over traffic", seen, before, spell).of("MPI_T_pvar_read").as_before();
}

// Handles of readable cvars that stay allocated, as many as the library has room for.
class HeldCvars {
 public:
  explicit HeldCvars(Test& t) {
    for (const CvarInfo& cvar : readable_cvars(t)) {
      noting_what_is_missing(t, [&] {
        auto handle = std::make_unique<CvarHandle>(cvar);
        if (!handle->is_open() || !handle->value()) return;
        cvars_.push_back(cvar);
        handles_.push_back(std::move(handle));
      });
    }
  }

  [[nodiscard]] const std::vector<CvarInfo>& cvars() const { return cvars_; }

  /// The value of each cvar that can be read and does not change by itself.
  [[nodiscard]] std::vector<std::optional<ValueBuffer>> values() const {
    std::vector<std::optional<ValueBuffer>> values;
    for (const auto& handle : handles_) values.push_back(handle->steady_value());
    return values;
  }

  [[nodiscard]] const CvarHandle& handle(std::size_t i) const { return *handles_[i]; }

  /// Each handle can be read.
  void check_readable(Test& t, Clause clause, std::string_view when) const {
    for (std::size_t i = 0; i < cvars_.size(); ++i) {
      ValueBuffer value = handles_[i]->buffer();
      t.check_code(clause,
                   [&] { return join("MPI_T_cvar_read of ", cvars_[i].label(), ", ", when); },
                   handles_[i]->read(value), {MPI_SUCCESS});
    }
  }

 private:
  std::vector<CvarInfo> cvars_;
  std::vector<std::unique_ptr<CvarHandle>> handles_;
};

// Checks that calls on all handles of a session return the same codes while nested and afterwards.
void check_session_stays(Test& t, std::string_view subject) {
  constexpr Clause rule = clause::init_nested_only_counts;
  PvarSession session;
  const int start = session.start_all();
  const int reset = session.reset_all();
  init_succeeds(t, rule, "the nested MPI_T_init_thread");
  for (const std::string_view phase : {"while nested", "after the nested finalize"}) {
    if (phase != "while nested") finalize_succeeds(t, rule, "the nested MPI_T_finalize");
    const auto what = [&] { return join(subject, " ", phase); };
    t.check(rule, what, is_code_as_before(session.start_all(), start).of("MPI_T_pvar_start"));
    t.check(rule, what, is_code_as_before(session.reset_all(), reset).of("MPI_T_pvar_reset"));
  }
  t.check_code(rule, subject, call::MPI_T_pvar_session_free(session.address()), {MPI_SUCCESS});
}

}  // namespace

MPITCHECK_TEST("init.count.repeatable", "Three nested initializations succeed.",
               cites(clause::init_repeatable), needs::nothing) {
  isolated_sequence(t, clause::init_repeatable, "three times MPI_T_init_thread", [&t] {
    for (const char* time : {"first init", "second init", "third init"}) {
      if (!init_succeeds(t, clause::init_repeatable, time)) return;
    }
    for (int i = 0; i < 3; ++i) call::MPI_T_finalize();
  });
}

MPITCHECK_TEST("init.count.nested-changes-nothing",
               "A nested initialization does not change indices, names, handles and values.",
               cites(clause::init_nested_only_counts), needs::each_phase) {
  isolated_sequence(t, clause::init_nested_only_counts, "a nested MPI_T_init_thread", [&t] {
    const Snapshot before = Snapshot::take();
    const HeldCvars held(t);
    const auto first = held.values();
    const auto second = held.values();
    int provided = 0;
    call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    check_same(t, clause::init_nested_only_counts, before, Snapshot::take());
    for (std::size_t i = 0; i < first.size(); ++i) {
      const CvarInfo& cvar = held.cvars()[i];
      // A value that the library changes by itself proves nothing.
      if (cvar.scope == MPI_T_SCOPE_READONLY || !first[i] || !second[i]) continue;
      if (!first[i]->equals(*second[i])) continue;
      check_value(
          t, clause::init_nested_only_counts, [&] { return cvar.label(); }, held.handle(i),
          *first[i]);
    }
    call::MPI_T_finalize();
  });
}

MPITCHECK_TEST(
    "init.count.nested-keeps-pvars-running",
    "A nested init and its finalize keep running pvars running and stopped pvars stopped.",
    cites(clause::init_nested_only_counts), needs::mpi) {
  t.each_isolated(clause::init_nested_only_counts, std::vector{"a session without handles"},
                  [&t](const char* subject) {
                    noting_what_is_missing(t, [&] { check_session_stays(t, subject); });
                  });
  const auto sums = only(surviving_pvars(),
                         [](const PvarInfo& pvar) { return is_sum(pvar) && can_be_stopped(pvar); });
  each_pvar(t, sums, "a COUNTER, AGGREGATE or TIMER that can be stopped",
            [&t](const PvarInfo& pvar) {
              const PvarSession session;
              const PvarHandle running(session, pvar);
              const PvarHandle stopped(session, pvar);
              running.run();
              stopped.run();
              drive_pvars();
              stopped.halt();
              const Numbers held = stopped.numbers();
              int provided = 0;
              call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
              for (const std::string_view phase : {"while nested", "after the nested finalize"}) {
                if (phase != "while nested") call::MPI_T_finalize();
                // The new witness shows whether there was anything to count.
                const Numbers before = running.numbers();
                const Witness witness(session, pvar);
                const Numbers began = witness.numbers();
                drive_pvars();
                const Numbers ended = witness.numbers();
                const Numbers after = running.numbers();
                if (ended == began) continue;
                const auto subject = [&] { return join(pvar.label(), " ", phase); };
                t.check(clause::init_nested_only_counts, subject, has_moved(after, before));
                t.check(clause::init_nested_only_counts, subject,
                        numbers_are(stopped.numbers(), held).as_before());
              }
            });
}

MPITCHECK_TEST("init.count.up-while-unbalanced",
               "Until the last matching finalize, the interface and earlier handles are usable.",
               cites(clause::init_stays_up_while_unbalanced), needs::nothing) {
  isolated_sequence(t, clause::init_stays_up_while_unbalanced,
                    "three times MPI_T_init_thread, twice MPI_T_finalize", [&t] {
                      t.lifecycle().tool_init();
                      const HeldCvars held(t);
                      t.lifecycle().tool_init();
                      t.lifecycle().tool_init();
                      for (const std::string left : {"two inits left", "one init left"}) {
                        call::MPI_T_finalize();
                        query_succeeds(t, clause::init_stays_up_while_unbalanced,
                                       "query with " + left);
                        held.check_readable(t, clause::init_stays_up_while_unbalanced,
                                            "a handle from before, with " + left);
                      }
                    });
}

MPITCHECK_TEST(
    "init.count.down-when-balanced",
    "The last matching MPI_T_finalize finalizes the interface. A further one is refused.",
    cites(clause::init_down_when_balanced), needs::nothing) {
  for (const int depth : {1, 3}) {
    isolated_sequence(t, clause::init_down_when_balanced, "balanced calls, one more finalize", [&] {
      for (int i = 0; i < depth; ++i) t.lifecycle().tool_init();
      for (int i = 0; i < depth; ++i) call::MPI_T_finalize();
      finalize_is_refused(t, clause::init_down_when_balanced, "finalize after balanced calls");
    });
  }
}

MPITCHECK_TEST("init.count.interleaving",
               "Initializations may follow finalizations while the interface stays initialized.",
               cites(clause::init_interleaving_allowed), needs::nothing) {
  isolated_sequence(t, clause::init_interleaving_allowed,
                    "init, init, finalize, init, finalize, finalize", [&t] {
                      constexpr Clause rule = clause::init_interleaving_allowed;
                      init_succeeds(t, rule, "first init");
                      init_succeeds(t, rule, "second init");
                      finalize_succeeds(t, rule, "first finalize");
                      init_succeeds(t, rule, "third init");
                      query_succeeds(t, rule, "query after the third init");
                      finalize_succeeds(t, rule, "second finalize");
                      query_succeeds(t, rule, "query after the second finalize");
                      finalize_succeeds(t, rule, "third finalize");
                      finalize_is_refused(t, rule, "finalize after balanced calls");
                    });
}

MPITCHECK_TEST("init.count.surplus-finalize",
               "MPI_T_finalize without a matching initialization returns a code of the table.",
               cites(clause::init_excess_finalize_code), needs::nothing) {
  const auto check_code = [&t](std::string_view subject, int code) {
    t.check(clause::init_excess_finalize_code, subject, is_error_code(code));
    t.behaviour(clause::init_excess_finalize_code, subject, code_name(code));
  };
  isolated_sequence(t, clause::init_excess_finalize_code, "MPI_T_finalize alone",
                    [&] { check_code("finalize without init", call::MPI_T_finalize()); });
  isolated_sequence(t, clause::init_excess_finalize_code, "init, finalize, finalize", [&] {
    t.lifecycle().tool_init();
    call::MPI_T_finalize();
    check_code("second finalize after one init", call::MPI_T_finalize());
  });
}

}  // namespace mpitcheck
