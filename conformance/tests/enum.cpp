// SPDX-License-Identifier: BSD-3-Clause
// Enumerations: their names, items and item values.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/api.hpp"
#include "harness/names.hpp"
#include "harness/test.hpp"
#include "harness/variables.hpp"

namespace mpitcheck {
namespace {

// All enumerations that variables carry now; says what is missing if there is none.
std::vector<EnumInfo> enums_of(Test& t) {
  std::vector<EnumInfo> enums = read_enums();
  if (enums.empty()) t.missing("a variable with an enumeration");
  return enums;
}

std::optional<int> item_count(const EnumInfo& info) {
  int count = -1;
  int length = 0;
  if (call::MPI_T_enum_get_info(info.handle, &count, nullptr, &length) != MPI_SUCCESS) {
    return std::nullopt;
  }
  return count;
}

std::string number_text(const std::optional<int>& number) {
  return number ? std::to_string(*number) : std::string("a failing query");
}

// Two handles may denote one enumeration: they then agree in every item.
bool same_items(const EnumInfo& a, const EnumInfo& b) {
  return std::equal(
      a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
      [](const EnumItem& x, const EnumItem& y) { return x.name == y.name && x.value == y.value; });
}

std::string items_text(const EnumInfo& info) {
  std::string text;
  for (const EnumItem& item : info.items) {
    text += join(text.empty() ? "" : ", ", in_quotes(item.name), " = ", item.value);
  }
  return text.empty() ? "no items" : text;
}

}  // namespace

MPITCHECK_TEST("enum.items.count-is-fixed",
               "An enumeration has one item or more, and always the same number.",
               cites(clause::enum_item_count_positive), needs::each_phase) {
  for (const EnumInfo& info : enums_of(t)) {
    const std::optional<int> first = item_count(info);
    const std::optional<int> second = item_count(info);
    t.check(clause::enum_item_count_positive, info, first && *first >= 1 && first == second,
            "the same count >= 1 twice",
            [&] { return number_text(first) + ", then " + number_text(second); });
  }
}

MPITCHECK_TEST("enum.items.count-outlives-init",
               "The number of items does not change when MPI is initialized.",
               cites(clause::enum_item_count_positive), needs::tool) {
  const std::vector<EnumInfo> enums = enums_of(t);
  std::vector<std::optional<int>> before;
  for (const EnumInfo& info : enums) before.push_back(item_count(info));
  t.lifecycle().mpi_init();
  t.enter_phase("after MPI_Init");
  std::set<MPI_T_enum> live;
  for (const EnumInfo& info : read_enums()) live.insert(info.handle);
  for (std::size_t i = 0; i < enums.size(); ++i) {
    if (!live.contains(enums[i].handle)) continue;
    const std::optional<int> now = item_count(enums[i]);
    t.check(
        clause::enum_item_count_positive, enums[i], now == before[i],
        [&] { return number_text(before[i]); }, [&] { return number_text(now); });
  }
}

MPITCHECK_TEST("enum.name.nonempty-unique",
               "Every enumeration has a name of its own with at least one character.",
               cites(clause::enum_name_nonempty_unique), needs::each_phase) {
  std::map<std::string, const EnumInfo*> seen;
  const std::vector<EnumInfo> enums = enums_of(t);
  for (const EnumInfo& info : enums) {
    const auto [first, is_new] = seen.emplace(info.name, &info);
    t.check(clause::enum_name_nonempty_unique, info,
            !info.name.empty() && (is_new || same_items(info, *first->second)),
            "a name that is not empty and that no other enumeration has", [&] {
              return info.name.empty() ? std::string("an empty name")
                                       : "also the name of another " + first->second->label();
            });
  }
}

MPITCHECK_TEST("enum.items.all-accessible",
               "Each item index delivers a name and a value, and again the same.",
               cites(clause::enum_item_access, clause::enum_item_value_free), needs::each_phase) {
  const std::vector<EnumInfo> enums = enums_of(t);
  bool values_are_indices = true;
  for (const EnumInfo& info : enums) {
    const int count = item_count(info).value_or(0);
    for (int i = 0; i < count; ++i) {
      int values[2] = {-4711, 4711};
      int codes[2];
      for (const int turn : {0, 1}) {
        int length = 0;
        codes[turn] = call::MPI_T_enum_get_item(info.handle, i, &values[turn], nullptr, &length);
      }
      t.check(
          clause::enum_item_access, [&] { return join("item ", i, " of ", info.label()); },
          codes[0] == MPI_SUCCESS && codes[1] == MPI_SUCCESS && values[0] == values[1],
          "MPI_SUCCESS and the same value twice",
          [&] {
            return join(code_name(codes[0]), ", value ", values[0], "; then ", code_name(codes[1]),
                        ", value ", values[1]);
          });
    }
    const auto again = read_enum(info.handle, info.user);
    t.check(
        clause::enum_item_access, info, again && same_items(info, *again),
        [&] { return items_text(info) + ", as at first"; },
        [&] { return again ? items_text(*again) : "an enumeration that cannot be queried"; });
    for (std::size_t i = 0; i < info.items.size(); ++i) {
      values_are_indices = values_are_indices && info.items[i].value == static_cast<int>(i);
    }
  }
  if (enums.empty()) return;
  t.behaviour(clause::enum_item_value_free, "item-values",
              values_are_indices ? "0 to num - 1" : "not all 0 to num - 1");
}

MPITCHECK_TEST("enum.items.names-nonempty-unique",
               "Item names are not empty and do not repeat within an enumeration.",
               cites(clause::enum_item_name_nonempty_unique), needs::each_phase) {
  for (const EnumInfo& info : enums_of(t)) {
    std::set<std::string> seen;
    for (const EnumItem& item : info.items) {
      t.check(
          clause::enum_item_name_nonempty_unique,
          [&] { return join("item ", in_quotes(item.name), " of ", info.label()); },
          !item.name.empty() && seen.insert(item.name).second,
          "a name that is not empty and that no other item of it has",
          [&] { return item.name.empty() ? "an empty name" : "a name that occurs twice"; });
    }
  }
}

}  // namespace mpitcheck
