// SPDX-License-Identifier: BSD-3-Clause
// Control variables: handles, values, and writing back values.
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "properties/commands/handles.hpp"
#include "properties/commands/values.hpp"
#include "properties/oracle/words.hpp"

namespace mpitcheck::properties {

namespace {

constexpr std::size_t most_handles = 12;

const CvarInfo& info_of(const CaseState& state, const CvarUse& use) {
  return state.survey.cvars[static_cast<std::size_t>(use.place)];
}

/// Reads and judges; returns nothing if the read fails.
std::optional<ValueBuffer> read(CaseState& state, const CvarUse& use) {
  const CvarInfo& cvar = info_of(state, use);
  ValueBuffer value(cvar.datatype, use.count);
  state.judge.code(clause::cvar_read_delivers_value, cvar,
                   on::MPI_T_cvar_read(use.real, value.data()), {MPI_SUCCESS});
  state.judge.output(clause::datatype_value_layout, cvar, is_within_room(value));
  return value;
}

/// Whether several reads agree. Otherwise the value changes by itself.
bool is_steady(const CvarUse& use, const ValueBuffer& value) {
  constexpr int looks = 8;
  const Aside aside;
  ValueBuffer now = value;
  for (int look = 0; look < looks; ++look) {
    if (on::MPI_T_cvar_read(use.real, now.data()) != MPI_SUCCESS || !now.equals(value))
      return false;
  }
  return true;
}

Codes codes_of_write(const CaseState& state, const CvarUse& use) {
  const CvarInfo& cvar = info_of(state, use);
  if (state.cvar_never.count(use.place) != 0) return {MPI_T_ERR_CVAR_SET_NEVER};
  if (cvar.scope == MPI_T_SCOPE_CONSTANT) return {MPI_T_ERR_CVAR_SET_NEVER};
  if (cvar.scope == MPI_T_SCOPE_READONLY) {
    return {MPI_T_ERR_CVAR_SET_NEVER, MPI_T_ERR_CVAR_SET_NOT_NOW};
  }
  return {MPI_SUCCESS, MPI_T_ERR_CVAR_SET_NEVER, MPI_T_ERR_CVAR_SET_NOT_NOW};
}

Clause clause_of_write(const CaseState& state, const CvarUse& use) {
  const int scope = info_of(state, use).scope;
  if (state.cvar_never.count(use.place) != 0) return clause::cvar_write_never_is_final;
  if (scope == MPI_T_SCOPE_CONSTANT) return clause::cvar_write_constant_refused;
  if (scope == MPI_T_SCOPE_READONLY) return clause::cvar_write_readonly_refused;
  return clause::cvar_write_not_now;
}

}  // namespace

void free_cvar_handle(CaseState& state, CvarUse& use) {
  const CvarInfo& cvar = info_of(state, use);
  const int code = on::MPI_T_cvar_handle_free(&use.real);
  const MPI_T_cvar_handle freed = use.real;
  state.cvars.remove_if([&](const CvarUse& other) { return &other == &use; });
  state.judge.code(clause::cvar_handle_free_nulls, cvar, code, {MPI_SUCCESS});
  state.judge.output(clause::cvar_handle_free_nulls, cvar,
                     is_null_handle(freed, MPI_T_CVAR_HANDLE_NULL, "MPI_T_CVAR_HANDLE_NULL"));
}

namespace commands {

bool cvar_alloc(CaseState& state, const Command& command) {
  const int* const place = pick(state.choice.cvars, command.a);
  if (place == nullptr || state.cvars.size() >= most_handles || state.inits == 0) return false;
  CvarUse use{*place, -1, MPI_T_CVAR_HANDLE_NULL};
  const CvarInfo& cvar = info_of(state, use);
  const auto object = state.object(cvar.bind, command.b % 2);
  if (!object) return false;
  const int code = on::MPI_T_cvar_handle_alloc(cvar.index, *object, &use.real, &use.count);
  if (is_no_room(code)) return true;
  state.judge.code(clause::cvar_handle_count, cvar, code, {MPI_SUCCESS});
  state.judge.check(clause::cvar_handle_count, cvar, is_count(use.count));
  state.cvars.push_back(use);
  return true;
}

bool cvar_free(CaseState& state, const Command& command) {
  CvarUse* const use = pick(state.cvars, command.a);
  if (use == nullptr) return false;
  free_cvar_handle(state, *use);
  return true;
}

bool cvar_read(CaseState& state, const Command& command) {
  const CvarUse* const use = pick(state.cvars, command.a);
  if (use == nullptr) return false;
  const auto value = read(state, *use);
  const CvarInfo& cvar = info_of(state, *use);
  if (cvar.scope != MPI_T_SCOPE_CONSTANT || !cvar.bound_to_nothing()) return true;
  const auto first = state.constants.try_emplace(use->place, *value).first;
  state.judge.output(clause::cvar_constant_value_fixed, cvar, is_value(*value, first->second));
  return true;
}

bool cvar_write_back(CaseState& state, const Command& command) {
  if (!on::MPI_T_cvar_write.present()) return false;
  const CvarUse* const use = pick(state.cvars, command.a);
  if (use == nullptr) return false;
  const auto value = read(state, *use);
  const CvarInfo& cvar = info_of(state, *use);
  const bool steady = is_steady(*use, *value);
  const int code = on::MPI_T_cvar_write(use->real, value->data());
  state.judge.refusal(clause_of_write(state, *use), cvar, code, codes_of_write(state, *use));
  if (code == MPI_T_ERR_CVAR_SET_NEVER) state.cvar_never[use->place] = 1;
  const auto after = read(state, *use);
  if (code != MPI_SUCCESS || !steady) return true;
  state.judge.output(clause::cvar_write_takes_effect, cvar, is_value(*after, *value));
  return true;
}

}  // namespace commands
}  // namespace mpitcheck::properties
