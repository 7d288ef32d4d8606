// SPDX-License-Identifier: BSD-3-Clause
// Allocates and frees sessions and handles of performance variables.
#include "properties/commands/handles.hpp"

#include <algorithm>

#include "conformance/harness/facts/names.hpp"
#include "properties/commands/values.hpp"
#include "properties/oracle/words.hpp"

namespace mpitcheck::properties {

namespace {

constexpr std::size_t most_sessions = 6;
constexpr std::size_t most_pvar_handles = 24;

void note_kind(const PvarInfo& pvar) {
  std::size_t place = 0;  // index of its class among the constants
  for (const NamedConstant& constant : defined_constants()) {
    if (constant.kind != "pvar_class") continue;
    if (constant.value == pvar.var_class) break;
    ++place;
  }
  const std::size_t flags = (pvar.readonly != 0 ? 1U : 0U) + (pvar.continuous != 0 ? 2U : 0U) +
                            (pvar.atomic != 0 ? 4U : 0U) + (pvar.bound_to_nothing() ? 0U : 8U);
  ++account().pvar_kinds[std::min(place, class_places - 1)][flags];
}

/// A call on a handle with another session, and its allowed codes. The standard does not define
/// which of several errors is reported.
struct ForeignCall {
  int code;
  Codes allowed{MPI_T_ERR_INVALID_HANDLE};
};

ForeignCall call_foreign(const Session& session, PvarUse& use, unsigned which) {
  ValueBuffer buffer(use.pvar->datatype, use.count);
  const auto answered = [](int code, bool refused_anyway, int reason) {
    ForeignCall call{code};
    if (refused_anyway) call.allowed.add(reason);
    return call;
  };
  const bool continuous = use.pvar->continuous != 0;
  const bool readonly = use.pvar->readonly != 0;
  switch (which % 7) {
    case 0:
      return answered(on::MPI_T_pvar_start(session.real, use.real), continuous || use.running,
                      MPI_T_ERR_PVAR_NO_STARTSTOP);
    case 1:
      return answered(on::MPI_T_pvar_stop(session.real, use.real), continuous || !use.running,
                      MPI_T_ERR_PVAR_NO_STARTSTOP);
    case 3:
      return answered(on::MPI_T_pvar_reset(session.real, use.real), true, MPI_T_ERR_PVAR_NO_WRITE);
    case 4: {
      ForeignCall call = answered(on::MPI_T_pvar_readreset(session.real, use.real, buffer.data()),
                                  true, MPI_T_ERR_PVAR_NO_WRITE);
      if (use.pvar->atomic == 0) call.allowed.add(MPI_T_ERR_PVAR_NO_ATOMIC);
      if (use.may_lack_value()) call.allowed.add(MPI_T_ERR_INVALID);
      return call;
    }
    case 5:
      if (use.last) {
        return answered(on::MPI_T_pvar_write(session.real, use.real, use.last->data()), readonly,
                        MPI_T_ERR_PVAR_NO_WRITE);
      }
      [[fallthrough]];
    case 2:
      return answered(on::MPI_T_pvar_read(session.real, use.real, buffer.data()),
                      use.may_lack_value(), MPI_T_ERR_INVALID);
    default: {
      MPI_T_pvar_handle handle = use.real;  // the original stays valid if the call succeeds
      return {on::MPI_T_pvar_handle_free(session.real, &handle)};
    }
  }
}

}  // namespace

void free_handle(CaseState& state, PvarUse& use) {
  const int code = on::MPI_T_pvar_handle_free(use.session->real, &use.real);
  const Codes allowed = state.engines.codes([&](mpit::Engine& engine, std::size_t i) {
    return engine.pvar_handle_free(use.session->mirrors[i], &use.mirrors[i]);
  });
  const PvarUse freed = use;
  state.pvars.remove_if([&](const PvarUse& other) { return &other == &use; });
  for (PvarUse& other : state.pvars) {
    const bool foreign = other.session != freed.session;
    (foreign ? other.since.foreign_switch : other.since.neighbour) = true;
  }
  state.judge.code(clause::pvar_handle_free_nulls, freed, code, allowed);
  state.judge.output(clause::pvar_handle_free_nulls, freed,
                     is_null_handle(freed.real, MPI_T_PVAR_HANDLE_NULL, "MPI_T_PVAR_HANDLE_NULL"));
}

void free_session(CaseState& state, Session& session) {
  for (auto use = state.pvars.begin(); use != state.pvars.end();) {
    PvarUse& candidate = *use++;
    if (candidate.session == &session) free_handle(state, candidate);
  }
  const int code = on::MPI_T_pvar_session_free(&session.real);
  const Codes allowed = state.engines.codes([&](mpit::Engine& engine, std::size_t i) {
    return engine.pvar_session_free(&session.mirrors[i]);
  });
  suspect_others(state, session, &Suspicion::foreign_switch);
  const Session freed = session;
  state.sessions.remove_if([&](const Session& other) { return &other == &session; });
  state.judge.code(clause::pvar_session_free_ends_use, freed, code, allowed);
  state.judge.output(
      clause::pvar_session_free_nulls, freed,
      is_null_handle(freed.real, MPI_T_PVAR_SESSION_NULL, "MPI_T_PVAR_SESSION_NULL"));
}

namespace commands {

bool session_create(CaseState& state, const Command&) {
  if (state.sessions.size() >= most_sessions || state.inits == 0) return false;
  Session& session = state.sessions.emplace_back();
  session.number = state.sessions_made++;
  const int code = on::MPI_T_pvar_session_create(&session.real);
  const Codes allowed = state.engines.codes([&](mpit::Engine& engine, std::size_t i) {
    return engine.pvar_session_create(&session.mirrors[i]);
  });
  if (is_no_room(code)) {
    for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
      state.engines.engine(i).pvar_session_free(&session.mirrors[i]);
    }
    state.sessions.pop_back();
    return true;
  }
  state.judge.code(clause::pvar_session_create, session, code, allowed);
  return true;
}

bool session_free(CaseState& state, const Command& command) {
  Session* const session = pick(state.sessions, command.a);
  if (session == nullptr) return false;
  free_session(state, *session);
  return true;
}

bool pvar_alloc(CaseState& state, const Command& command) {
  if (state.sessions.empty()) session_create(state, command);
  Session* const session = pick(state.sessions, command.a);
  const int* const place = pick(state.choice.pvars, command.b);
  if (session == nullptr || place == nullptr || state.pvars.size() >= most_pvar_handles)
    return false;
  const PvarInfo& pvar = state.survey.pvars[static_cast<std::size_t>(*place)];
  const int number = command.c % 2;
  const auto object = state.object(pvar.bind, number);
  const int mirror = state.engines.pvar(*place);
  if (!object || mirror == MirrorEngines::none) return false;

  PvarUse use{};
  use.session = session;
  use.place = *place;
  use.object = pvar.bound_to_nothing() ? 0 : number;
  use.pvar = &pvar;
  use.number = static_cast<int>(state.pvars.size());
  OracleWitness* const witness = state.witness(use.place, use.object);
  use.count = -1;
  const int code =
      on::MPI_T_pvar_handle_alloc(session->real, pvar.index, *object, &use.real, &use.count);
  if (is_no_room(code)) return true;
  state.judge.code(clause::pvar_handle_alloc, pvar, code, {MPI_SUCCESS});
  state.judge.check(clause::pvar_handle_count, pvar, is_count(use.count));
  if (use.count == 0) {  // an engine has no such variables
    state.judge.code(clause::pvar_handle_free_nulls, pvar,
                     on::MPI_T_pvar_handle_free(session->real, &use.real), {MPI_SUCCESS});
    return true;
  }
  note_kind(pvar);
  state.engines.feed(use.place, use.object, use.count);
  if (witness != nullptr) observe(state, use);
  const mpit::ObjectWord word = static_cast<mpit::ObjectWord>(use.object);
  for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
    int count = 0;
    state.engines.engine(i).pvar_handle_alloc(session->mirrors[i], mirror, &word, &use.mirrors[i],
                                              &count);
  }
  const bool quiet = observe(state, use);
  use.sure = quiet && !use.is_mark();
  if (pvar.continuous != 0 && is_sum(pvar)) take_over_base(state, use);
  if (use.is_mark()) {
    use.marks.resize(static_cast<std::size_t>(use.count));
    if (pvar.continuous != 0 && witness != nullptr) {
      for (std::size_t i = 0; i != use.marks.size(); ++i) {
        use.marks[i].seen_at = witness->value().number(static_cast<int>(i));
      }
    }
  }
  state.pvars.push_back(std::move(use));
  return true;
}

bool pvar_free(CaseState& state, const Command& command) {
  PvarUse* const use = pick(state.pvars, command.a);
  if (use == nullptr) return false;
  free_handle(state, *use);
  return true;
}

bool foreign_session(CaseState& state, const Command& command) {
  PvarUse* const use = pick(state.pvars, command.a);
  const Session* const session = pick(state.sessions, command.b);
  if (use == nullptr || session == use->session) return false;
  const auto [code, allowed] = call_foreign(*session, *use, command.c);
  state.judge.code(
      clause::pvar_handle_session_mismatch,
      [&] { return join(use->label(), " with ", session->label()); }, code, allowed);
  return true;
}

}  // namespace commands
}  // namespace mpitcheck::properties
