// SPDX-License-Identifier: BSD-3-Clause
// Starting, stopping, reading and resetting performance variables through the draft's interface.
#include <string>
#include <vector>

#include "conformance/draft2011/suite/draft.hpp"
#include "conformance/draft2011/suite/perfvar.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/pvars.hpp"

namespace mpitcheck {
namespace {

// A handle of the draft and one of MPI_T for the same pvar, in sessions of their own.
struct Pair {
  explicit Pair(const PvarInfo& pvar)
      : modern(modern_session, pvar),
        handle(session.handle(pvar)),
        drafted(draft::perfvar(pvar.index)) {}

  [[nodiscard]] draft::Shown buffer() const { return {drafted.datatype, modern.count()}; }

  PvarSession modern_session;
  PvarHandle modern;
  draft::Session session;
  MPIT_Perfvar_handle handle;
  draft::Perfvar drafted;
};

bool is_idle_sum(const PvarInfo& pvar) { return is_sum(pvar) && can_be_stopped(pvar); }

bool is_not_negative(const Number& number) { return number >= 0; }
bool is_zero(const Number& number) { return number == 0; }
std::string number_text(const Number& number) { return number.text(); }
std::string shown_text(const draft::Shown& shown) { return shown.text(); }

}  // namespace

MPITCHECK_TEST("draft2011.perfvar.start-stop",
               "Start and stop succeed on what can be stopped and answer NOSTARTSTOP for others; "
               "on all handles they leave those out.",
               cites(clause::draft_startstop), needs::each_phase) {
  constexpr Clause rule = clause::draft_startstop;
  each_pvar_isolated(t, rule, surviving_pvars(), "a pvar that can be used", [&](const PvarInfo& v) {
    draft::Session session;
    const auto s = session.get();
    const MPIT_Perfvar_handle handle = session.handle(v);
    const int expected = can_be_stopped(v) ? MPIT_SUCCESS : MPIT_ERR_NOSTARTSTOP;
    draft::check_code(t, rule, v, MPITCHECK_DRAFT(MPIT_Perfvar_start(s, handle)), expected);
    draft::check_code(t, rule, v, MPITCHECK_DRAFT(MPIT_Perfvar_stop(s, handle)), expected);
    const MPIT_Perfvar_handle all = MPIT_PERFVAR_ALL_HANDLES;
    draft::check_code(t, rule, v, MPITCHECK_DRAFT(MPIT_Perfvar_start(s, all)), MPIT_SUCCESS);
    draft::check_code(t, rule, v, MPITCHECK_DRAFT(MPIT_Perfvar_stop(s, all)), MPIT_SUCCESS);
  });
}

MPITCHECK_TEST("draft2011.perfvar.counts-while-started",
               "A sum gains while it is started, stands still while it is stopped, and a reset "
               "brings it to 0.",
               cites(clause::draft_startstop, clause::draft_class_nonnegative), needs::mpi) {
  constexpr Clause rule = clause::draft_startstop;
  each_pvar(
      t, only(surviving_pvars(), is_idle_sum), "a sum that can be stopped", [&](const PvarInfo& v) {
        Pair pair(v);
        const auto s = pair.session.get();
        draft::Shown shown = pair.buffer();
        const auto read = [&] {
          MPITCHECK_DRAFT(MPIT_Perfvar_read(s, pair.handle, shown.data()));
          return shown.number(0);
        };
        pair.modern.run();
        MPITCHECK_DRAFT(MPIT_Perfvar_start(s, pair.handle));
        drive_pvars();
        MPITCHECK_DRAFT(MPIT_Perfvar_stop(s, pair.handle));
        pair.modern.halt();
        const Number gained = read();
        t.check(
            clause::draft_class_nonnegative, v,
            has_property("", gained, is_not_negative, "a value that is not negative", number_text));
        if (pair.modern.numbers()[0] == 0) return;
        t.check(rule, v, is_observed("", gained > 0, "a gain while started", "none"));
        drive_pvars();
        const Number still = read();
        t.check(rule, v, is_in_words("", still, gained, number_text));
        if (v.readonly != 0) return;
        if (MPITCHECK_DRAFT(MPIT_Perfvar_reset(s, pair.handle)) != MPIT_SUCCESS) return;
        const Number reset = read();
        t.check(rule, v, has_property("", reset, is_zero, "0 after a reset", number_text));
      });
}

MPITCHECK_TEST("draft2011.perfvar.values",
               "A stopped variable reads as MPI_T reads it, and is not negative.",
               cites(clause::draft_perfvar_values, clause::draft_class_nonnegative,
                     clause::draft_enum_item_numbers),
               needs::each_phase) {
  constexpr Clause rule = clause::draft_perfvar_values;
  each_pvar_isolated(t, rule, surviving_pvars(), "a pvar that can be used", [&](const PvarInfo& v) {
    Pair pair(v);
    // Continuous ones may move between two readings, but not if the readings around agree.
    const ValueBuffer before = pair.modern.value();
    draft::Shown shown = pair.buffer();
    const int code =
        MPITCHECK_DRAFT(MPIT_Perfvar_read(pair.session.get(), pair.handle, shown.data()));
    draft::check_code(t, rule, v, code, MPIT_SUCCESS);
    if (code != MPIT_SUCCESS) return;
    if (pair.modern.value().equals(before)) draft::check_shown(t, rule, v, shown, before);
    const bool may_be_negative =
        v.var_class == MPI_T_PVAR_CLASS_GENERIC || v.var_class == MPI_T_PVAR_CLASS_STATE;
    for (int i = 0; i < shown.count() && !may_be_negative; ++i) {
      t.check(clause::draft_class_nonnegative, v,
              has_property(
                  "", shown, [&](const auto& it) { return is_not_negative(it.number(i)); },
                  "a value of 0 or more", shown_text));
    }
    if (!mpit_draft2011_is_predefined(pair.drafted.datatype)) {
      int num = 0;
      int length = 0;
      MPITCHECK_DRAFT(MPIT_Datatype_enum_get_info(pair.drafted.datatype, &num, nullptr, &length));
      t.check(
          clause::draft_enum_item_numbers, v,
          has_property(
              "", shown, [&](const auto& it) { return it.number(0) >= 0 && it.number(0) < num; },
              "an item number", shown_text));
    }
  });
}

MPITCHECK_TEST(
    "draft2011.perfvar.refused-writes",
    "Writes and resets of read-only variables return NOWRITE; readreset returns the value "
    "anyway.",
    cites(clause::draft_perfvar_values), needs::each_phase) {
  constexpr Clause rule = clause::draft_perfvar_values;
  const auto readonly = only(surviving_pvars(), [](const PvarInfo& v) { return v.readonly == 1; });
  each_pvar_isolated(t, rule, readonly, "a read-only pvar", [&](const PvarInfo& v) {
    Pair pair(v);
    const auto s = pair.session.get();
    draft::Shown shown = pair.buffer();
    MPITCHECK_DRAFT(MPIT_Perfvar_read(s, pair.handle, shown.data()));
    draft::check_code(t, rule, v, MPITCHECK_DRAFT(MPIT_Perfvar_write(s, pair.handle, shown.data())),
                      MPIT_ERR_PERFVAR_WRITE);
    draft::check_code(t, rule, v, MPITCHECK_DRAFT(MPIT_Perfvar_reset(s, pair.handle)),
                      MPIT_ERR_PERFVAR_WRITE);
    draft::Shown again = pair.buffer();
    draft::check_code(t, rule, v,
                      MPITCHECK_DRAFT(MPIT_Perfvar_readreset(s, pair.handle, again.data())),
                      MPIT_ERR_PERFVAR_WRITE);
    if (!can_be_stopped(v)) return;
    t.check(rule, v, is_in_words("", again.text(), shown.text()));
  });
}

MPITCHECK_TEST("draft2011.perfvar.written-values",
               "A written value is what MPI_T reads; one that the variable cannot hold is refused.",
               cites(clause::draft_perfvar_values), needs::each_phase) {
  constexpr Clause rule = clause::draft_perfvar_values;
  const auto writable =
      only(surviving_pvars(), [](const PvarInfo& v) { return v.readonly == 0 && is_idle_sum(v); });
  each_pvar_isolated(t, rule, writable, "a sum that can be written", [&](const PvarInfo& v) {
    const draft::Perfvar drafted = draft::perfvar(v.index);
    // Before the handle: a library may have only one, which the header needs to count the elements.
    if (draft::reported_count(drafted) != 1) return;
    // Whole numbers only: the others need no conversion.
    if (drafted.datatype != MPIT_LONG && drafted.datatype != MPIT_LONG_LONG) return;
    draft::Session session;
    const auto s = session.get();
    const MPIT_Perfvar_handle handle = session.handle(v);
    draft::Shown room(drafted.datatype, 1);
    long long written = 4711;
    if (MPITCHECK_DRAFT(MPIT_Perfvar_write(s, handle, &written)) == MPIT_SUCCESS) {
      MPITCHECK_DRAFT(MPIT_Perfvar_read(s, handle, room.data()));
      t.check(
          rule, v,
          has_property(
              "", room, [](const auto& it) { return it.number(0) == 4711; }, "4711", shown_text));
    }
    written = -1;
    draft::check_code(t, rule, v, MPITCHECK_DRAFT(MPIT_Perfvar_write(s, handle, &written)),
                      MPIT_ERR_NOWRITE);
  });
}

}  // namespace mpitcheck
