// SPDX-License-Identifier: BSD-3-Clause
// Members of categories.
#include "conformance/harness/objects/members.hpp"

#include <algorithm>
#include <climits>
#include <optional>
#include <set>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

namespace {

// Two values that are not an index. There are two because a library may return stale memory that
// holds one.
constexpr int sentinel = INT_MIN + 4711;
constexpr int other_sentinel = INT_MIN + 815;
constexpr std::size_t canaries = 8;
constexpr int most_listed = 1 << 20;  // an implausibly large number is cut

std::vector<MemberKind> find_kinds() {
  std::vector<MemberKind> kinds{{"cvars",
                                 {"MPI_T_category_get_info", "num_cvars"},
                                 &CategoryInfo::num_cvars,
                                 &call::MPI_T_category_get_cvars,
                                 {"MPI_T_cvar_get_num", "num_cvar"},
                                 &call::MPI_T_cvar_get_num},
                                {"pvars",
                                 {"MPI_T_category_get_info", "num_pvars"},
                                 &CategoryInfo::num_pvars,
                                 &call::MPI_T_category_get_pvars,
                                 {"MPI_T_pvar_get_num", "num_pvar"},
                                 &call::MPI_T_pvar_get_num},
                                {"categories",
                                 {"MPI_T_category_get_info", "num_categories"},
                                 &CategoryInfo::num_categories,
                                 &call::MPI_T_category_get_categories,
                                 {"MPI_T_category_get_num", "num_cat"},
                                 &call::MPI_T_category_get_num}};
  if (call::MPI_T_category_get_num_events.present() && call::MPI_T_category_get_events.present() &&
      call::MPI_T_event_get_num.present()) {
    kinds.push_back({"events",
                     {"MPI_T_category_get_num_events", "num_events"},
                     nullptr,
                     &call::MPI_T_category_get_events,
                     {"MPI_T_event_get_num", "num_events"},
                     &call::MPI_T_event_get_num});
  }
  return kinds;
}

// The first entry of `some` that is missing in `all` or occurs there less often.
std::optional<std::size_t> first_surplus(const std::vector<int>& some,
                                         const std::vector<int>& all) {
  std::multiset<int> left(all.begin(), all.end());
  for (std::size_t i = 0; i < some.size(); ++i) {
    const auto found = left.find(some[i]);
    if (found == left.end()) return i;
    left.erase(found);
  }
  return std::nullopt;
}

}  // namespace

const std::vector<MemberKind>& member_kinds() {
  static const std::vector<MemberKind> kinds = find_kinds();
  return kinds;
}

int MemberKind::ask(const CategoryInfo& category, int* count) const {
  if (known == nullptr) return call::MPI_T_category_get_num_events(category.index, count);
  *count = category.*known;
  return MPI_SUCCESS;
}

int MemberKind::get(int category, int len, int* indices) const {
  return (*getter)(category, len, indices);
}

int MemberKind::count(const CategoryInfo& category) const {
  int count = -1;
  return ask(category, &count) == MPI_SUCCESS ? count : -1;
}

int MemberKind::total() const { return number_answered(*get_num, -1); }

MemberRead::MemberRead(const MemberKind& kind, const CategoryInfo& category, int array_length)
    : len(array_length) {
  std::vector<int> array(static_cast<std::size_t>(std::max(len, 0)) + canaries, sentinel);
  code = kind.get(category.index, len, array.data());
  std::vector<bool> written(array.size());
  std::transform(array.begin(), array.end(), written.begin(),
                 [](int entry) { return entry != sentinel; });
  const auto room = written.end() - canaries;
  if (code == MPI_SUCCESS && std::find(written.begin(), room, false) != room) {
    std::vector<int> again(array.size(), other_sentinel);
    const int later_code = kind.get(category.index, len, again.data());
    for (std::size_t i = 0; later_code == MPI_SUCCESS && i < array.size(); ++i) {
      if (written[i] || again[i] == other_sentinel) continue;
      array[i] = again[i];
      written[i] = true;
    }
  }
  const auto count = std::find(written.begin(), room, false) - written.begin();
  entries.assign(array.begin(), array.begin() + count);
  extent =
      static_cast<int>(std::find(written.rbegin(), written.rend(), true).base() - written.begin());
}

std::vector<int> listed_members(const MemberKind& kind, const CategoryInfo& category) {
  const MemberRead read(kind, category, std::clamp(kind.count(category), 0, most_listed));
  return read.code == MPI_SUCCESS ? read.entries : std::vector<int>{};
}

bool all_exist(const MemberKind& kind, const std::vector<int>& members) {
  if (members.empty()) return true;
  const int total = kind.total();
  return std::ranges::all_of(members, [=](int each) { return each >= 0 && each < total; });
}

std::vector<int> members_of(const MemberKind& kind, const CategoryInfo& category) {
  std::vector<int> members = listed_members(kind, category);
  return all_exist(kind, members) ? members : std::vector<int>{};
}

void check_complete(Test& t, Clause rule, const Subject& subject, const MemberRead& read,
                    const std::vector<int>& all) {
  const auto count = static_cast<int>(all.size());
  if (!t.check_code(rule, subject, read.code, {MPI_SUCCESS})) return;
  if (!t.check(rule, subject, read.has(count).as_before())) return;
  if (!t.check(rule, subject, read.ends_at(count).as_before())) return;
  const auto other = std::mismatch(all.begin(), all.end(), read.entries.begin()).first;
  if (other == all.end()) return;
  t.check(rule, subject,
          read.has_entry(static_cast<std::size_t>(other - all.begin()), *other).as_before());
}

void check_filled(Test& t, Clause rule, const Subject& subject, const MemberKind& kind,
                  const MemberRead& read, const std::vector<int>& all) {
  if (!t.check_code(rule, subject, read.code, {MPI_SUCCESS})) return;
  const auto written = static_cast<int>(read.entries.size());
  if (read.len + 1 == static_cast<int>(all.size())) {
    const auto filled = at_least("extent(indices)", written, read.len);
    const Answer one_less{kind.counted.function, kind.counted.output + " - 1"};
    if (!t.check(rule, subject, filled.as_in(one_less))) return;
  } else if (!t.check(rule, subject,
                      read.has(read.len).as_in("len").given(
                          kind.counted.function, kind.counted.output, join(all.size())))) {
    return;
  }
  const auto place = first_surplus(read.entries, all);
  if (place && std::ranges::count(all, read.entries[*place]) == 1) {
    t.check(rule, subject, is_new_entry(read.entries, *place));
    return;
  }
  if (!place) return t.examined(rule, 1);
  // The library chooses the members and their order, so a reproducer cannot name the entry.
  const int entry = read.entries[*place];
  t.check(rule, subject,
          at_most(join("occurrences of ", entry), std::ranges::count(read.entries, entry),
                  std::ranges::count(all, entry)));
}

CategorySnapshot CategorySnapshot::take() {
  CategorySnapshot snapshot;
  snapshot.number = category_num();
  for (CategoryInfo& category : read_categories()) {
    Entry entry{std::move(category), {}};
    for (const MemberKind& kind : member_kinds()) {
      entry.members.push_back(
          value_unless_quarantined([&] { return members_of(kind, entry.info); }));
    }
    snapshot.categories.push_back(std::move(entry));
  }
  return snapshot;
}

const CategorySnapshot::Entry* CategorySnapshot::find(int index) const {
  const auto found =
      std::find_if(categories.begin(), categories.end(),
                   [index](const Entry& entry) { return entry.info.index == index; });
  return found == categories.end() ? nullptr : &*found;
}

std::string CategorySnapshot::first_difference(const CategorySnapshot& later) const {
  for (const Entry& is : later.categories) {
    const Entry* was = find(is.info.index);
    if (was == nullptr) return is.info.label() + " was not there";
    if (was->info.name != is.info.name || was->info.desc != is.info.desc) {
      return was->info.label() + " changed its texts";
    }
    for (std::size_t k = 0; k < is.members.size(); ++k) {
      if (was->members[k] == is.members[k]) continue;
      return join(is.info.label(), ": ", member_kinds()[k].name, " were ", was->members[k].size(),
                  ", are ", is.members[k].size());
    }
  }
  if (number != later.number || categories.size() != later.categories.size()) {
    return join(number, " categories, then ", later.number, "; ", categories.size(),
                " of them can be queried, then ", later.categories.size());
  }
  return "";
}

}  // namespace mpitcheck
