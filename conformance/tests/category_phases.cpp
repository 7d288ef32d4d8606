// SPDX-License-Identifier: BSD-3-Clause
// Categories over the life of a program: they grow, and the update number tells.
#include <algorithm>
#include <climits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/api.hpp"
#include "harness/members.hpp"
#include "harness/names.hpp"
#include "harness/phases.hpp"
#include "harness/test.hpp"

namespace mpitcheck {
namespace {

std::optional<int> update_number() {
  int number = -1;
  if (call::MPI_T_category_changed(&number) != MPI_SUCCESS) return std::nullopt;
  return number;
}

int update_code() {
  int number = -1;
  return call::MPI_T_category_changed(&number);
}

// A snapshot and the update number that held while it was taken; nothing if that does not settle.
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

// Looks at each pair of successive numbered snapshots of a program's life.
template <class Look>
void each_step(Test& t, Clause clause, const Look& look) {
  std::optional<Numbered> before;
  live_through(t, clause, [&] {
    auto now = take_numbered();
    if (!now) return t.missing("an update number that settles");
    if (before) look(*before, *now);
    before = std::move(now);
  });
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
  int before = 0;
  std::map<int, std::string> names;
  live_through(t, clause::category_num_may_only_grow, [&] {
    int now = -1;
    const int code = call::MPI_T_category_get_num(&now);
    t.check(
        clause::category_num_may_only_grow, "MPI_T_category_get_num",
        code == MPI_SUCCESS && now >= before, [&] { return join(before, " or more"); },
        [&] { return join(code_name(code), ", ", now); });
    before = now;
    for (const auto& [index, name] : names) {
      const auto category = read_category(index);
      t.check(
          clause::category_num_may_only_grow, [&] { return join("category ", index); },
          category && category->name == name, [&] { return in_quotes(name); },
          [&] { return category ? in_quotes(category->name) : "it cannot be queried any more"; });
    }
    for (const CategoryInfo& category : read_categories()) {
      names.emplace(category.index, category.name);
    }
  });
}

MPITCHECK_TEST("category.members.only-added",
               "Members are added to a category but not removed, and keep their order.",
               cites(clause::category_members_only_added), needs::nothing) {
  std::optional<CategorySnapshot> before;
  t.missing("a category with members");
  live_through(t, clause::category_members_only_added, [&] {
    CategorySnapshot now = CategorySnapshot::take();
    for (const auto& was : before ? before->categories : now.categories) {
      const auto* is = now.find(was.info.index);
      if (!before || is == nullptr) continue;
      for (std::size_t k = 0; k < was.members.size(); ++k) {
        if (was.members[k].empty()) continue;
        t.check(
            clause::category_members_only_added,
            [&] { return join(member_kinds()[k].name, " of ", was.info.label()); },
            is_prefix(was.members[k], is->members[k]),
            [&] { return list_text(was.members[k]) + " at the beginning, as before"; },
            [&] { return list_text(is->members[k]); });
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
      const auto now = update_number();
      t.check(
          clause::category_changed_monotone, "MPI_T_category_changed",
          now && (!before || *now >= *before),
          [&] { return before ? join(*before, " or more") : "MPI_SUCCESS"; },
          [&] { return now ? std::to_string(*now) : code_name(update_code()); });
      if (now) before = now;
    }
  });
}

MPITCHECK_TEST("category.changed.equal-means-same",
               "While the update number stays, no category changes.",
               cites(clause::category_changed_equal_means_same), needs::nothing) {
  const auto check = [&t](const Numbered& before, const Numbered& now) {
    if (now.number != before.number || now.number == INT_MAX) return;
    const std::string difference = before.snapshot.first_difference(now.snapshot);
    t.check(
        clause::category_changed_equal_means_same,
        [&] { return join("update number ", now.number, " at both times"); }, difference.empty(),
        "the same categories and members", difference);
  };
  std::optional<Numbered> before;
  live_through(t, clause::category_changed_equal_means_same, [&] {
    // Twice at each stop: between those two nothing happens, whatever the phases bring.
    for (int turn = 0; turn < 2; ++turn) {
      auto now = take_numbered();
      if (!now) return t.missing("an update number that settles");
      if (before) check(*before, *now);
      before = std::move(now);
    }
  });
}

MPITCHECK_TEST("category.changed.rises-with-growth",
               "Between two calls, a higher update number comes with something added.",
               cites(clause::category_changed_higher_means_growth), needs::nothing) {
  t.missing("an update number that can be had");
  live_through(t, clause::category_changed_higher_means_growth, [&t] {
    const CategorySnapshot before = CategorySnapshot::take();
    const auto first = update_number();
    const auto second = update_number();
    const CategorySnapshot after = CategorySnapshot::take();
    if (!first || !second) return;
    t.check(
        clause::category_changed_higher_means_growth,
        [&] { return join("update number ", *first, ", then ", *second); },
        *second <= *first || has_grown(before, after), "a category or member added",
        [&] { return "none: " + sizes_text(before, after); });
  });
}

MPITCHECK_TEST("category.changed.higher-means-growth",
               "A higher update number comes with categories or members added.",
               cites(clause::category_changed_higher_means_growth), needs::nothing) {
  t.missing("an update number that rises");
  each_step(t, clause::category_changed_higher_means_growth,
            [&t](const Numbered& before, const Numbered& now) {
              if (now.number <= before.number) return;
              t.check(
                  clause::category_changed_higher_means_growth,
                  [&] { return join("update number ", before.number, ", then ", now.number); },
                  has_grown(before.snapshot, now.snapshot), "a category or member added",
                  [&] { return "none: " + sizes_text(before.snapshot, now.snapshot); });
            });
}

}  // namespace mpitcheck
