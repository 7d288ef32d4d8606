// SPDX-License-Identifier: BSD-3-Clause
// Surveys and casts.
#include "oracle/survey.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "harness/api.hpp"
#include "harness/cvar_access.hpp"
#include "harness/names.hpp"
#include "harness/pvars.hpp"

namespace mpitcheck::properties {

namespace {

constexpr std::size_t cvars_in_cast = 5;
constexpr std::size_t pvars_in_cast = 5;

int update_number() {
  int number = -1;
  return call::MPI_T_category_changed(&number) == MPI_SUCCESS ? number : -1;
}

template <class Info>
int place_of(int index, const std::vector<Info>& all) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Info& info) { return info.index == index; });
  return static_cast<int>(found - all.begin());
}

std::vector<std::vector<int>> grouped(const std::vector<PvarInfo>& usable,
                                      const std::vector<PvarInfo>& all) {
  std::map<std::tuple<int, std::string, int, int, int, int>, std::vector<int>> groups;
  for (const PvarInfo& pvar : usable) {
    groups[{pvar.var_class, datatype_name(pvar.datatype), pvar.readonly, pvar.continuous,
            pvar.atomic, pvar.bind}]
        .push_back(place_of(pvar.index, all));
  }
  std::vector<std::vector<int>> lists;
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
    for (const CvarInfo& cvar : readable_cvars(t)) {
      survey.usable_cvars.push_back(place_of(cvar.index, survey.cvars));
    }
    survey.usable_pvars = grouped(surviving_pvars(), survey.pvars);
  }
  return survey;
}

Cast::Cast(const Survey& survey, std::uint32_t seed) {
  SplitMix random(seed);
  const auto add = [](std::vector<int>& members, int place) {
    if (std::find(members.begin(), members.end(), place) == members.end()) {
      members.push_back(place);
    }
  };
  for (std::size_t i = 0; i < cvars_in_cast && !survey.usable_cvars.empty(); ++i) {
    add(cvars, survey.usable_cvars[random.below(survey.usable_cvars.size())]);
  }
  for (std::size_t i = 0; i < pvars_in_cast && !survey.usable_pvars.empty(); ++i) {
    const std::vector<int>& group = survey.usable_pvars[random.below(survey.usable_pvars.size())];
    add(pvars, group[random.below(group.size())]);
  }
}

}  // namespace mpitcheck::properties
