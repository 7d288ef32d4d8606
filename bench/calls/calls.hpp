// SPDX-License-Identifier: BSD-3-Clause
// The benchmarks of calls, by area. Their common parts: calls over many objects, and queries by
// position.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "bench/common/program.hpp"
#include "bench/common/use.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::bench {

void add_general_calls();
void add_cold_calls();
void add_cvar_calls();
void add_pvar_calls();
void add_category_calls();
void add_event_calls();

/// Keeps the environment for new processes. Call it before MPI is initialized.
void remember_environment();
/// The work of a new process, started as `bench_calls --cold`. Initializes and finalizes MPI_T once
/// and prints the nanoseconds of both. Returns the exit code.
int cold_process();

/// The unit for most calls. They are so short that reading the clock takes a similar time.
inline constexpr const char* clock_unit = "clock_gettime";
/// The unit for calls that create and destroy an object.
inline constexpr const char* memory_unit = "malloc_free";

/// call/<function>/hot of a function whose only argument is an OUT number.
void add_number_query(const std::string& function, int (*pointer)(int*));

/// Removes the items for which the call fails, and records them.
template <class Item, class Call>
void keep_good(const std::string& function, std::vector<Item>& items, const Call& call) {
  if (items.empty()) return;
  const auto failed =
      std::erase_if(items, [&](const Item& item) { return call(item) != MPI_SUCCESS; });
  if (failed != 0) missing(join(function, " for ", failed, " of ", failed + items.size()));
}

/// Adds call/<function>/hot for one item, and /all for all items in turn. Adds nothing without
/// items. The caller records what is missing.
template <class Item, class Call>
void add_hot_and_all(const std::string& function, const char* unit, std::vector<Item> items,
                     const Call& call) {
  keep_good(function, items, call);
  if (items.empty()) return;
  add("call/" + function + "/hot", unit, [item = items[items.size() / 2], call](auto& state) {
    time_calls(state, [&] { return call(item); });
  });
  add("call/" + function + "/all", unit,
      [items, call](auto& state) { time_calls_over(state, items, call); });
}

/// Adds call/<function>/<level> for each verbosity level that occurs, with the items of that level.
template <class Info, class Call>
void add_by_verbosity(const std::string& function, const std::vector<Info>& infos,
                      const Call& call) {
  for (const NamedConstant& level : defined_constants()) {
    if (level.kind != "verbosity") continue;
    std::vector<int> indices;
    for (const Info& info : infos) {
      if (info.verbosity == level.value) indices.push_back(info.index);
    }
    if (indices.empty()) continue;
    add("call/" + function + "/" + std::string(level.name), clock_unit,
        [indices, call](auto& state) { time_calls_over(state, indices, call); });
  }
}

/// Adds call/<function>/first, middle, last, all and absent. `find(item)` looks up the name of one
/// item. `absent` is a name that no variable has.
template <class Item, class Find>
void add_look_ups(const std::string& function, std::vector<Item> items, const Item& absent,
                  const Find& find) {
  keep_good(function, items, find);
  if (items.empty()) return;
  const auto add_one = [&](const std::string& place, const Item& item) {
    add("call/" + function + "/" + place, clock_unit,
        [item, find](auto& state) { time_calls(state, [&] { return find(item); }); });
  };
  add_one("first", items.front());
  add_one("middle", items[items.size() / 2]);
  add_one("last", items.back());
  add("call/" + function + "/all", clock_unit,
      [items, find](auto& state) { time_calls_over(state, items, find); });
  add("call/" + function + "/absent", clock_unit, [absent, find](auto& state) {
    time_calls(state, [&] { return find(absent) == MPI_SUCCESS ? 1 : MPI_SUCCESS; });
  });
}

/// add_look_ups() for a function that takes only the name. Adds nothing if the function is null.
void add_name_look_ups(const std::string& function, const std::vector<std::string>& names,
                       int (*pointer)(const char*, int*));

/// The indices of the infos.
template <class Info>
std::vector<int> indices_of(const std::vector<Info>& infos) {
  std::vector<int> indices;
  indices.reserve(infos.size());
  for (const Info& info : infos) indices.push_back(info.index);
  return indices;
}

/// The names of the infos.
template <class Info>
std::vector<std::string> names_of(const std::vector<Info>& infos) {
  std::vector<std::string> names;
  names.reserve(infos.size());
  for (const Info& info : infos) names.push_back(info.name);
  return names;
}

}  // namespace mpitcheck::bench
