// SPDX-License-Identifier: BSD-3-Clause
// The reference's engine alone, with any number of variables, categories and event types.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "bench/scale/scale.hpp"
#include "bench/update/engine_use.hpp"
#include "reference/component/event.hpp"
#include "reference/component/instruments.hpp"

namespace mpitcheck::bench {

namespace {

constexpr std::initializer_list<int> sizes{10, 100, 1000, 10000};

// The size is fixed, so that access to the next name costs the same among many.
using Name = std::array<char, 40>;

// An engine with `size` cvars, levels, categories and event types, and their names in an order
// unrelated to that of registration.
struct FilledEngine {
  explicit FilledEngine(int size) : names(static_cast<std::size_t>(size)) {
    mpit::SourceRecord& source = engine.add_source({.name = "source"});
    engine.add_category("all");
    for (std::size_t i = 0; i != names.size(); ++i) {
      const std::string name = "component_module_variable_" + std::to_string(i);
      name.copy(names[i].data(), names[i].size() - 1);
      engine.add_cvar({.name = name});
      const mpit::Level<> level(engine, {.name = name, .category = "all"});
      engine.add_category(name);
      const mpit::Event<> event(engine, {.name = name, .source = &source});
    }
    std::shuffle(names.begin(), names.end(), std::mt19937_64(1));
  }

  RunningEngine engine;
  std::vector<Name> names;
};

// Created once for each size.
FilledEngine& engine_of(int size) {
  static std::map<int, std::unique_ptr<FilledEngine>> engines;
  std::unique_ptr<FilledEngine>& filled = engines[size];
  if (filled == nullptr) filled = std::make_unique<FilledEngine>(size);
  return *filled;
}

// scale/engine_<what>_among/<N>: a look-up of all names in turn.
void add_look_up(const std::string& what, Code (*find)(Engine&, const char*, int*)) {
  add_sizes("engine_" + what + "_among", "clock_gettime", sizes, [find](auto& state, int size) {
    FilledEngine& filled = engine_of(size);
    time_calls_over(state, filled.names, [&](const Name& name) {
      int index = 0;
      return static_cast<int>(find(filled.engine, name.data(), &index));
    });
  });
}

void add_look_ups() {
  add_look_up("cvar_get_index", [](Engine& engine, const char* name, int* index) {
    return engine.cvar_get_index(name, index);
  });
  add_look_up("pvar_get_index", [](Engine& engine, const char* name, int* index) {
    return engine.pvar_get_index(name, static_cast<int>(PvarClass::level), index);
  });
  add_look_up("category_get_index", [](Engine& engine, const char* name, int* index) {
    return engine.category_get_index(name, index);
  });
  add_look_up("event_get_index", [](Engine& engine, const char* name, int* index) {
    return engine.event_get_index(name, index);
  });
}

Code get_info(Engine& engine, int index) {
  Name name;
  int name_len = static_cast<int>(name.size());
  int var_class = 0;
  return engine.pvar_get_info(index, name.data(), &name_len, nullptr, &var_class, nullptr, nullptr,
                              nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
}

void add_queries_among() {
  add_sizes("engine_pvar_get_info_among", "clock_gettime", sizes, [](auto& state, int size) {
    FilledEngine& filled = engine_of(size);
    time_calls(state, [&] { return static_cast<int>(get_info(filled.engine, size / 2)); });
  });
  add_sizes("engine_pvar_get_info_of_all", "clock_gettime", sizes, [](auto& state, int size) {
    FilledEngine& filled = engine_of(size);
    time_calls(state, [&] {
      int codes = 0;
      for (int i = 0; i != size; ++i) codes |= static_cast<int>(get_info(filled.engine, i));
      return codes;
    });
  });
  add_sizes("engine_category_get_pvars_of_all", "clock_gettime", sizes, [](auto& state, int size) {
    FilledEngine& filled = engine_of(size);
    std::vector<int> members(static_cast<std::size_t>(size));
    time_calls(state, [&] {
      return static_cast<int>(filled.engine.category_get_pvars(0, size, members.data()));
    });
  });
  add_sizes("engine_init_thread+finalize_among", "clock_gettime", sizes, [](auto& state, int size) {
    FilledEngine& filled = engine_of(size);
    int provided = 0;
    time_calls(state, [&] {
      const Code up = filled.engine.init_thread(0, &provided);
      return static_cast<int>(up) | static_cast<int>(filled.engine.finalize());
    });
  });
}

}  // namespace

void add_engine() {
  add_look_ups();
  add_queries_among();
  add_sizes("engine_pvar_read_by_handles", "clock_gettime", {1, 100, many},
            [](auto& state, int size) {
              RunningEngine engine;
              const mpit::Counter<> counter(engine, {.name = "read"});
              const Started started = start_handles(engine, 0, size);
              counter.inc();
              unsigned long long value = 0;
              time_calls(state, [&] {
                return static_cast<int>(engine.pvar_read(started.session, started.handle, &value));
              });
              if (value != 1) state.SkipWithError("the value read is wrong");
            });
}

}  // namespace mpitcheck::bench
