// SPDX-License-Identifier: BSD-3-Clause
// Members of categories.
#include "harness/members.hpp"

#include <algorithm>
#include <climits>

#include "harness/api.hpp"
#include "harness/events.hpp"
#include "harness/names.hpp"
#include "harness/text.hpp"

namespace mpitcheck {

namespace {

constexpr int sentinel = INT_MIN + 4711;  // no index
constexpr std::size_t canaries = 8;

int number_of_events(const CategoryInfo& category) {
  int count = -1;
  return call::MPI_T_category_get_num_events(category.index, &count) == MPI_SUCCESS ? count : -1;
}

auto getter(const Function<int(int, int, int*)>& function) {
  return
      [&function](int category, int len, int* indices) { return function(category, len, indices); };
}

std::vector<MemberKind> find_kinds() {
  std::vector<MemberKind> kinds{
      {"cvars", [](const CategoryInfo& category) { return category.num_cvars; },
       getter(call::MPI_T_category_get_cvars), &cvar_num},
      {"pvars", [](const CategoryInfo& category) { return category.num_pvars; },
       getter(call::MPI_T_category_get_pvars), &pvar_num},
      {"categories", [](const CategoryInfo& category) { return category.num_categories; },
       getter(call::MPI_T_category_get_categories), &category_num}};
  if (call::MPI_T_category_get_num_events.present() && call::MPI_T_category_get_events.present() &&
      call::MPI_T_event_get_num.present()) {
    kinds.push_back(
        {"events", &number_of_events, getter(call::MPI_T_category_get_events), &event_num});
  }
  return kinds;
}

}  // namespace

const std::vector<MemberKind>& member_kinds() {
  static const std::vector<MemberKind> kinds = find_kinds();
  return kinds;
}

MemberRead::MemberRead(const MemberKind& kind, const CategoryInfo& category, int array_length)
    : len(array_length) {
  std::vector<int> array(static_cast<std::size_t>(std::max(len, 0)) + canaries, sentinel);
  code = kind.get(category.index, len, array.data());
  const auto is_written = [](int entry) { return entry != sentinel; };
  const auto end = std::find_if_not(array.begin(), array.end() - canaries, is_written);
  entries.assign(array.begin(), end);
  rest_untouched = std::none_of(end, array.end(), is_written);
}

std::string MemberRead::label() const {
  std::string out = code_name(code) + ", {";
  for (std::size_t i = 0; i < std::min<std::size_t>(entries.size(), 8); ++i) {
    out += join(i == 0 ? "" : ", ", entries[i]);
  }
  return join(out, entries.size() > 8 ? ", ...}" : "}", " (", entries.size(), " entries)",
              rest_untouched ? "" : ", and written beyond");
}

std::vector<int> members_of(const MemberKind& kind, const CategoryInfo& category) {
  const MemberRead read(kind, category, std::max(kind.count(category), 0));
  return read.code == MPI_SUCCESS ? read.entries : std::vector<int>{};
}

CategorySnapshot CategorySnapshot::take() {
  CategorySnapshot snapshot;
  snapshot.number = category_num();
  for (CategoryInfo& category : read_categories()) {
    Entry entry{std::move(category), {}};
    for (const MemberKind& kind : member_kinds()) {
      entry.members.push_back(members_of(kind, entry.info));
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
