// SPDX-License-Identifier: BSD-3-Clause
// Queries of all objects in each order in which MPI and MPI_T can be initialized, and after MPI_T
// was finalized and initialized again. Objects and their indices may differ between initializations
// of MPI_T (A6).
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/metadata.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/test/repertoire.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/general/all_queries.hpp"

namespace mpitcheck {
namespace {

constexpr Clause same_metadata = clause::init_order_same_metadata;

// --- Orders

// T: MPI_T_init_thread, t: MPI_T_finalize, I: MPI_Init, U: use of MPI, F: MPI_Finalize.
struct Order {
  std::string_view steps;
  Clause rule;  // a crash in the last steps is charged to it
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

/// Takes the steps in a forked child. After each step that leaves MPI_T initialized, calls
/// `look(initialization, is_new)`. `is_new` means that this step initialized MPI_T.
void walk(Test& t, const Order& order, FunctionRef<void(int, bool)> look) {
  const std::string_view steps = order.steps;
  isolated_sequence(t, order.rule, name_of(steps), [&] {
    int initialization = 0;
    bool is_up = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      take(t, steps[i]);
      Progress::instance().phase(join("after ", name_of(steps.substr(0, i + 1))));
      if (steps[i] == 'T') ++initialization;
      is_up = steps[i] == 'T' || (is_up && steps[i] != 't');
      if (is_up) look(initialization, steps[i] == 'T');
    }
  });
}

std::size_t deaths(const Test& t) {
  const auto charged = std::ranges::count_if(t.outcome().offences, &Offence::crash);
  return static_cast<std::size_t>(charged) + t.outcome().lost.size();
}

/// Calls `walk_along(order)` for each order. If the process died in an order, longer orders that
/// begin with it are skipped, because the process would die again.
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

// --- The same results within one initialization

// The rules within one initialization: an object keeps its index and its properties.
struct Rules {
  std::string_view kind;
  Clause of_index;
  std::optional<Clause> of_outputs;  // none if the standard promises nothing
};
constexpr Rules rules_of_one[] = {
    {"cvar", clause::cvar_index_stable, clause::cvar_info_immutable},
    {"pvar", clause::pvar_num_may_only_grow, clause::pvar_info_immutable},
    {"category", clause::category_num_may_only_grow, std::nullopt},
    {"event", clause::event_index_stable, clause::event_info_repeatable},
    {"source", clause::source_index_stable, clause::source_ordering_value}};

// Returns the number of items from the text of an enumeration.
std::string_view first_word(std::string_view text) { return text.substr(0, text.find(' ')); }

std::string function_that_shows(const Metadata& it, const QueryOutput& output) {
  return output.name == items_output ? "MPI_T_enum_get_item" : it.function();
}

/// Checks each output of `is` against the rule that `rule_of(output)` returns, if any.
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
            is_in_words(now.name, now.value, before.value)
                .of(function_that_shows(is, now), is.index)
                .as_before());
  }
}

// Objects by kind and index, with their first metadata in an initialization.
using FirstSeen = std::map<std::pair<std::string, int>, Metadata>;

void check_same_as_first(Test& t, FirstSeen& seen) {
  for (Metadata& now : all_metadata(most_of_a_kind)) {
    const auto [first, is_new] = seen.try_emplace({now.kind, now.index}, now);
    if (is_new) continue;
    const Metadata& was = first->second;
    const Rules& rules = *std::ranges::find(rules_of_one, now.kind, &Rules::kind);
    if (now.name != was.name) {
      const auto name = is_in_words("name", now.name, was.name);
      t.check(rules.of_index, now, name.of(now.function(), now.index).as_before());
      continue;
    }
    t.examined(rules.of_index, 1);
    check_outputs(t, was, now, [&](const QueryOutput& output) {
      if (output.name != items_output) return rules.of_outputs;
      // Other rules cover the number of items.
      const auto& before = *std::ranges::find(was.outputs, items_output, &QueryOutput::name);
      const bool is_comparable = first_word(before.value) == first_word(output.value);
      return is_comparable ? std::optional(clause::enum_item_access) : std::nullopt;
    });
  }
}

// --- The same results in other orders

// The metadata after MPI_Init if MPI_T was initialized before MPI.
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
    check_outputs(t, found->second, is,
                  [](const QueryOutput&) { return std::optional(same_metadata); });
  }
  if (!t.lifecycle().mpi_is_up()) return;
  t.behaviour(same_metadata, join("not shown ", Progress::instance().phase()),
              join(first.size() - common, " objects"));
  t.behaviour(same_metadata, join("shown only ", Progress::instance().phase()),
              join(now.size() - common, " objects"));
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
      if (is_new) check_all_queries(t, highest);
      check_same_as_first(t, seen[initialization]);
    });
  });
}

MPITCHECK_TEST("init.order.same-metadata",
               "What a query returns of an object does not depend on the order of MPI_Init and "
               "MPI_T_init_thread, nor on former initializations.",
               cites(same_metadata, clause::init_reinitialization,
                     clause::init_stays_up_while_unbalanced, clause::general_before_mpi_init,
                     clause::general_after_mpi_finalize),
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
