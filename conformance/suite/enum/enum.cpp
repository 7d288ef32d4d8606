// SPDX-License-Identifier: BSD-3-Clause
// Enumerations: their names, items and item values.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/named.hpp"

namespace mpitcheck {
namespace {

// All enumerations that variables have now; records if there are none.
std::vector<EnumInfo> enums_of(Test& t) {
  std::vector<EnumInfo> enums = read_enums();
  if (enums.empty()) t.missing("a variable with an enumeration");
  return enums;
}

std::optional<int> item_count(const EnumInfo& info) {
  int count = -1;
  return query_enum(info.handle, &count) == MPI_SUCCESS ? std::optional(count) : std::nullopt;
}

// Two handles may denote one enumeration. All items are then equal.
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
               "An enumeration has at least one item, and its number of items never changes.",
               cites(clause::enum_item_count_positive), needs::each_phase) {
  for (const EnumInfo& info : enums_of(t)) {
    constexpr Clause rule = clause::enum_item_count_positive;
    int first = -1, second = -1;
    (void)(t.check_code(rule, info, query_enum(info.handle, &first), {MPI_SUCCESS}) &&
           t.check(rule, info, at_least("num", first, 1)) &&
           t.check_code(rule, info, query_enum(info.handle, &second), {MPI_SUCCESS}) &&
           t.check(rule, info, equals("num", second, first).as_before()));
  }
}

MPITCHECK_TEST("enum.items.count-outlives-init",
               "The number of items does not change when MPI is initialized.",
               cites(clause::enum_item_count_positive), needs::tool) {
  const std::vector<EnumInfo> enums = enums_of(t);
  std::vector<std::optional<int>> before;
  before.reserve(enums.size());
  for (const EnumInfo& info : enums) before.push_back(item_count(info));
  t.lifecycle().mpi_init();
  Progress::instance().phase("after MPI_Init");
  std::set<MPI_T_enum> live;
  for (const EnumInfo& info : read_enums()) live.insert(info.handle);
  for (std::size_t i = 0; i < enums.size(); ++i) {
    if (!live.contains(enums[i].handle)) continue;
    constexpr Clause rule = clause::enum_item_count_positive;
    int now = -1;
    const int code = query_enum(enums[i].handle, &now);
    if (!before[i]) {
      t.check(rule, enums[i], fails(code));
    } else if (t.check_code(rule, enums[i], code, {MPI_SUCCESS})) {
      t.check(rule, enums[i], equals("num", now, *before[i]).as_before());
    }
  }
}

MPITCHECK_TEST("enum.name.nonempty-unique",
               "Every enumeration has a unique name of at least one character.",
               cites(clause::enum_name_nonempty_unique), needs::each_phase) {
  std::map<std::string, const EnumInfo*> seen;
  const std::vector<EnumInfo> enums = enums_of(t);
  for (const EnumInfo& info : enums) {
    constexpr Clause rule = clause::enum_name_nonempty_unique;
    const auto first = seen.find(info.name);
    const bool is_copy = first != seen.end() && same_items(info, *first->second);
    t.check(rule, info,
            is_other_text("name", info.name, seen)
                .unless(info.name.empty() || is_copy)
                .of("MPI_T_enum_get_info")
                .as_before());
    seen.emplace(info.name, &info);
    check_not_empty(t, rule, info, info.name, [&] {
      int count = 0, length = 0;
      call::MPI_T_enum_get_info(info.handle, &count, nullptr, &length);
      return length;
    });
  }
}

MPITCHECK_TEST(
    "enum.items.all-accessible",
    "Each item index returns a name and a value, and returns the same when queried again.",
    cites(clause::enum_item_access, clause::enum_item_value_free), needs::each_phase) {
  const std::vector<EnumInfo> enums = enums_of(t);
  bool values_are_indices = true;
  for (const EnumInfo& info : enums) {
    const int count = item_count(info).value_or(0);
    for (int i = 0; i < count; ++i) {
      constexpr Clause rule = clause::enum_item_access;
      const auto subject = [&] { return join("item ", i, " of ", info.label()); };
      int values[2] = {-4711, 4711};
      const auto is_returned = [&](int& value) {
        return t.check_code(rule, subject, query_enum_item(info.handle, i, &value), {MPI_SUCCESS});
      };
      if (is_returned(values[0]) && is_returned(values[1])) {
        t.check(rule, subject, equals("value", values[1], values[0]).as_before());
      }
    }
    const auto again = read_enum(info.handle, info.user);
    if (!again || again->items.size() != info.items.size()) {
      t.check(
          clause::enum_item_access, info,
          deviates(
              "items", [&] { return items_text(info); },
              [&] { return again ? items_text(*again) : "an enumeration that cannot be queried"; })
              .as_before());
      continue;
    }
    t.examined(clause::enum_item_access, 1);
    for (std::size_t i = 0; i < info.items.size(); ++i) {
      const EnumItem &was = info.items[i], &is = again->items[i];
      const auto as_before = [&](const auto& expected) {
        return t.check(clause::enum_item_access, info,
                       expected.of("MPI_T_enum_get_item").as_before());
      };
      if (as_before(is_text("name", is.name, was.name))) {
        as_before(equals("value", is.value, was.value));
      }
    }
    for (std::size_t i = 0; i < info.items.size(); ++i) {
      values_are_indices = values_are_indices && info.items[i].value == static_cast<int>(i);
    }
  }
  if (enums.empty()) return;
  t.behaviour(clause::enum_item_value_free, "item-values",
              values_are_indices ? "0 to num - 1" : "not all 0 to num - 1");
}

MPITCHECK_TEST("enum.items.names-nonempty-unique",
               "Item names are not empty, and are unique within an enumeration.",
               cites(clause::enum_item_name_nonempty_unique), needs::each_phase) {
  for (const EnumInfo& info : enums_of(t)) {
    constexpr Clause rule = clause::enum_item_name_nonempty_unique;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < info.items.size(); ++i) {
      const std::string& name = info.items[i].name;
      const auto subject = [&] { return join("item ", in_quotes(name), " of ", info.label()); };
      t.check(rule, subject,
              is_other_text("name", name, seen)
                  .unless(name.empty())
                  .of("MPI_T_enum_get_item")
                  .as_before());
      seen.insert(name);
      check_not_empty(t, rule, subject, name, [&] {
        int value = 0, length = 0;
        call::MPI_T_enum_get_item(info.handle, static_cast<int>(i), &value, nullptr, &length);
        return length;
      });
    }
  }
}

}  // namespace mpitcheck
