// SPDX-License-Identifier: BSD-3-Clause
// Queries of all areas, nested initialization, enumerations, and everything that a tool queries
// when it starts. Also the first initialization and the last finalization, each pair in a new
// process.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <sstream>

#include "bench/calls/calls.hpp"
#include "bench/common/target.hpp"
#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/process/child.hpp"

namespace mpitcheck::bench {

namespace {

void add_nested() {
  const auto init = call::MPI_T_init_thread.unrecorded();
  const auto finalize = call::MPI_T_finalize.unrecorded();
  // Compared with the minimal cost of calls.
  add("call/MPI_T_init_thread+finalize/nested", "function_pair", [init, finalize](auto& state) {
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

// The calls of a tool that lists everything, for one kind of object.
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

// Queries everything. Returns the number of indices whose query succeeds, since libraries have
// gaps.
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

std::vector<std::string>& environment() {
  static std::vector<std::string> variables;
  return variables;
}

// Nanoseconds of init_thread and finalize in a new process.
struct Cold {
  double init = 0, finalize = 0;
};

Cold run_cold() {
  const ChildResult child = in_child([](int out) {
    std::vector<char*> variables;
    for (std::string& variable : environment()) variables.push_back(variable.data());
    variables.push_back(nullptr);
    char program[] = "bench_calls";
    char option[] = "--cold";
    char* arguments[] = {program, option, nullptr};
    ::dup2(out, STDOUT_FILENO);
    ::execve("/proc/self/exe", arguments, variables.data());
    throw std::runtime_error("execve failed");
  });
  Cold cold;
  std::istringstream reported(child.output);
  if (child.signal != 0 || child.exit_code != 0 || !(reported >> cold.init >> cold.finalize)) {
    throw std::runtime_error("a fresh process could not bring MPI_T up and down");
  }
  return cold;
}

void time_cold(benchmark::State& state, double Cold::*part) {
  for (auto _ : state) state.SetIterationTime(run_cold().*part * 1e-9);
}

}  // namespace

void add_number_query(const std::string& function, int (*pointer)(int*)) {
  if (pointer == nullptr) return;
  add("call/" + function + "/hot", clock_unit, [pointer](auto& state) {
    int number = 0;
    time_calls(state, [&] { return pointer(&number); });
  });
}

void add_name_look_ups(const std::string& function, const std::vector<std::string>& names,
                       int (*pointer)(const char*, int*)) {
  if (pointer == nullptr) return;
  add_look_ups<std::string>(function, names, "no such name", [pointer](const std::string& name) {
    int index = 0;
    return pointer(name.c_str(), &index);
  });
}

void add_general_calls() {
  add_nested();
  add_enums();
  add_enumeration();
}

void remember_environment() {
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    environment().emplace_back(*variable);
  }
}

int cold_process() {
  using Clock = std::chrono::steady_clock;
  const auto ns = [](Clock::duration time) {
    return static_cast<long long>(std::chrono::nanoseconds(time).count());
  };
  const auto init = call::MPI_T_init_thread.unrecorded();
  const auto finalize = call::MPI_T_finalize.unrecorded();
  int provided = 0;
  const Clock::time_point begin = Clock::now();
  const int up = init(MPI_THREAD_SINGLE, &provided);
  const Clock::time_point middle = Clock::now();
  const int down = finalize();
  const Clock::time_point end = Clock::now();
  std::printf("%lld %lld\n", ns(middle - begin), ns(end - middle));
  return up == MPI_SUCCESS && down == MPI_SUCCESS ? 0 : 1;
}

void add_cold_calls() {
  const auto add_part = [](const std::string& name, double Cold::*part) {
    add("call/" + name + "/cold", clock_unit, [part](auto& state) { time_cold(state, part); })
        ->Iterations(1)  // repetitions of the whole benchmark give the statistics
        ->UseManualTime();
  };
  add_part("MPI_T_init_thread", &Cold::init);
  add_part("MPI_T_finalize", &Cold::finalize);
}

}  // namespace mpitcheck::bench
