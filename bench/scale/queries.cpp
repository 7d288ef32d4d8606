// SPDX-License-Identifier: BSD-3-Clause
// Queries by position and by length among the target's variables, and calls on several threads.
#include <algorithm>

#include "bench/common/target.hpp"
#include "bench/common/use.hpp"
#include "bench/scale/scale.hpp"
#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/pvars.hpp"

namespace mpitcheck::bench {

namespace {

constexpr std::size_t places[] = {1, 4, 16, 64, 256, 1024};

// scale/<function>_at/<N>: the look-up of the N-th name, if it exists.
template <class Info, class Find>
void add_look_up_at(const std::string& function, const std::vector<Info>& infos, const Find& find) {
  for (const std::size_t place : places) {
    if (place > infos.size()) return;
    const Info& info = infos[place - 1];
    if (find(info) != MPI_SUCCESS) {
      missing(join(function, " of ", info.name));
      continue;
    }
    add(join("scale/", function, "_at/", place), "clock_gettime",
        [info, find](auto& state) { time_calls(state, [&] { return find(info); }); });
  }
}

template <class Info>
void add_look_up_by_name(const std::string& function, const std::vector<Info>& infos,
                         int (*get_index)(const char*, int*)) {
  if (get_index == nullptr) return;
  add_look_up_at(function, infos, [get_index](const Info& info) {
    int index = 0;
    return get_index(info.name.c_str(), &index);
  });
}

// Queries all of the first N cvars.
void add_enumeration() {
  for (const std::size_t count : places) {
    if (count > all_cvars().size()) return;
    add(join("scale/MPI_T_cvar_get_info_of_first/", count), "clock_gettime", [count](auto& state) {
      const std::vector<CvarInfo>& cvars = all_cvars();
      time_calls(state, [&] {
        int codes = MPI_SUCCESS;
        for (std::size_t i = 0; i < count; ++i) codes |= get_cvar_info(cvars[i].index);
        return codes;
      });
    });
  }
}

// The first N members of the largest category.
void add_members() {
  const std::vector<CategoryInfo>& categories = all_categories();
  const auto get_cvars = call::MPI_T_category_get_cvars.unrecorded();
  if (categories.empty() || get_cvars == nullptr) return missing("categories");
  const CategoryInfo largest =
      *std::max_element(categories.begin(), categories.end(),
                        [](const CategoryInfo& left, const CategoryInfo& right) {
                          return left.num_cvars < right.num_cvars;
                        });
  for (const int count : {1, 4, 16, 64}) {
    if (count > largest.num_cvars) return;
    add(join("scale/MPI_T_category_get_cvars_of_length/", count), "clock_gettime",
        [get_cvars, largest, count](auto& state) {
          int indices[64];
          time_calls(state, [&] { return get_cvars(largest.index, count, indices); });
        });
  }
}

// scale/<what>_on_threads/<N>: `body` on N threads at once.
void add_on_threads(const std::string& what, const char* baseline, const Body& body) {
  for (const int threads : {1, 2, 4}) {
    add(join("scale/", what, "_on_threads/", threads), baseline, body)->Threads(threads);
  }
}

void add_pvar_threads() {
  const auto found = typical_pvar();
  if (!found) return;
  const PvarInfo& pvar = *found;
  add_on_threads("MPI_T_pvar_read", "clock_gettime", [pvar](auto& state) {
    const HeldPvarHandles held(pvar, 1);
    held.start_all();
    unsigned char value[4096];
    const auto read = call::MPI_T_pvar_read.unrecorded();
    time_calls(state, [&] { return read(held.session(), held.first(), value); });
  });
  add_on_threads("MPI_T_pvar_handle_alloc+free", "malloc_free", [pvar](auto& state) {
    const HeldSessions held(1);
    time_calls(state, [&, of = Bindable(pvar)] { return alloc_and_free(held.first(), of); });
  });
}

}  // namespace

void add_queries() {
  add_look_up_by_name("MPI_T_cvar_get_index", all_cvars(), call::MPI_T_cvar_get_index.unrecorded());
  if (const auto get_index = call::MPI_T_pvar_get_index.unrecorded()) {
    add_look_up_at("MPI_T_pvar_get_index", all_pvars(), [get_index](const PvarInfo& pvar) {
      int index = 0;
      return get_index(pvar.name.c_str(), pvar.var_class, &index);
    });
  }
  add_look_up_by_name("MPI_T_category_get_index", all_categories(),
                      call::MPI_T_category_get_index.unrecorded());
  add_look_up_by_name("MPI_T_event_get_index", read_events(),
                      call::MPI_T_event_get_index.unrecorded());
  add_enumeration();
  add_members();
}

void add_threads() {
  if (usable_cvars().empty()) return;
  const UsableCvar cvar = usable_cvars().front();
  add_on_threads("MPI_T_cvar_get_info", "clock_gettime", [cvar](auto& state) {
    time_calls(state, [&] { return get_cvar_info(cvar.info.index); });
  });
  add_on_threads("MPI_T_cvar_read", "clock_gettime", [cvar](auto& state) {
    const HeldCvarHandles held(cvar.info, 1);
    ValueBuffer value(cvar.info.datatype, cvar.count);
    const auto read = call::MPI_T_cvar_read.unrecorded();
    time_calls(state, [&] { return read(held.first(), value.data()); });
  });
  add_on_threads("MPI_T_cvar_handle_alloc+free", "malloc_free", [cvar](auto& state) {
    time_calls(state, [of = Bindable(cvar.info)] { return alloc_and_free(of); });
  });
  add_pvar_threads();
}

}  // namespace mpitcheck::bench
