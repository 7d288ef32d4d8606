// SPDX-License-Identifier: BSD-3-Clause
// Nested initialization, enumerations, and everything that a tool asks for when it starts.
#include <memory>

#include "calls/calls.hpp"
#include "common/target.hpp"
#include "harness/api.hpp"

namespace mpitcheck::bench {

namespace {

void add_nested() {
  const auto init = call::MPI_T_init_thread.unrecorded();
  const auto finalize = call::MPI_T_finalize.unrecorded();
  // Beside what calls cost at least.
  add("call/MPI_T_init_thread+finalize/nested", "function_call", [init, finalize](auto& state) {
    int provided = 0;
    time_calls(state, [&] { return init(MPI_THREAD_SINGLE, &provided) | finalize(); });
  });
}

void add_enums() {
  std::vector<MPI_T_enum> enums;
  struct Item {
    MPI_T_enum handle;
    int index;
  };
  std::vector<Item> items;
  for (const EnumInfo& info : read_enums()) {
    enums.push_back(info.handle);
    for (std::size_t i = 0; i < info.items.size(); ++i) {
      items.push_back({info.handle, static_cast<int>(i)});
    }
  }
  if (enums.empty()) missing("enumerations");
  if (const auto get_info = call::MPI_T_enum_get_info.unrecorded()) {
    add_hot_and_all("MPI_T_enum_get_info", clock_unit, enums, [get_info](MPI_T_enum handle) {
      Texts texts;
      int num = 0;
      return get_info(handle, &num, texts.name.data(), &texts.name_len);
    });
  }
  if (const auto get_item = call::MPI_T_enum_get_item.unrecorded()) {
    add_hot_and_all("MPI_T_enum_get_item", clock_unit, items, [get_item](const Item& item) {
      Texts texts;
      int value = 0;
      return get_item(item.handle, item.index, &value, texts.name.data(), &texts.name_len);
    });
  }
}

// What a tool that lists everything asks for one kind of thing.
struct Kind {
  int (*get_num)(int*);
  int (*get_info)(int);
};

std::vector<Kind> kinds() {
  std::vector<Kind> all;
  const auto add_kind = [&all](const auto& get_num, const auto& get_info, int (*query)(int)) {
    if (get_num.present() && get_info.present()) all.push_back({get_num.unrecorded(), query});
  };
  add_kind(call::MPI_T_cvar_get_num, call::MPI_T_cvar_get_info, get_cvar_info);
  add_kind(call::MPI_T_pvar_get_num, call::MPI_T_pvar_get_info, get_pvar_info);
  add_kind(call::MPI_T_category_get_num, call::MPI_T_category_get_info, get_category_info);
  add_kind(call::MPI_T_event_get_num, call::MPI_T_event_get_info, get_event_info);
  return all;
}

// Queries everything; returns how many queries of an index succeeded (libraries have gaps).
int enumerate(const std::vector<Kind>& all) {
  int found = 0;
  for (const Kind& kind : all) {
    int num = 0;
    if (kind.get_num(&num) != MPI_SUCCESS) throw std::runtime_error("a get_num failed");
    for (int i = 0; i < num; ++i) found += kind.get_info(i) == MPI_SUCCESS ? 1 : 0;
  }
  return found;
}

void add_enumeration() {
  add("call/enumeration/all", clock_unit, [](auto& state) {
    const std::vector<Kind> all = kinds();
    const int expected = enumerate(all);
    time_calls(state, [&] { return enumerate(all) == expected ? MPI_SUCCESS : 1; });
    state.SetItemsProcessed(state.iterations() * expected);
    state.counters["variables"] = expected;
  });
}

}  // namespace

void add_general_calls() {
  add_nested();
  add_enums();
  add_enumeration();
}

}  // namespace mpitcheck::bench
