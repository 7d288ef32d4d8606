// SPDX-License-Identifier: BSD-3-Clause
// Performance variables in use: one handle at a time, and ALL_HANDLES.
#include <algorithm>
#include <cmath>
#include <optional>

#include "properties/commands/perform.hpp"
#include "properties/commands/values.hpp"

namespace mpitcheck::properties {

namespace {

bool continuous(const PvarUse& use) { return use.pvar->continuous != 0; }

/// readonly==0 may promise a write or a reset, and the standard does not say whether readonly==1
/// forbids a reset (A4). A refusal is therefore allowed. The mirrors then skip the operation too.
bool refused(int code) { return code != MPI_SUCCESS; }

bool switch_one(CaseState& state, PvarUse* use, bool on) {
  if (use == nullptr) return false;
  observe(state, *use);
  const int code = on ? on::MPI_T_pvar_start(use->session->real, use->real)
                      : on::MPI_T_pvar_stop(use->session->real, use->real);
  const bool quiet = observe(state, *use);
  const Codes allowed = state.engines.codes([&](mpit::Engine& engine, std::size_t i) {
    return on ? engine.pvar_start(use->session->mirrors[i], use->mirrors[i])
              : engine.pvar_stop(use->session->mirrors[i], use->mirrors[i]);
  });
  if (continuous(*use)) {
    state.judge.refusal(clause::pvar_continuous_no_startstop, *use, code, allowed);
    return true;
  }
  const bool redundant = use->running == on;
  state.judge.code(redundant ? clause::pvar_start_already_started
                   : on      ? clause::pvar_start_begins_updates
                             : clause::pvar_stop_freezes,
                   *use, code, allowed);
  note_switch(state, *use, on, quiet);
  suspect_others(state, *use->session, &Suspicion::foreign_switch);
  return true;
}

/// Calls `act`, which concerns a whole session. Returns whether all its pvars were unchanged
/// meanwhile.
template <class Act>
bool quietly(CaseState& state, const Session& session, const Act& act) {
  const auto look = [&] {
    bool quiet = true;
    for (PvarUse& use : state.pvars) {
      if (use.session == &session) quiet = observe(state, use) && quiet;
    }
    return quiet;
  };
  look();
  act();
  return look();
}

bool switch_all(CaseState& state, const Session* session, bool on) {
  if (session == nullptr) return false;
  int code = MPI_SUCCESS;
  const bool quiet = quietly(state, *session, [&] {
    code = on ? on::MPI_T_pvar_start(session->real, MPI_T_PVAR_ALL_HANDLES)
              : on::MPI_T_pvar_stop(session->real, MPI_T_PVAR_ALL_HANDLES);
  });
  const Codes allowed = state.engines.codes([&](mpit::Engine& engine, std::size_t i) {
    return on ? engine.pvar_start(session->mirrors[i], mpit::PvarHandle::all)
              : engine.pvar_stop(session->mirrors[i], mpit::PvarHandle::all);
  });
  bool any = false;
  bool ignored = false;
  for (const PvarUse& use : state.pvars) {
    if (use.session != session) continue;
    any = true;
    ignored = ignored || continuous(use) || use.running == on;
  }
  state.judge.code(!any      ? clause::pvar_start_all_empty_ok
                   : ignored ? clause::pvar_start_all_ignores
                             : clause::pvar_start_all_handles,
                   *session, code, allowed);
  for (PvarUse& use : state.pvars) {
    if (use.session != session || continuous(use)) continue;
    const bool switched = use.running != on;
    note_switch(state, use, on, quiet);
    use.switched_by_all = use.switched_by_all || switched;
    use.since.all_switch = true;
  }
  suspect_others(state, *session, &Suspicion::foreign_switch);
  return true;
}

/// Reads through `call`, which fills the buffer. Returns whether the pvar did not change meanwhile;
/// nothing if the handle has no value to return.
template <class Call, class Mirror>
std::optional<bool> read_by(CaseState& state, PvarUse& use, Clause clause, const Call& call,
                            const Mirror& mirror) {
  observe(state, use);
  ValueBuffer value(use.pvar->datatype, use.count);
  const int code = call(value);
  const bool quiet = observe(state, use);
  Codes allowed{};
  if (use.may_lack_value()) allowed.add(MPI_T_ERR_INVALID);
  if (code == MPI_SUCCESS) check_value(state, use, value, quiet);
  for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
    allowed.add(to_target(mirror(state.engines.engine(i), i)));
  }
  state.judge.code(clause, use, code, allowed);
  return code == MPI_SUCCESS ? std::optional(quiet) : std::nullopt;
}

Clause clause_of_read(const PvarUse& use) {
  if (!continuous(use) && !use.ever_started) return clause::pvar_read_never_started;
  if (!continuous(use) && !use.running) return clause::pvar_read_stopped;
  return use.pvar->readonly != 0 ? clause::pvar_read_readonly_ok : clause::pvar_read_delivers_value;
}

bool read_one(CaseState& state, PvarUse& use) {
  ValueBuffer expected(use.pvar->datatype, use.count);
  read_by(
      state, use, clause_of_read(use),
      [&](ValueBuffer& value) {
        return on::MPI_T_pvar_read(use.session->real, use.real, value.data());
      },
      [&](mpit::Engine& engine, std::size_t i) {
        return engine.pvar_read(use.session->mirrors[i], use.mirrors[i], expected.data());
      });
  return true;
}

/// A value that the class allows. Gauges only get a value that they had before, since a library may
/// react to other values in any way.
ValueBuffer value_for(const PvarUse& use, unsigned which) {
  ValueBuffer value(use.pvar->datatype, use.count);
  if (use.is_gauge() || use.pvar->var_class == MPI_T_PVAR_CLASS_GENERIC ||
      use.pvar->datatype == MPI_CHAR) {
    return *use.last;
  }
  for (int i = 0; i < use.count; ++i) {
    // A sum wraps near the end of its range. All bits set are -1 of any unsigned type.
    const bool near_end = which % 4 == 3 && !use.is_mark() && use.pvar->datatype != MPI_DOUBLE;
    const long long small = static_cast<long long>(which / 4) + i;
    value.set_number(i, near_end ? -1 - small : small);
  }
  return value;
}

}  // namespace

void read_every(CaseState& state) {
  for (PvarUse& use : state.pvars) read_one(state, use);
}

namespace commands {

bool pvar_start(CaseState& state, const Command& command) {
  return switch_one(state, pick(state.pvars, command.a), true);
}

bool pvar_stop(CaseState& state, const Command& command) {
  return switch_one(state, pick(state.pvars, command.a), false);
}

bool start_all(CaseState& state, const Command& command) {
  return switch_all(state, pick(state.sessions, command.a), true);
}

bool stop_all(CaseState& state, const Command& command) {
  return switch_all(state, pick(state.sessions, command.a), false);
}

bool pvar_read(CaseState& state, const Command& command) {
  PvarUse* const use = pick(state.pvars, command.a);
  if (use == nullptr) return false;
  suspect_others(state, *use->session, &Suspicion::foreign_change);
  return read_one(state, *use);
}

bool read_all(CaseState& state, const Command& command) {
  const Session* const session = pick(state.sessions, command.a);
  if (session == nullptr) return false;
  for (PvarUse& use : state.pvars) {
    if (use.session == session) read_one(state, use);
  }
  return true;
}

bool pvar_write(CaseState& state, const Command& command) {
  PvarUse* const use = pick(state.pvars, command.a);
  const bool needs_value = use != nullptr && (use->is_gauge() || use->pvar->datatype == MPI_CHAR ||
                                              use->pvar->var_class == MPI_T_PVAR_CLASS_GENERIC);
  if (use == nullptr || (needs_value && !use->last)) return false;
  const ValueBuffer value = value_for(*use, command.b);
  observe(state, *use);
  const int code = on::MPI_T_pvar_write(use->session->real, use->real, value.data());
  const bool quiet = observe(state, *use);
  if (use->pvar->readonly != 0) {
    state.judge.refusal(clause::pvar_write_refused_code, *use, code, {MPI_T_ERR_PVAR_NO_WRITE});
    return true;
  }
  state.judge.refusal(clause::pvar_write_sets_value, *use, code,
                      {MPI_SUCCESS, MPI_T_ERR_PVAR_NO_WRITE});
  if (refused(code)) return true;
  for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
    state.engines.engine(i).pvar_write(use->session->mirrors[i], use->mirrors[i], value.data());
  }
  note_write(state, *use, value, quiet);
  use->since.write = true;
  suspect_others(state, *use->session, &Suspicion::foreign_change);
  return true;
}

bool pvar_reset(CaseState& state, const Command& command) {
  PvarUse* const use = pick(state.pvars, command.a);
  if (use == nullptr) return false;
  observe(state, *use);
  const int code = on::MPI_T_pvar_reset(use->session->real, use->real);
  const bool quiet = observe(state, *use);
  state.judge.refusal(
      use->pvar->readonly != 0 ? clause::pvar_reset_refused_code : clause::pvar_reset_to_start,
      *use, code, {MPI_SUCCESS, MPI_T_ERR_PVAR_NO_WRITE});
  if (refused(code)) return true;
  for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
    state.engines.engine(i).pvar_reset(use->session->mirrors[i], use->mirrors[i]);
  }
  note_reset(state, *use, quiet);
  use->since.reset = true;
  suspect_others(state, *use->session, &Suspicion::foreign_change);
  return true;
}

bool reset_all(CaseState& state, const Command& command) {
  const Session* const session = pick(state.sessions, command.a);
  if (session == nullptr) return false;
  int code = MPI_SUCCESS;
  const bool quiet = quietly(
      state, *session, [&] { code = on::MPI_T_pvar_reset(session->real, MPI_T_PVAR_ALL_HANDLES); });
  const auto meant = [&](const PvarUse& use) {
    return use.session == session && use.pvar->readonly == 0;
  };
  const bool any = std::any_of(state.pvars.begin(), state.pvars.end(), meant);
  Codes allowed{MPI_SUCCESS};
  if (any) allowed.add(MPI_T_ERR_PVAR_NO_WRITE);  // a pvar that can be written but not reset (A4)
  state.judge.code(any ? clause::pvar_reset_all_handles : clause::pvar_reset_all_empty_ok, *session,
                   code, allowed);
  for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
    state.engines.engine(i).pvar_reset(session->mirrors[i], mpit::PvarHandle::all);
  }
  for (PvarUse& use : state.pvars) {
    if (!meant(use)) continue;
    if (refused(code)) {
      note_perhaps_reset(state, use);
    } else {
      note_reset(state, use, quiet);
    }
    use.since.all_reset = true;
  }
  suspect_others(state, *session, &Suspicion::foreign_change);
  return true;
}

bool pvar_readreset(CaseState& state, const Command& command) {
  PvarUse* const use = pick(state.pvars, command.a);
  if (use == nullptr) return false;
  if (use->pvar->atomic == 0) {
    ValueBuffer value(use->pvar->datatype, use->count);
    Codes allowed{MPI_T_ERR_PVAR_NO_ATOMIC};
    if (use->pvar->readonly != 0) allowed.add(MPI_T_ERR_PVAR_NO_WRITE);
    const int code = on::MPI_T_pvar_readreset(use->session->real, use->real, value.data());
    if (use->may_lack_value() && code != MPI_SUCCESS) return true;  // refused for that reason
    state.judge.refusal(clause::pvar_readreset_not_atomic_code, *use, code, allowed);
    return true;
  }
  bool no_write = false;
  ValueBuffer expected(use->pvar->datatype, use->count);
  const std::optional<bool> quiet = read_by(
      state, *use, clause::pvar_readreset_combines,
      [&](ValueBuffer& value) {
        const int code = on::MPI_T_pvar_readreset(use->session->real, use->real, value.data());
        no_write = refused(code);
        return code;
      },
      [&](mpit::Engine& engine, std::size_t i) {
        if (no_write) return mpit::Code::pvar_no_write;
        return engine.pvar_readreset(use->session->mirrors[i], use->mirrors[i], expected.data());
      });
  if (!quiet) return true;
  note_reset(state, *use, *quiet);
  use->since.readreset = true;
  suspect_others(state, *use->session, &Suspicion::foreign_change);
  return true;
}

}  // namespace commands
}  // namespace mpitcheck::properties
