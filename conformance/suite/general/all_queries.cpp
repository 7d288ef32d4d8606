// SPDX-License-Identifier: BSD-3-Clause
#include "conformance/suite/general/all_queries.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/kinds.hpp"
#include "conformance/harness/objects/lookups.hpp"
#include "conformance/harness/objects/members.hpp"
#include "conformance/harness/objects/sources.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/objects/whole_event.hpp"
#include "conformance/harness/objects/whole_source.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/mpi_code.hpp"

namespace mpitcheck {
namespace {

// Other rules cover a refusal with another code.
void check_index(Test& t, Clause rule, const std::string& subject, int code) {
  t.examined(rule, 1);
  if (code == MPI_T_ERR_INVALID_INDEX) t.check_code(rule, subject, code, {MPI_SUCCESS});
}

void check_events(Test& t) {
  const int events = call::MPI_T_event_get_num.present() ? event_num() : 0;
  for (int i = 0; i < events; ++i) {
    check_index(t, clause::event_index_dense, join("event ", i), query_event(i));
  }
  const int sources = call::MPI_T_source_get_num.present() ? source_num() : 0;
  for (int i = 0; i < sources; ++i) {
    SourceInfo source{};
    check_index(t, clause::source_index_dense, join("source ", i), query_source(i, source));
  }
}

// These calls are not recorded, because the tests of the rule charge an info object that ends the
// process.
void check_hints(Test& t, Clause rule, const std::string& subject, int code, MPI_Info info) {
  if (!t.check_code(rule, subject, code, {MPI_SUCCESS}) || info == MPI_INFO_NULL) return;  // E7
  int keys = -1;
  const int counted = MPI_Info_get_nkeys(info, &keys);
  if (!t.check(rule, subject, mpi_succeeds("MPI_Info_get_nkeys", counted))) return;
  t.check(rule, subject, at_least("nkeys", keys, 0).of("MPI_Info_get_nkeys"));
  t.check(rule, subject, mpi_succeeds("MPI_Info_free", MPI_Info_free(&info)));
}

// Only while MPI is initialized: older versions of MPI do not allow functions of info objects
// before and after.
void check_info_objects(Test& t) {
  if (!t.lifecycle().mpi_is_up()) return;
  for (const EventInfo& event : read_events()) {
    const WholeEvent whole(event.index);
    check_hints(t, clause::event_info_object, event.label(), whole.code, whole.info);
  }
  const int sources = call::MPI_T_source_get_num.present() ? source_num() : 0;
  for (int i = 0; i < sources; ++i) {
    const WholeSource whole(i, InfoOutput::asked_for);
    if (whole.code == MPI_T_ERR_INVALID_INDEX) continue;  // see source-index-dense
    check_hints(t, clause::source_info_object, join("source ", i), whole.code, whole.info);
  }
}

// The enumerations of variables, each with the label of one variable.
std::map<MPI_T_enum, std::string> enumerations() {
  std::map<MPI_T_enum, std::string> all;
  const auto add = [&all](const auto& variable) {
    if (variable.datatype != MPI_INT || variable.enumtype == MPI_T_ENUM_NULL) return;
    all.emplace(variable.enumtype, "the enumeration of " + variable.label());
  };
  std::ranges::for_each(read_cvars(), add);
  std::ranges::for_each(read_pvars(), add);
  return all;
}

void check_enumerations(Test& t) {
  for (const auto& [handle, label] : enumerations()) {
    int items = -1;
    constexpr Clause of_count = clause::enum_item_count_positive;
    if (!t.check_code(of_count, label, query_enum(handle, &items), {MPI_SUCCESS})) continue;
    if (!t.check(of_count, label, at_least("num", items, 1))) continue;
    for (int i = 0; i < items; ++i) {
      int value = 0;
      t.check_code(clause::enum_item_access, join("item ", i, " of ", label),
                   query_enum_item(handle, i, &value), {MPI_SUCCESS});
    }
  }
}

// The index of a member must be below the highest number of its kind. Other rules forbid that
// numbers decrease.
void check_members(Test& t, HighestNumbers& highest) {
  for (const CategoryInfo& category : read_categories()) {
    for (const MemberKind& kind : member_kinds()) {
      const auto subject = [&] { return join(kind.name, " of ", category.label()); };
      const Clause of_count =
          kind.name == "events" ? clause::category_num_events : clause::category_info_counts;
      int count = -1;
      if (!t.check_code(of_count, subject, kind.ask(category, &count), {MPI_SUCCESS})) continue;
      const MemberRead read(kind, category, std::max(count, 0));
      if (!t.check_code(of_count, subject, read.code, {MPI_SUCCESS})) continue;
      if (!t.check(of_count, subject, read.has(count).as_in(kind.counted))) continue;
      const std::string getter = join("MPI_T_category_get_", kind.name);
      int& total = highest[kind.name];
      if (!read.entries.empty()) total = std::max(total, kind.total());
      for (std::size_t i = 0; total > 0 && i < read.entries.size(); ++i) {
        const std::string entry = join("indices[", i, "]");
        const int index = read.entries[i];
        constexpr Clause usable = clause::category_members_usable;
        if (!t.check(usable, subject, at_least(entry, index, 0).of(getter)) ||
            !t.check(usable, subject, below(entry, index, total).of(getter).as_in(kind.listed))) {
          break;
        }
      }
    }
  }
}

Clause rule_of_look_up(const NamedEntry& entry) {
  if (entry.kind == "cvar") return clause::cvar_get_index_roundtrip;
  if (entry.kind == "category") return clause::category_get_index_roundtrip;
  if (entry.kind == "event") return clause::event_get_index_roundtrip;
  return clause::pvar_get_index_roundtrip;
}

void check_look_up(Test& t, const NamedEntry& entry) {
  int index = -1;
  try {
    const Clause rule = rule_of_look_up(entry);
    const int code = entry.find(entry.name.c_str(), &index);
    if (code != MPI_SUCCESS && code != MPI_T_ERR_INVALID_NAME) return;  // other rules
    if (!t.check_code(rule, entry, code, {MPI_SUCCESS})) return;
    t.check(rule, entry, equals(entry.listed.output, index, entry.index).as_in(entry.listed));
  } catch (const NotCalled&) {  // MPI 3.0 has no look-up
  }
}

void check_look_ups(Test& t) {
  std::map<std::string, std::vector<NamedEntry>> by_kind;
  for (const NamedEntry& entry : named_entries()) by_kind[entry.kind].push_back(entry);
  for (const auto& [kind, entries] : by_kind) {
    for (const NamedEntry& entry : evenly_spread(entries, most_of_a_kind)) check_look_up(t, entry);
  }
}

}  // namespace

void check_all_queries(Test& t, HighestNumbers& highest) {
  const auto unless_quarantined = [](const auto& check) {
    value_unless_quarantined([&] {
      check();
      return true;
    });
  };
  unless_quarantined([&] { check_events(t); });
  unless_quarantined([&] { check_info_objects(t); });
  unless_quarantined([&] { check_enumerations(t); });
  unless_quarantined([&] { check_members(t, highest); });
  unless_quarantined([&] { check_look_ups(t); });
}

}  // namespace mpitcheck
