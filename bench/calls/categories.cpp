// SPDX-License-Identifier: BSD-3-Clause
// Calls on categories.
#include <algorithm>

#include "bench/calls/calls.hpp"
#include "bench/common/target.hpp"
#include "conformance/harness/calls/api.hpp"

namespace mpitcheck::bench {

namespace {

using Members = int (*)(int, int, int*);

// call/<function>/largest for the category with the most members, /all for all in turn.
void add_members(const std::string& function, Members get_members, int (*number)(int)) {
  if (get_members == nullptr) return;
  std::vector<int> categories = indices_of(all_categories());
  if (categories.empty()) return;
  const auto largest =
      std::max_element(categories.begin(), categories.end(),
                       [number](int left, int right) { return number(left) < number(right); });
  const int most = number(*largest);
  if (most == 0) return missing("a category with members for " + function);
  const auto room = static_cast<std::size_t>(most);
  add("call/" + function + "/largest", clock_unit,
      [get_members, category = *largest, most, room](auto& state) {
        std::vector<int> indices(room);
        time_calls(state, [&] { return get_members(category, most, indices.data()); });
        state.counters["members"] = most;
      });
  add("call/" + function + "/all", clock_unit, [get_members, categories, most, room](auto& state) {
    std::vector<int> indices(room);
    time_calls_over(state, categories,
                    [&](int category) { return get_members(category, most, indices.data()); });
  });
}

int events_in(int category) {
  int number = 0;
  call::MPI_T_category_get_num_events(category, &number);
  return number;
}

// A number that get_info returns for a category.
template <int CategoryInfo::*number>
int number_in(int category) {
  const auto info = read_category(category);
  return info ? (*info).*number : 0;
}

void add_queries() {
  add_number_query("MPI_T_category_get_num", call::MPI_T_category_get_num.unrecorded());
  add_number_query("MPI_T_category_changed", call::MPI_T_category_changed.unrecorded());
  if (call::MPI_T_category_get_info.present()) {
    add_hot_and_all("MPI_T_category_get_info", clock_unit, indices_of(all_categories()),
                    get_category_info);
  }
  add_name_look_ups("MPI_T_category_get_index", names_of(all_categories()),
                    call::MPI_T_category_get_index.unrecorded());
  if (const auto get_num_events = call::MPI_T_category_get_num_events.unrecorded()) {
    add_hot_and_all("MPI_T_category_get_num_events", clock_unit, indices_of(all_categories()),
                    [get_num_events](int category) {
                      int number = 0;
                      return get_num_events(category, &number);
                    });
  }
}

}  // namespace

void add_category_calls() {
  if (all_categories().empty()) missing("categories");
  add_queries();
  add_members("MPI_T_category_get_cvars", call::MPI_T_category_get_cvars.unrecorded(),
              number_in<&CategoryInfo::num_cvars>);
  add_members("MPI_T_category_get_pvars", call::MPI_T_category_get_pvars.unrecorded(),
              number_in<&CategoryInfo::num_pvars>);
  add_members("MPI_T_category_get_categories", call::MPI_T_category_get_categories.unrecorded(),
              number_in<&CategoryInfo::num_categories>);
  if (call::MPI_T_category_get_num_events.present()) {
    add_members("MPI_T_category_get_events", call::MPI_T_category_get_events.unrecorded(),
                events_in);
  }
}

}  // namespace mpitcheck::bench
