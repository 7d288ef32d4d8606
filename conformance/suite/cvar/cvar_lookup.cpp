// SPDX-License-Identifier: BSD-3-Clause
// Finding a control variable by its name.
#include <set>
#include <string>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/lookups.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

MPITCHECK_TEST("cvar.lookup.round-trip", "Looking up the name of a cvar returns its index.",
               cites(clause::cvar_get_index_roundtrip), needs::each_phase) {
  for (const CvarInfo& cvar : with_own_names(read_cvars())) {
    int index = -4711;
    const int code = call::MPI_T_cvar_get_index(cvar.name.c_str(), &index);
    if (t.check_code(clause::cvar_get_index_roundtrip, cvar, code, {MPI_SUCCESS})) {
      t.check(clause::cvar_get_index_roundtrip, cvar,
              equals("cvar_index", index, cvar.index).as_in("MPI_T_cvar_get_info", "cvar_index"));
    }
  }
}

MPITCHECK_TEST("cvar.lookup.unknown",
               "The look-up of a name that no cvar has is refused as invalid.",
               cites(clause::cvar_get_index_unknown), needs::each_phase) {
  std::set<std::string> names;
  for (const CvarInfo& cvar : read_cvars()) names.insert(cvar.name);
  const std::string random = join("no_such_cvar_", t.context().seed);
  for (const std::string& name :
       {random, std::string(), std::string("%s%n"), std::string(5000, 'x')}) {
    if (names.contains(name)) continue;
    int index = -4711;
    t.check_code(clause::cvar_get_index_unknown,
                 [&] { return name.size() > 40 ? "a name of 5000 characters" : in_quotes(name); },
                 call::MPI_T_cvar_get_index(name.c_str(), &index), {MPI_T_ERR_INVALID_NAME});
  }
}

}  // namespace mpitcheck
