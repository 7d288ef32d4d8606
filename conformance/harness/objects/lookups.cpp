// SPDX-License-Identifier: BSD-3-Clause
// Names and their look-up.
#include "conformance/harness/objects/lookups.hpp"

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/variables.hpp"

namespace mpitcheck {

std::vector<NamedEntry> named_entries() {
  std::vector<NamedEntry> entries;
  for (const CvarInfo& cvar : with_own_names(read_cvars())) {
    entries.push_back({"cvar",
                       cvar.label(),
                       cvar.name,
                       cvar.index,
                       {"MPI_T_cvar_get_info", "cvar_index"},
                       0,
                       [](int, const char* name, int* index) {
                         return call::MPI_T_cvar_get_index(name, index);
                       }});
  }
  for (const PvarInfo& pvar : with_own_names(read_pvars())) {
    entries.push_back({"pvar of " + constant_name("pvar_class", pvar.var_class),
                       pvar.label(),
                       pvar.name,
                       pvar.index,
                       {"MPI_T_pvar_get_info", "pvar_index"},
                       pvar.var_class,
                       [](int var_class, const char* name, int* index) {
                         return call::MPI_T_pvar_get_index(name, var_class, index);
                       }});
  }
  for (const CategoryInfo& category : with_own_names(read_categories())) {
    entries.push_back({"category",
                       category.label(),
                       category.name,
                       category.index,
                       {"MPI_T_category_get_info", "cat_index"},
                       0,
                       [](int, const char* name, int* index) {
                         return call::MPI_T_category_get_index(name, index);
                       }});
  }
  for (const EventInfo& event : with_own_names(read_events())) {
    entries.push_back({"event",
                       event.label(),
                       event.name,
                       event.index,
                       {"MPI_T_event_get_info", "event_index"},
                       0,
                       [](int, const char* name, int* index) {
                         return call::MPI_T_event_get_index(name, index);
                       }});
  }
  return entries;
}

}  // namespace mpitcheck
