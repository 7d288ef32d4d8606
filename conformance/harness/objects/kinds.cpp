// SPDX-License-Identifier: BSD-3-Clause
// Spreading a choice, and the kinds of variables.
#include "conformance/harness/objects/kinds.hpp"

#include <algorithm>

#include "conformance/harness/facts/cannot_go_on.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/pvars.hpp"

namespace mpitcheck {
namespace {

template <class Variable>
std::vector<std::string> common_kinds(const Variable& variable, int count) {
  std::vector<std::string> kinds{datatype_name(variable.datatype),
                                 constant_name("binding", variable.bind)};
  if (variable.datatype == MPI_INT && variable.enumtype != MPI_T_ENUM_NULL) {
    kinds.emplace_back("enumerated");
  }
  if (variable.datatype != MPI_CHAR && count > 1) kinds.emplace_back("several elements");
  return kinds;
}

int elements_of(const CvarInfo& cvar) {
  const CvarHandle handle(cvar);
  return handle.is_open() ? handle.count() : 0;
}

int elements_of(const PvarInfo& pvar) {
  const PvarSession session;
  return PvarHandle(session, pvar).count();
}

// A library may have no room for the handle.
template <class Variable>
int elements_or_none(const Variable& variable) {
  try {
    return elements_of(variable);
  } catch (const CannotGoOn&) {
    return 0;
  }
}

}  // namespace

std::vector<int> evenly_spread(int number, int most) {
  std::vector<int> indices;
  const int step = std::max(1, (number - 1) / (most - 1));
  for (int i = 0; i < number - 1; i += step) indices.push_back(i);
  if (number > 0) indices.push_back(number - 1);
  return indices;
}

std::vector<std::string> kinds_of(const CvarInfo& cvar) {
  std::vector<std::string> kinds = common_kinds(cvar, elements_or_none(cvar));
  kinds.push_back(constant_name("scope", cvar.scope));
  return kinds;
}

std::vector<std::string> kinds_of(const PvarInfo& pvar) {
  std::vector<std::string> kinds = common_kinds(pvar, elements_or_none(pvar));
  kinds.push_back(constant_name("pvar_class", pvar.var_class));
  kinds.push_back(join("readonly ", pvar.readonly));
  kinds.push_back(join("continuous ", pvar.continuous));
  kinds.push_back(join("atomic ", pvar.atomic));
  return kinds;
}

}  // namespace mpitcheck
