// SPDX-License-Identifier: BSD-3-Clause
// Look-ups of variables by known and unknown names.
#include <algorithm>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/lookups.hpp"
#include "properties/commands/texts.hpp"
#include "properties/oracle/words.hpp"

namespace mpitcheck::properties {

namespace {

/// The name with one error.
std::string spoilt(std::string name, unsigned how) {
  switch (name.empty() ? 0 : how % 4) {
    case 0:
      return name + "x";
    case 1:
      name.pop_back();
      return name;
    case 2:
      name.front() = name.front() == 'Z' ? 'z' : 'Z';
      return name;
    default:
      return {};
  }
}

template <class Infos>
bool has_name(const Infos& infos, const std::string& name) {
  return std::any_of(infos.begin(), infos.end(),
                     [&](const auto& info) { return info.name == name; });
}

// Whether a listed variable cannot be queried any more. It became inactive in MPI_Init, and the
// result of its look-up is undefined (A16).
bool is_inactive_cvar(int index) {
  const Aside aside;
  return on::MPI_T_cvar_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                 nullptr, nullptr, nullptr) != MPI_SUCCESS;
}

bool is_inactive_pvar(int index) {
  const Aside aside;
  return on::MPI_T_pvar_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                 nullptr, nullptr, nullptr, nullptr, nullptr,
                                 nullptr) != MPI_SUCCESS;
}

/// A class in which no pvar of that name is known; nothing if there is none.
std::optional<int> other_class(const CaseState& state, const std::string& name) {
  for (const NamedConstant& constant : defined_constants()) {
    if (constant.kind != "pvar_class") continue;
    const bool taken = std::any_of(state.survey.pvars.begin(), state.survey.pvars.end(),
                                   [&](const PvarInfo& pvar) {
                                     return pvar.name == name && pvar.var_class == constant.value;
                                   });
    if (!taken) return constant.value;
  }
  return std::nullopt;
}

void check_found(const CaseState& state, Clause clause, const std::string& owner, int code,
                 int found, int index) {
  state.judge.code(clause, owner, code, {MPI_SUCCESS});
  if (code != MPI_SUCCESS) return;
  state.judge.output(clause, owner, is_index(found, index));
}

}  // namespace

namespace commands {

bool cvar_index(CaseState& state, const Command& command) {
  const CvarInfo* const cvar = pick(state.survey.cvars, command.a);
  if (cvar == nullptr || !on::MPI_T_cvar_get_index.present()) return false;
  if (!has_own_name(state.survey.cvars, *cvar)) return false;
  int index = unset;
  const int code = on::MPI_T_cvar_get_index(cvar->name.c_str(), &index);
  if (code == MPI_T_ERR_INVALID_NAME && state.around.growing && is_inactive_cvar(cvar->index)) {
    return true;
  }
  check_found(state, clause::cvar_get_index_roundtrip, cvar->label(), code, index, cvar->index);
  return true;
}

bool cvar_unknown(CaseState& state, const Command& command) {
  const CvarInfo* const cvar = pick(state.survey.cvars, command.a);
  if (cvar == nullptr || !on::MPI_T_cvar_get_index.present()) return false;
  const std::string name = spoilt(cvar->name, command.b);
  if (has_name(state.survey.cvars, name)) return false;
  int index = unset;
  state.judge.refusal(clause::cvar_get_index_unknown, in_quotes(name),
                      on::MPI_T_cvar_get_index(name.c_str(), &index), {MPI_T_ERR_INVALID_NAME});
  return true;
}

bool pvar_index(CaseState& state, const Command& command) {
  const PvarInfo* const pvar = pick(state.survey.pvars, command.a);
  if (pvar == nullptr || !on::MPI_T_pvar_get_index.present()) return false;
  if (!has_own_name(state.survey.pvars, *pvar)) return false;
  int index = unset;
  const int code = on::MPI_T_pvar_get_index(pvar->name.c_str(), pvar->var_class, &index);
  if (code == MPI_T_ERR_INVALID_NAME && state.around.growing && is_inactive_pvar(pvar->index)) {
    return true;
  }
  check_found(state, clause::pvar_get_index_roundtrip, pvar->label(), code, index, pvar->index);
  return true;
}

bool pvar_unknown(CaseState& state, const Command& command) {
  const PvarInfo* const pvar = pick(state.survey.pvars, command.a);
  if (pvar == nullptr || !on::MPI_T_pvar_get_index.present()) return false;
  const bool by_class = command.b % 5 == 4;
  const std::string name = by_class ? pvar->name : spoilt(pvar->name, command.b);
  const auto var_class = by_class ? other_class(state, name) : pvar->var_class;
  if (!var_class || (!by_class && has_name(state.survey.pvars, name))) return false;
  int index = unset;
  state.judge.refusal(
      clause::pvar_get_index_unknown,
      [&] { return join(in_quotes(name), " of ", constant_name("pvar_class", *var_class)); },
      on::MPI_T_pvar_get_index(name.c_str(), *var_class, &index), {MPI_T_ERR_INVALID_NAME});
  return true;
}

}  // namespace commands
}  // namespace mpitcheck::properties
