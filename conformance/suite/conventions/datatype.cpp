// SPDX-License-Identifier: BSD-3-Clause
// Datatypes that variables report.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

// In some mpi.h handles are not constant expressions.
const std::array<MPI_Datatype, 7>& table_of_3_0() {
  static const std::array<MPI_Datatype, 7> table{
      MPI_INT,   MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG,
      MPI_COUNT, MPI_CHAR,     MPI_DOUBLE};
  return table;
}

const std::array<MPI_Datatype, 4>& added_by_4_0() {
  static const std::array<MPI_Datatype, 4> table{MPI_INT32_T, MPI_INT64_T, MPI_UINT32_T,
                                                 MPI_UINT64_T};
  return table;
}

std::vector<MPI_Datatype> allowed_datatypes(const Test& t) {
  std::vector<MPI_Datatype> allowed(table_of_3_0().begin(), table_of_3_0().end());
  if (applies(data(clause::datatype_fixed_width_added), t.context().library_version)) {
    allowed.insert(allowed.end(), added_by_4_0().begin(), added_by_4_0().end());
  }
  return allowed;
}

bool is_allowed(const Test& t, MPI_Datatype datatype) {
  return std::ranges::count(allowed_datatypes(t), datatype) > 0;
}

MPI_Datatype asked_again(const CvarInfo& cvar) {
  return read_cvar(cvar.index).value_or(cvar).datatype;
}
MPI_Datatype asked_again(const PvarInfo& pvar) {
  return read_pvar(pvar.index).value_or(pvar).datatype;
}

template <class Look>
void each_variable(const Look& look) {
  for (const CvarInfo& cvar : read_cvars()) look(cvar);
  for (const PvarInfo& pvar : read_pvars()) look(pvar);
}

}  // namespace

MPITCHECK_TEST("datatype.info.allowed-set", "Variables have only the datatypes of the table.",
               cites(clause::datatype_allowed_set), needs::each_phase) {
  const std::vector<MPI_Datatype> allowed = allowed_datatypes(t);
  each_variable([&](const auto& variable) {
    t.check(clause::datatype_allowed_set, variable,
            is_among("datatype", variable.datatype, allowed, datatype_name));
  });
}

MPITCHECK_TEST("datatype.info.usable-before-init",
               "A datatype of the table has the same handle before and after MPI_Init.",
               cites(clause::datatype_usable_before_mpi_init), needs::tool) {
  std::map<std::string, MPI_Datatype> before;
  each_variable([&](const auto& variable) { before[variable.label()] = variable.datatype; });
  if (before.empty()) t.missing("a variable that is known before MPI_Init");
  t.lifecycle().mpi_init();
  Progress::instance().phase("after MPI_Init");
  each_variable([&](const auto& variable) {
    const auto early = before.find(variable.label());
    if (early == before.end() || !is_allowed(t, variable.datatype)) return;
    int size = 0;
    MPI_Type_size(variable.datatype, &size);
    constexpr Clause rule = clause::datatype_usable_before_mpi_init;
    if (early->second != variable.datatype) {
      const MPI_Datatype now = asked_again(variable);  // the last answer then shows it
      const MPI_Datatype seen = now != early->second ? now : variable.datatype;
      t.check(rule, variable, is_datatype("datatype", seen, early->second).as_before());
      return;
    }
    const auto subject = [&] {
      return join(datatype_name(variable.datatype), ", as of its C type, of ", variable.label());
    };
    t.check(rule, subject,
            equals("size", size, static_cast<long long>(datatype_size(early->second)))
                .of("MPI_Type_size"));
  });
}

}  // namespace mpitcheck
