// SPDX-License-Identifier: BSD-3-Clause
// Categories over the life of a program: they grow, and the update number shows it.
#include <algorithm>
#include <climits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/members.hpp"
#include "conformance/harness/test/phases.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

std::optional<int> update_number() {
  int number = -1;
  if (call::MPI_T_category_changed(&number) != MPI_SUCCESS) return std::nullopt;
  return number;
}

// A snapshot and the update number that was valid while it was taken; nothing if the number keeps
// changing.
struct Numbered {
  int number;
  CategorySnapshot snapshot;
};

std::optional<Numbered> take_numbered() {
  constexpr int attempts = 5;
  for (int i = 0; i < attempts; ++i) {
    const auto before = update_number();
    CategorySnapshot snapshot = CategorySnapshot::take();
    if (before && before == update_number()) return Numbered{*before, std::move(snapshot)};
  }
  return std::nullopt;
}

// Calls `look` for each pair of successive snapshots. If the update number keeps changing, the pair
// is two snapshots around two queries of the number.
template <class Look>
void each_step(Test& t, Clause clause, const Look& look) {
  std::optional<Numbered> before;
  live_through(t, clause, [&] {
    auto now = take_numbered();
    if (!now) {
      CategorySnapshot earlier = CategorySnapshot::take();
      const auto number = update_number();
      const auto next = update_number();
      if (number && next) {
        look({*number, std::move(earlier)}, {*next, CategorySnapshot::take()});
      }
    } else if (before) {
      look(*before, *now);
    }
    before = std::move(now);
  });
}

// The standard promises that variables stay and keep their order. It does not promise this for
// events (E11).
bool is_of_variables(const MemberKind& kind) {
  return kind.known == &CategoryInfo::num_cvars || kind.known == &CategoryInfo::num_pvars;
}
bool is_of_events(const MemberKind& kind) { return kind.known == nullptr; }

CategorySnapshot without_events(CategorySnapshot snapshot) {
  for (auto& category : snapshot.categories) {
    for (std::size_t k = 0; k < category.members.size(); ++k) {
      if (is_of_events(member_kinds()[k])) category.members[k].clear();
    }
  }
  return snapshot;
}

bool is_prefix(const std::vector<int>& list, const std::vector<int>& longer) {
  return list.size() <= longer.size() && std::equal(list.begin(), list.end(), longer.begin());
}

std::string list_text(const std::vector<int>& list) {
  constexpr std::size_t enough = 100;
  std::string text = "{";
  for (std::size_t i = 0; i < list.size() && i < enough; ++i) {
    text += join(i == 0 ? "" : ", ", list[i]);
  }
  return text + (list.size() > enough ? ", ...}" : "}");
}

// Checks that a list still begins with its earlier members. On failure it queries again, so that
// the last recorded call shows the difference.
bool check_only_added(Test& t, Clause rule, const MemberKind& kind, const CategoryInfo& category,
                      const std::vector<int>& was, const std::vector<int>& is) {
  const auto subject = [&] { return join(kind.name, " of ", category.label()); };
  if (is_prefix(was, is)) return true;
  const CategoryInfo info = read_category(category.index).value_or(category);
  const int count = kind.count(info);
  const MemberRead now(kind, info, std::max(count, 0));
  const auto [one, other] =
      std::mismatch(was.begin(), was.end(), now.entries.begin(), now.entries.end());
  if (one != was.end() && other != now.entries.end()) {
    const auto place = static_cast<std::size_t>(one - was.begin());
    return t.check(rule, subject, now.has_entry(place, *one).as_before());
  }
  const auto least = static_cast<int>(was.size());
  const auto has_shrunk = at_least(kind.counted.output, count, least);
  if (count < least) {
    return t.check(rule, subject, has_shrunk.of(kind.counted.function).as_before());
  }
  return t.check(rule, subject,
                 deviates(
                     "indices", [&] { return list_text(was) + " at the beginning"; },
                     [&] { return list_text(is); })
                     .as_before());
}

// Checks what must not change, even if the update number does: nothing is removed or renamed.
bool check_kept(Test& t, Clause rule, const CategorySnapshot& before, const CategorySnapshot& now) {
  if (now.number < before.number) {
    return t.check(rule, "MPI_T_category_get_num",
                   at_least("num_cat", category_num(), before.number).as_before());
  }
  for (const auto& was : before.categories) {
    const auto* is = now.find(was.info.index);
    if (is == nullptr) continue;
    if (is->info.name != was.info.name) {
      const CategoryInfo again = read_category(was.info.index).value_or(is->info);
      return t.check(rule, was.info, is_text("name", again.name, was.info.name).as_before());
    }
    for (std::size_t k = 0; k < was.members.size(); ++k) {
      const MemberKind& kind = member_kinds()[k];
      if (!is_of_events(kind) &&
          !check_only_added(t, rule, kind, is->info, was.members[k], is->members[k])) {
        return false;
      }
    }
  }
  return true;
}

// True if `later` has a category or a member that `earlier` lacks.
bool has_grown(const CategorySnapshot& earlier, const CategorySnapshot& later) {
  if (later.number > earlier.number) return true;
  return std::any_of(later.categories.begin(), later.categories.end(), [&](const auto& is) {
    const auto* was = earlier.find(is.info.index);
    if (was == nullptr) return true;
    for (std::size_t k = 0; k < is.members.size(); ++k) {
      if (is.members[k].size() > was->members[k].size()) return true;
    }
    return false;
  });
}

std::string size_text(const CategorySnapshot& snapshot) {
  std::size_t members = 0;
  for (const auto& category : snapshot.categories) {
    for (const auto& kind : category.members) members += kind.size();
  }
  return join(snapshot.number, " categories, of which ", snapshot.categories.size(),
              " can be queried and have ", members, " members");
}

std::string sizes_text(const CategorySnapshot& earlier, const CategorySnapshot& later) {
  return join(size_text(earlier), ", then ", size_text(later));
}

}  // namespace

MPITCHECK_TEST("category.num.only-grows", "Categories are never removed or renumbered.",
               cites(clause::category_num_may_only_grow), needs::nothing) {
  std::optional<int> before;
  std::map<int, std::string> names;
  live_through(t, clause::category_num_may_only_grow, [&] {
    constexpr Clause rule = clause::category_num_may_only_grow;
    constexpr std::string_view function = "MPI_T_category_get_num";
    int now = -1;
    if (t.check_code(rule, function, call::MPI_T_category_get_num(&now), {MPI_SUCCESS})) {
      if (before) {
        t.check(rule, function, at_least("num_cat", now, *before).as_before());
      } else {
        t.check(rule, function, at_least("num_cat", now, 0));
      }
    }
    before = now;
    for (const auto& [index, name] : names) {
      const auto subject = [&, at = index] { return join("category ", at); };
      if (const auto category = read_category(index)) {
        t.check(rule, subject, is_text("name", category->name, name).as_before());
      } else if (t.check(rule, subject,
                         is_code_as_before(query_code<CategoryInfo>(index), MPI_SUCCESS))) {
        t.check(rule, subject, deviates("name", in_quotes(name), "no name").as_before());
      }
    }
    for (const CategoryInfo& category : read_categories()) {
      names.emplace(category.index, category.name);
    }
  });
}

MPITCHECK_TEST("category.members.only-added",
               "Variables are added to a category but not removed, and keep their order.",
               cites(clause::category_members_only_added), needs::nothing) {
  std::optional<CategorySnapshot> before;
  t.missing("a category with variables");
  live_through(t, clause::category_members_only_added, [&] {
    CategorySnapshot now = CategorySnapshot::take();
    for (const auto& was : before ? before->categories : now.categories) {
      const auto* is = now.find(was.info.index);
      if (!before || is == nullptr) continue;
      for (std::size_t k = 0; k < was.members.size(); ++k) {
        if (was.members[k].empty()) continue;
        constexpr Clause rule = clause::category_members_only_added;
        const MemberKind& kind = member_kinds()[k];
        if (is_of_variables(kind)) {
          t.examined(rule, 1);
          check_only_added(t, rule, kind, is->info, was.members[k], is->members[k]);
        } else if (!is_prefix(was.members[k], is->members[k])) {
          t.behaviour(rule, join(kind.name, " removed or reordered"), is->info.label());
        }
      }
    }
    before = std::move(now);
  });
}

MPITCHECK_TEST("category.changed.monotone", "The update number never decreases.",
               cites(clause::category_changed_monotone), needs::nothing) {
  std::optional<int> before;
  live_through(t, clause::category_changed_monotone, [&] {
    for (int turn = 0; turn < 2; ++turn) {
      constexpr Clause rule = clause::category_changed_monotone;
      constexpr std::string_view function = "MPI_T_category_changed";
      int now = -1;
      if (!t.check_code(rule, function, call::MPI_T_category_changed(&now), {MPI_SUCCESS}))
        continue;
      if (before) t.check(rule, function, at_least("update_number", now, *before).as_before());
      before = now;
    }
  });
}

MPITCHECK_TEST("category.changed.equal-means-same",
               "While the update number is unchanged, no category changes.",
               cites(clause::category_changed_equal_means_same), needs::nothing) {
  const auto check = [&t](const Numbered& before, const Numbered& now) {
    if (now.number != before.number || now.number == INT_MAX) return;
    constexpr Clause rule = clause::category_changed_equal_means_same;
    if (!check_kept(t, rule, before.snapshot, now.snapshot)) return;
    const std::string difference =
        without_events(before.snapshot).first_difference(without_events(now.snapshot));
    if (difference.empty() && !before.snapshot.first_difference(now.snapshot).empty()) {
      t.behaviour(rule, "event types are added without a higher number", "yes");
    }
    t.check(
        rule, [&] { return join("update number ", now.number, " at both times"); },
        is_sound("difference", "none", difference));
  };
  std::optional<Numbered> before;
  live_through(t, clause::category_changed_equal_means_same, [&] {
    // Two snapshots per phase: nothing happens between these two.
    for (int turn = 0; turn < 2; ++turn) {
      auto now = take_numbered();
      if (!now) return t.missing("an update number that settles");
      if (before) check(*before, *now);
      before = std::move(now);
    }
  });
}

MPITCHECK_TEST("category.changed.higher-means-growth",
               "If the update number rises, categories or members were added.",
               cites(clause::category_changed_higher_means_growth), needs::nothing) {
  t.missing("an update number that rises");
  each_step(t, clause::category_changed_higher_means_growth,
            [&t](const Numbered& before, const Numbered& now) {
              if (now.number <= before.number) return;
              const auto subject = [&] {
                return join("update number ", before.number, ", then ", now.number, ": ",
                            sizes_text(before.snapshot, now.snapshot));
              };
              constexpr Clause rule = clause::category_changed_higher_means_growth;
              const bool grew = has_grown(before.snapshot, now.snapshot);
              // A removal is charged to the rules that forbid it. The rise that it causes is not
              // charged.
              if (!grew && !before.snapshot.first_difference(now.snapshot).empty()) {
                return t.behaviour(rule, "rises with other changes than growth", "yes");
              }
              const int added = grew ? 1 : 0;
              t.check(
                  rule, subject,
                  at_least("categories or members added", added, 1).of("MPI_T_category_changed"));
            });
}

}  // namespace mpitcheck
