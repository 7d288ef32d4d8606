// SPDX-License-Identifier: BSD-3-Clause
// Queries of everything, in each order in which MPI and the interface can come up, and after the
// interface was finalized and initialized again. Which objects there are, and at which indices, may
// differ between initializations (A6).
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/kinds.hpp"
#include "conformance/harness/objects/lookups.hpp"
#include "conformance/harness/objects/members.hpp"
#include "conformance/harness/objects/metadata.hpp"
#include "conformance/harness/objects/sources.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/objects/whole_event.hpp"
#include "conformance/harness/objects/whole_source.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/test/repertoire.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/mpi_code.hpp"

namespace mpitcheck {
namespace {

constexpr Clause same = clause::init_order_same_metadata;
constexpr int enough = 300;  // objects of a kind

// --- Orders

// T: MPI_T_init_thread, t: MPI_T_finalize, I: MPI_Init, U: use of MPI, F: MPI_Finalize.
struct Order {
  std::string_view steps;
  Clause rule;  // to which a death in the last steps is charged
};
constexpr Order orders[] = {{"T", clause::general_before_mpi_init},
                            {"TIU", clause::init_stays_up_while_unbalanced},
                            {"TIUF", clause::general_after_mpi_finalize},
                            {"IT", clause::init_stays_up_while_unbalanced},
                            {"ITU", clause::init_stays_up_while_unbalanced},
                            {"ITUF", clause::general_after_mpi_finalize},
                            {"TtITF", clause::init_reinitialization},
                            {"TItTF", clause::init_reinitialization},
                            {"TtTIF", clause::init_reinitialization},
                            {"ITtTF", clause::init_reinitialization},
                            {"IFT", clause::general_after_mpi_finalize},
                            {"TItFT", clause::init_reinitialization}};

std::string name_of(char step) {
  switch (step) {
    case 'T':
      return "T_init";
    case 't':
      return "T_finalize";
    case 'I':
      return "Init";
    case 'U':
      return "use of MPI";
    default:
      return "Finalize";
  }
}

std::string name_of(std::string_view steps) {
  std::string name;
  for (const char step : steps) name += join(name.empty() ? "" : ", ", name_of(step));
  return name;
}

void take(Test& t, char step) {
  switch (step) {
    case 'T':
      t.lifecycle().tool_init();
      return;
    case 't':
      t.lifecycle().tool_finalize();
      return;
    case 'I':
      return t.lifecycle().mpi_init();
    case 'U':
      return use_all_parts();
    default:
      t.lifecycle().mpi_finalize();
  }
}

/// Takes the steps in a forked child, and calls `look(initialization, is_new)` after each at whose
/// end the interface is up; `is_new`: it came up in this step.
void walk(Test& t, const Order& order, FunctionRef<void(int, bool)> look) {
  const std::string_view steps = order.steps;
  isolated_sequence(t, order.rule, name_of(steps), [&] {
    int initialization = 0;
    bool is_up = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      take(t, steps[i]);
      t.enter_phase(join("after ", name_of(steps.substr(0, i + 1))));
      if (steps[i] == 'T') ++initialization;
      is_up = steps[i] == 'T' || (is_up && steps[i] != 't');
      if (is_up) look(initialization, steps[i] == 'T');
    }
  });
}

std::size_t deaths(const Test& t) {
  const auto charged = std::ranges::count_if(t.offences(), &Offence::crash);
  return static_cast<std::size_t>(charged) + t.lost().size();
}

/// Calls `walk_along(order)` for each order. An order that begins with one in which the process
/// died is skipped, because the process would die there again.
void walk_each(const Test& t, FunctionRef<void(const Order&)> walk_along) {
  std::vector<std::string_view> deadly;
  for (const Order& order : orders) {
    const auto begins_with = [&](std::string_view steps) { return order.steps.starts_with(steps); };
    if (std::ranges::any_of(deadly, begins_with)) continue;
    const std::size_t before = deaths(t);
    walk_along(order);
    if (deaths(t) > before) deadly.push_back(order.steps);
  }
}

// --- Every query is answered

// A refusal with another code than that of a bad index is a matter of other rules.
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

// These uses are not recorded: an object that ends the process is charged by the tests of that
// rule, and not as the end of a sequence.
void check_hints(Test& t, Clause rule, const std::string& subject, int code, MPI_Info info) {
  if (!t.check_code(rule, subject, code, {MPI_SUCCESS}) || info == MPI_INFO_NULL) return;  // E7
  int keys = -1;
  const int counted = MPI_Info_get_nkeys(info, &keys);
  if (!t.check(rule, subject, mpi_succeeds("MPI_Info_get_nkeys", counted))) return;
  t.check(rule, subject, at_least("nkeys", keys, 0).of("MPI_Info_get_nkeys"));
  t.check(rule, subject, mpi_succeeds("MPI_Info_free", MPI_Info_free(&info)));
}

// While MPI is up: then functions of info objects can be called in each version of MPI.
void check_info_objects(Test& t) {
  if (!t.lifecycle().mpi_is_up()) return;
  for (const EventInfo& event : read_events()) {
    const WholeEvent whole(event.index);
    check_hints(t, clause::event_info_object, event.label(), whole.code, whole.info);
  }
  const int sources = call::MPI_T_source_get_num.present() ? source_num() : 0;
  for (int i = 0; i < sources; ++i) {
    const WholeSource whole(i, InfoOutput::asked_for);
    if (whole.code == MPI_T_ERR_INVALID_INDEX) continue;  // of source-index-dense
    check_hints(t, clause::source_info_object, join("source ", i), whole.code, whole.info);
  }
}

// The enumerations of variables, each with the label of one that has it.
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

// The highest number of each kind of members that there was.
using HighestNumbers = std::map<std::string_view, int>;

// A member is in order below the highest number of its kind: other rules forbid that numbers fall.
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
    if (code != MPI_SUCCESS && code != MPI_T_ERR_INVALID_NAME) return;  // of other rules
    if (!t.check_code(rule, entry, code, {MPI_SUCCESS})) return;
    t.check(rule, entry, equals(entry.listed.output, index, entry.index).as_in(entry.listed));
  } catch (const NotCalled&) {  // MPI 3.0 has no look-up
  }
}

void check_look_ups(Test& t) {
  std::map<std::string, std::vector<NamedEntry>> by_kind;
  for (const NamedEntry& entry : named_entries()) by_kind[entry.kind].push_back(entry);
  for (const auto& [kind, entries] : by_kind) {
    for (const NamedEntry& entry : evenly_spread(entries, enough)) check_look_up(t, entry);
  }
}

void check_answers(Test& t, HighestNumbers& highest) {
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

// --- And again the same

// The rules of one initialization: that an object keeps its index, and what is said of it.
struct Rules {
  std::string_view kind;
  Clause of_index;
  std::optional<Clause> of_outputs;  // nothing: the text promises nothing
};
constexpr Rules rules_of_one[] = {
    {"cvar", clause::cvar_index_stable, clause::cvar_info_immutable},
    {"pvar", clause::pvar_num_may_only_grow, clause::pvar_info_immutable},
    {"category", clause::category_num_may_only_grow, std::nullopt},
    {"event", clause::event_index_stable, clause::event_info_repeatable},
    {"source", clause::source_index_stable, clause::source_ordering_value}};

// Of the text of an enumeration: how many items it has.
std::string_view first_word(std::string_view text) { return text.substr(0, text.find(' ')); }

std::string function_of(const Metadata& it, const QueryOutput& output) {
  return output.name == items_output ? "MPI_T_enum_get_item" : it.function();
}

/// Checks each output of `is` by the rule that `rule_of(output)` has for it, if any.
template <class RuleOf>
void check_outputs(Test& t, const Metadata& was, const Metadata& is, const RuleOf& rule_of) {
  for (std::size_t i = 0; i < std::min(was.outputs.size(), is.outputs.size()); ++i) {
    const QueryOutput &before = was.outputs[i], &now = is.outputs[i];
    const std::optional<Clause> rule = rule_of(now);
    if (!rule) continue;
    if (now.value == before.value) {
      t.examined(*rule, 1);
      continue;
    }
    t.check(*rule, is,
            in_words(now.name, false, before.value, now.value)
                .of(function_of(is, now), is.index)
                .as_before());
  }
}

// Objects by kind and index, as they were first seen in an initialization.
using FirstSeen = std::map<std::pair<std::string, int>, Metadata>;

void check_same_as_first(Test& t, FirstSeen& seen) {
  for (Metadata& now : all_metadata(enough)) {
    const auto [first, is_new] = seen.try_emplace({now.kind, now.index}, now);
    if (is_new) continue;
    const Metadata& was = first->second;
    const Rules& rules = *std::ranges::find(rules_of_one, now.kind, &Rules::kind);
    if (now.name != was.name) {
      const auto name = in_words("name", false, was.name, now.name);
      t.check(rules.of_index, now, name.of(now.function(), now.index).as_before());
      continue;
    }
    t.examined(rules.of_index, 1);
    check_outputs(t, was, now, [&](const QueryOutput& output) {
      if (output.name != items_output) return rules.of_outputs;
      // How many there are is a matter of other rules.
      const auto& before = *std::ranges::find(was.outputs, items_output, &QueryOutput::name);
      const bool is_comparable = first_word(before.value) == first_word(output.value);
      return is_comparable ? std::optional(clause::enum_item_access) : std::nullopt;
    });
  }
}

// --- And in other orders the same

// The metadata that a tool sees once MPI is up, if it initialized before MPI.
std::vector<Metadata> metadata_of_tool_first(Test& t) {
  const ChildResult child = in_child([&](int out) {
    t.lifecycle().tool_init();
    t.lifecycle().mpi_init();
    write_all(out, written(all_metadata()));
  });
  return child.signal == 0 && child.exit_code == 0 ? read_back(child.output)
                                                   : std::vector<Metadata>{};
}

using ByKey = std::map<std::string, Metadata>;

ByKey by_key(const std::vector<Metadata>& all) {
  ByKey objects;
  std::set<std::string> shared;
  for (const Metadata& it : all) {
    if (!objects.emplace(it.key(), it).second) shared.insert(it.key());
  }
  for (const std::string& key : shared) objects.erase(key);
  return objects;
}

void compare(Test& t, const ByKey& first, const ByKey& now) {
  std::size_t common = 0;
  for (const auto& [key, is] : now) {
    const auto found = first.find(key);
    if (found == first.end()) continue;
    ++common;
    check_outputs(t, found->second, is, [](const QueryOutput&) { return std::optional(same); });
  }
  if (!t.lifecycle().mpi_is_up()) return;
  t.behaviour(same, join("not shown ", t.phase()), join(first.size() - common, " objects"));
  t.behaviour(same, join("shown only ", t.phase()), join(now.size() - common, " objects"));
}

}  // namespace

MPITCHECK_TEST(
    "init.order.answers",
    "In each order of MPI_Init and MPI_T_init_thread every query is answered, and the same until "
    "the interface is finalized.",
    cites(clause::event_index_dense, clause::source_index_dense, clause::event_info_object,
          clause::source_info_object, clause::enum_item_count_positive, clause::enum_item_access,
          clause::category_info_counts, clause::category_num_events,
          clause::category_members_usable, clause::cvar_get_index_roundtrip,
          clause::pvar_get_index_roundtrip, clause::category_get_index_roundtrip,
          clause::event_get_index_roundtrip, clause::cvar_index_stable, clause::cvar_info_immutable,
          clause::pvar_num_may_only_grow, clause::pvar_info_immutable,
          clause::category_num_may_only_grow, clause::event_index_stable,
          clause::event_info_repeatable, clause::source_index_stable, clause::source_ordering_value,
          clause::init_reinitialization, clause::init_stays_up_while_unbalanced,
          clause::general_before_mpi_init, clause::general_after_mpi_finalize),
    needs::nothing) {
  walk_each(t, [&t](const Order& order) {
    std::map<int, FirstSeen> seen;  // by initialization
    HighestNumbers highest;
    walk(t, order, [&](int initialization, bool is_new) {
      if (is_new) check_answers(t, highest);
      check_same_as_first(t, seen[initialization]);
    });
  });
}

MPITCHECK_TEST("init.order.same-metadata",
               "What a query returns of an object does not depend on the order of MPI_Init and "
               "MPI_T_init_thread, nor on former initializations.",
               cites(same, clause::init_reinitialization, clause::init_stays_up_while_unbalanced,
                     clause::general_before_mpi_init, clause::general_after_mpi_finalize),
               needs::nothing) {
  const ByKey first = by_key(metadata_of_tool_first(t));
  if (first.empty()) return t.missing("an object that can be queried after MPI_Init");
  walk_each(t, [&](const Order& order) {
    walk(t, order, [&](int, bool is_new) {
      if (is_new) compare(t, first, by_key(all_metadata()));
    });
  });
}

}  // namespace mpitcheck
