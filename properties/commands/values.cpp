// SPDX-License-Identifier: BSD-3-Clause
// Compares values with mirrors, earlier values and witnesses.
#include "properties/commands/values.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "properties/oracle/words.hpp"
#include "reference/engine/core/value.hpp"

namespace mpitcheck::properties {

namespace {

constexpr int looks_again = 3;  // a gauge may change briefly between two looks

bool same_number(double a, double b, double scale) {
  return std::abs(a - b) <= 1e-9 * (std::abs(a) + std::abs(b) + std::abs(scale)) + 1e-12;
}

/// Whether they are equal, up to rounding for doubles; `seen` is the size of the summands.
bool agrees(const ValueBuffer& a, const ValueBuffer& b, const ValueBuffer& seen) {
  if (a.datatype() != MPI_DOUBLE) return a.equals(b);
  for (int i = 0; i < a.count(); ++i) {
    if (!same_number(a.number(i).as_double(), b.number(i).as_double(),
                     seen.number(i).as_double())) {
      return false;
    }
  }
  return true;
}

std::vector<Clause> suspects_of(const PvarUse& use) {
  const Suspicion& since = use.since;
  std::vector<Clause> clauses;
  const auto add = [&](bool happened, Clause clause) {
    if (happened) clauses.push_back(clause);
  };
  add(since.foreign_change, clause::pvar_session_isolation_reset);
  add(since.foreign_switch, clause::pvar_session_isolation_start_stop);
  add(since.neighbour || use.unseen.neighbour, clause::pvar_handle_several);
  add(since.all_reset, clause::pvar_reset_all_handles);
  add(since.all_switch, clause::pvar_start_all_handles);
  add(since.readreset, clause::pvar_readreset_combines);
  add(since.reset, clause::pvar_reset_to_start);
  add(since.write, clause::pvar_write_sets_value);
  add(since.stop, clause::pvar_stop_freezes);
  add(since.restart, clause::pvar_restart_continues);
  add(since.start, clause::pvar_start_begins_updates);
  add(use.switched_by_all, clause::pvar_start_all_handles);
  add(use.running, clause::pvar_start_begins_updates);
  add(use.unseen.foreign_switch, clause::pvar_session_isolation_start_stop);
  add(true, use.running || use.pvar->continuous != 0 ? clause::pvar_read_delivers_value
                                                     : clause::pvar_stop_freezes);
  return clauses;
}

// The value is that of a mirror which has one.
ForetoldValue is_mirrored(CaseState& state, const PvarUse& use, const ValueBuffer& value) {
  const OracleWitness* const witness = state.witness(use.place, use.object);
  std::vector<ValueBuffer> mirrored;
  for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
    ValueBuffer& expected = mirrored.emplace_back(use.pvar->datatype, use.count);
    if (state.engines.engine(i).pvar_read(use.session->mirrors[i], use.mirrors[i],
                                          expected.data()) != mpit::Code::success) {
      mirrored.pop_back();
    }
  }
  return {value, std::move(mirrored), [&](const ValueBuffer& expected, const ValueBuffer& seen) {
            return agrees(expected, seen, witness->value());
          }};
}

// A running gauge shows the library's current value, which may change briefly between two looks.
bool agrees_on_another_look(CaseState& state, PvarUse& use) {
  const Aside aside;
  for (int i = 0; i < looks_again; ++i) {
    observe(state, use);
    ValueBuffer value(use.pvar->datatype, use.count);
    if (on::MPI_T_pvar_read(use.session->real, use.real, value.data()) != MPI_SUCCESS) return true;
    if (!observe(state, use) || is_mirrored(state, use, value).ok()) return true;
  }
  return false;
}

Number better(const PvarUse& use, const Number& a, const Number& b) {
  return use.pvar->var_class == MPI_T_PVAR_CLASS_HIGHWATERMARK ? std::max(a, b) : std::min(a, b);
}

// Compares a mark with the witness, which has run longer, and with the values since its start.
void check_marks(CaseState& state, PvarUse& use, const ValueBuffer& value,
                 const std::vector<Clause>& suspects) {
  const OracleWitness* const witness = state.witness(use.place, use.object);
  const bool high = use.pvar->var_class == MPI_T_PVAR_CLASS_HIGHWATERMARK;
  const Clause monotone =
      high ? clause::pvar_class_highwatermark_monotone : clause::pvar_class_lowwatermark_monotone;
  const Relation inside = high ? Relation::at_most : Relation::at_least;
  const Relation outside = high ? Relation::at_least : Relation::at_most;
  std::vector<Clause> bounds = suspects;
  bounds.insert(bounds.begin(), monotone);
  for (int i = 0; i < use.count; ++i) {
    PvarUse::Mark& mark = use.marks[static_cast<std::size_t>(i)];
    const Number now = value.number(i);
    const Number seen = witness->value().number(i);
    const Number limit = mark.written ? better(use, seen, *mark.written) : seen;
    state.judge.check(suspects, use, element_is(value, i, inside, limit, before_wanted(inside)));
    if (mark.known) {
      state.judge.check(bounds, use,
                        element_is(value, i, outside, *mark.known, "no return behind "));
    }
    if (use.running && mark.seen_at && *mark.seen_at != seen) {
      state.judge.check(suspects, use,
                        element_is(value, i, outside, seen, "", ", a level reached while it ran"));
    }
    if (use.running || use.pvar->continuous != 0) {
      mark.known = now;
      mark.seen_at = seen;
    }
  }
}

void open_window(CaseState& state, PvarUse& use) {
  const OracleWitness* const witness = state.witness(use.place, use.object);
  for (std::size_t i = 0; i != use.marks.size(); ++i) {
    use.marks[i].known.reset();
    use.marks[i].seen_at.reset();
    if (witness != nullptr) use.marks[i].seen_at = witness->value().number(static_cast<int>(i));
  }
}

}  // namespace

bool observe(CaseState& state, PvarUse& use) {
  OracleWitness* const witness = state.witness(use.place, use.object);
  if (witness == nullptr || witness->count() != use.count) {
    use.sure = false;
    return false;
  }
  const Aside aside;
  const bool quiet = witness->look();
  if (use.is_mark()) return quiet;
  Feed& feed = state.engines.feed(use.place, use.object, use.count);
  const mpit::Datatype type = to_engine(use.pvar->datatype);
  for (std::size_t i = 0; i != feed.words.size(); ++i) {
    feed.words[i] = mpit::load_element(witness->value().data(), i, type);
  }
  return quiet;
}

void take_over_base(CaseState& state, PvarUse& use) {
  const Aside aside;
  ValueBuffer base(use.pvar->datatype, use.count);
  if (!use.sure || on::MPI_T_pvar_read(use.session->real, use.real, base.data()) != MPI_SUCCESS ||
      is_mirrored(state, use, base).ok()) {
    return;
  }
  for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
    const mpit::Code code =
        state.engines.engine(i).pvar_write(use.session->mirrors[i], use.mirrors[i], base.data());
    use.sure = use.sure && code == mpit::Code::success;
  }
  use.sure = observe(state, use) && use.sure;
}

void note_switch(CaseState& state, PvarUse& use, bool on, bool quiet) {
  if (use.running == on) return;
  if (on) (use.ever_started ? use.since.restart : use.since.start) = true;
  if (!on) use.since.stop = true;
  use.switched_by_all = false;
  use.running = on;
  use.ever_started = true;
  use.frozen.reset();
  if (!quiet) use.sure = false;
  if (on) {
    use.reset_while_stopped = false;
    open_window(state, use);
  }
}

void note_reset(CaseState& state, PvarUse& use, bool quiet) {
  const bool stopped = !use.running && use.pvar->continuous == 0;
  use.frozen.reset();
  use.sure = quiet && !use.is_mark();
  use.reset_while_stopped = stopped;
  for (PvarUse::Mark& mark : use.marks) mark.written.reset();
  open_window(state, use);
}

void note_perhaps_reset(CaseState& state, PvarUse& use) {
  use.frozen.reset();
  use.sure = false;
  use.reset_while_stopped = use.reset_while_stopped || !use.running;
  open_window(state, use);
}

void note_write(CaseState& state, PvarUse& use, const ValueBuffer& value, bool quiet) {
  const bool stopped = !use.running && use.pvar->continuous == 0;
  use.frozen.reset();
  if (stopped && use.ever_started) use.frozen = value;
  // The effect of a write before the first start is undefined (A3), and so is that of a write to a
  // running gauge.
  if (!quiet || (stopped && !use.ever_started) || (!stopped && use.is_gauge())) use.sure = false;
  open_window(state, use);
  for (std::size_t i = 0; i != use.marks.size(); ++i) {
    use.marks[i].written = value.number(static_cast<int>(i));
    if (!stopped) use.marks[i].known = use.marks[i].written;
  }
  use.reset_while_stopped = false;
}

void check_value(CaseState& state, PvarUse& use, const ValueBuffer& value, bool quiet) {
  const bool continuous = use.pvar->continuous != 0;
  state.judge.output(clause::datatype_value_layout, use, is_within_room(value));
  use.last = value;
  if (!continuous && !use.ever_started) return;  // its value is then undefined (A3)
  const std::vector<Clause> suspects = suspects_of(use);
  const bool stopped = !continuous && !use.running;
  if (stopped && use.frozen) {
    state.judge.check(suspects, use, ForetoldValue(value, {*use.frozen}, &ValueBuffer::equals));
  }
  if (use.sure && quiet && !use.is_mark()) {
    ForetoldValue expected = is_mirrored(state, use, value);
    const bool is_exempt =
        !expected.ok() && !stopped && use.is_gauge() && agrees_on_another_look(state, use);
    state.judge.check(suspects, use, std::move(expected).unless(is_exempt));
  }
  if (use.is_mark() && quiet) check_marks(state, use, value, suspects);
  if (stopped) use.frozen = value;
  // A wrong start or stop of a handle shows only after the variable changed.
  const OracleWitness* const witness = state.witness(use.place, use.object);
  const bool moved = witness == nullptr || !use.found_at || !use.found_at->equals(witness->value());
  if (witness != nullptr) use.found_at = witness->value();
  if (moved) use.unseen = {};
  if (!moved && use.since.foreign_switch) use.unseen.foreign_switch = true;
  if (!moved && use.since.neighbour) use.unseen.neighbour = true;
  use.since = {};
}

void suspect_others(CaseState& state, const Session& session, bool Suspicion::*what) {
  for (PvarUse& use : state.pvars) {
    if (use.session != &session) use.since.*what = true;
  }
}

}  // namespace mpitcheck::properties
