// SPDX-License-Identifier: BSD-3-Clause
// Takes surveys and selects variables for a case.
#include "properties/oracle/survey.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "properties/oracle/account.hpp"

namespace mpitcheck::properties {

namespace {

constexpr std::size_t cvars_in_cast = 5;
constexpr std::size_t most_pvars_in_cast = 5;  // fewer pvars have more handles each

int update_number() {
  int number = -1;
  return call::MPI_T_category_changed(&number) == MPI_SUCCESS ? number : -1;
}

template <class Bits>
bool has(const Bits& bits, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < bits.size() &&
         bits[static_cast<std::size_t>(index)];
}

template <class Bits>
void add(Bits& bits, int index) {
  if (static_cast<std::size_t>(index) < bits.size()) bits.set(static_cast<std::size_t>(index));
}

// Tries all variables, in forked children.
void find_usable(Test& t) {
  usable().cvars.reset();
  usable().pvars.reset();
  for (const CvarInfo& cvar : readable_cvars(t)) add(usable().cvars, cvar.index);
  for (const PvarInfo& pvar : surviving_pvars()) add(usable().pvars, pvar.index);
  usable().known = true;
}

std::vector<std::vector<int>> grouped(const std::vector<PvarInfo>& all) {
  std::map<std::tuple<int, std::string, int, int, int, int>, std::vector<int>> groups;
  for (std::size_t i = 0; i != all.size(); ++i) {
    const PvarInfo& pvar = all[i];
    if (!has(usable().pvars, pvar.index)) continue;
    groups[{pvar.var_class, datatype_name(pvar.datatype), pvar.readonly, pvar.continuous,
            pvar.atomic, pvar.bind}]
        .push_back(static_cast<int>(i));
  }
  std::vector<std::vector<int>> lists;
  lists.reserve(groups.size());
  for (auto& [kind, places] : groups) lists.push_back(std::move(places));
  return lists;
}

}  // namespace

Survey Survey::take(Test& t, bool with_use) {
  Survey survey;
  survey.cvars = read_cvars();
  survey.pvars = read_pvars();
  survey.enums = read_enums();
  if (call::MPI_T_event_get_num.present()) survey.events = read_events();
  const int before = update_number();
  survey.categories = CategorySnapshot::take();
  survey.category_number = update_number() == before ? before : -1;
  if (with_use) {
    if (!usable().known) find_usable(t);
    for (std::size_t i = 0; i != survey.cvars.size(); ++i) {
      if (has(usable().cvars, survey.cvars[i].index)) {
        survey.usable_cvars.push_back(static_cast<int>(i));
      }
    }
    survey.usable_pvars = grouped(survey.pvars);
  }
  return survey;
}

ChosenVariables::ChosenVariables(const Survey& survey, std::uint32_t seed) {
  SplitMix random(seed);
  const auto join_in = [](std::vector<int>& members, int place) {
    if (std::find(members.begin(), members.end(), place) == members.end()) {
      members.push_back(place);
    }
  };
  for (std::size_t i = 0; i < cvars_in_cast && !survey.usable_cvars.empty(); ++i) {
    join_in(cvars, survey.usable_cvars[random.below(survey.usable_cvars.size())]);
  }
  const std::size_t pvars_in_cast = 1 + random.below(most_pvars_in_cast);
  for (std::size_t i = 0; i < pvars_in_cast && !survey.usable_pvars.empty(); ++i) {
    const std::vector<int>& group = survey.usable_pvars[random.below(survey.usable_pvars.size())];
    join_in(pvars, group[random.below(group.size())]);
  }
}

}  // namespace mpitcheck::properties
