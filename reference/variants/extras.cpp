// SPDX-License-Identifier: BSD-3-Clause
// Variables, categories and event types that only variants have.
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "reference/engine/pvar/watermark.hpp"
#include "reference/variants/variant_editor.hpp"

namespace mpit {
namespace {

constexpr int large = 1000;

std::shared_ptr<Storage> storage_of(Engine& engine, PvarClass var_class, Datatype datatype,
                                    int count) {
  switch (var_class) {
    case PvarClass::counter:
    case PvarClass::aggregate:
    case PvarClass::timer:
      return std::make_shared<SumStorage>(engine.thread_words(), datatype, count);
    case PvarClass::highwatermark:
      return std::make_shared<WatermarkStorage>(WatermarkStorage::Direction::high, datatype, count,
                                                0);
    case PvarClass::lowwatermark:
      return std::make_shared<WatermarkStorage>(WatermarkStorage::Direction::low, datatype, count,
                                                0);
    default:
      return std::make_shared<GaugeStorage>(datatype, count);
  }
}

void add_pvar(Engine& engine, PvarClass var_class, Datatype datatype, int count = 1) {
  PvarSpec spec;
  spec.name = "variant_" + std::to_string(static_cast<std::uintptr_t>(datatype)) + "_of_" +
              std::to_string(count);
  spec.desc = "Variable of a variant; counted in nanoseconds if it is a timer.";
  spec.category = "variant";
  spec.var_class = var_class;
  spec.datatype = datatype;
  spec.storage = storage_of(engine, var_class, datatype, count);
  engine.add_pvar(std::move(spec));
}

void add_cvar(Engine& engine, const std::string& name, const std::string& category,
              Datatype datatype = Datatype::int_, int count = 1) {
  CvarSpec spec;
  spec.name = name;
  spec.desc =
      "Variable of a variant. Set it at any time to any value; it concerns this process "
      "only.";
  spec.category = category;
  spec.datatype = datatype;
  spec.count = count;
  engine.add_cvar(std::move(spec));
}

void add_large_arrays(Engine& engine) {
  add_cvar(engine, "variant_large_int", "variant", Datatype::int_, large);
  add_cvar(engine, "variant_large_double", "variant", Datatype::double_, large);
  add_cvar(engine, "variant_large_text", "variant", Datatype::char_, large);
  using enum PvarClass;
  add_pvar(engine, level, Datatype::unsigned_long, large);
  add_pvar(engine, PvarClass::size, Datatype::double_, large);
  add_pvar(engine, percentage, Datatype::double_, large);
  add_pvar(engine, highwatermark, Datatype::unsigned_long, large);
  add_pvar(engine, lowwatermark, Datatype::double_, large);
  add_pvar(engine, counter, Datatype::unsigned_long_long, large);
  add_pvar(engine, aggregate, Datatype::unsigned_, large);
  add_pvar(engine, timer, Datatype::unsigned_long_long, large);
  add_pvar(engine, generic, Datatype::char_, large);
}

void add_fixed_widths(Engine& engine) {
  using enum PvarClass;
  for (const PvarClass var_class :
       {level, PvarClass::size, highwatermark, lowwatermark, counter, aggregate, timer}) {
    add_pvar(engine, var_class, Datatype::uint32);
    add_pvar(engine, var_class, Datatype::uint64);
  }
}

void add_deep_categories(Engine& engine, int levels) {
  std::string parent;
  for (int level = 1; level <= levels; ++level) {
    const std::string name = "variant_level_" + std::to_string(level);
    engine.add_category(name, "Level " + std::to_string(level) + " of a tree.", parent);
    add_cvar(engine, "variant_at_level_" + std::to_string(level), name);
    parent = name;
  }
}

void add_many_categories(Engine& engine, int number) {
  for (int i = 1; i <= number; ++i) engine.add_category("variant_category_" + std::to_string(i));
}

void add_shared_categories(Engine& engine) {
  for (const char* parent : {"variant_shared_1", "variant_shared_2"}) {
    engine.add_category(parent, "All variables.");
    engine.add_category("variant_shared_within", "A category within two.", parent);
  }
}

// An event type whose two elements overlap. No code raises it.
void add_union_event(Engine& engine) {
  EventSpec spec;
  spec.name = "variant_union";
  spec.desc = "A number, and its upper half.";
  spec.category = "variant";
  spec.elements = {Datatype::uint64, Datatype::uint32};
  spec.displacements = {0, 4};
  spec.source = &engine.add_source({.name = "variant_source", .desc = "It raises nothing."});
  engine.add_event(std::move(spec));
}

// LEVEL variables with the names of the runtime's watermarks. They measure other resources.
void add_levels_of_their_own(Engine& engine) {
  for (const char* name :
       {"mpi_posted_queue_length", "mpi_unexpected_queue_length", "mpi_unexpected_bytes"}) {
    PvarSpec spec;
    spec.name = name;
    spec.desc = "Depth of a queue of the network.";
    spec.var_class = PvarClass::level;
    spec.datatype = Datatype::unsigned_long;
    spec.storage = std::make_shared<GaugeStorage>(spec.datatype, 1, 5);
    engine.add_pvar(std::move(spec));
  }
}

// A timer that grows by `requests` seconds per second, as the sum over so many pending requests.
void add_timer_of_requests(Engine& engine, int requests) {
  PvarSpec spec;
  spec.name = "variant_request_time";
  spec.desc = "Seconds of all requests under way.";
  spec.var_class = PvarClass::timer;
  spec.datatype = Datatype::double_;
  const auto seconds = [requests, began = std::chrono::steady_clock::now()](int) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began;
    return to_word(passed.count() * requests);
  };
  spec.storage = std::make_shared<ComputedStorage>(spec.datatype, 1, seconds);
  engine.add_pvar(std::move(spec));
}

// One variable of each class except the watermarks. Its value differs at each reading.
void add_restless(Engine& engine) {
  const auto readings = std::make_shared<std::atomic<std::uint64_t>>(0);
  const auto add = [&](PvarClass var_class, Datatype datatype, const auto& value_of, int count = 1,
                       EnumType enumtype = EnumType::null) {
    PvarSpec spec;
    spec.name = "variant_restless_" + std::to_string(static_cast<int>(var_class));
    spec.desc = "Another value at each reading; seconds if it is a timer.";
    spec.var_class = var_class;
    spec.datatype = datatype;
    spec.enumtype = enumtype;
    spec.storage =
        std::make_shared<ComputedStorage>(datatype, count, [readings, value_of](int element) {
          return std::uint64_t{value_of(++*readings, element)};
        });
    engine.add_pvar(std::move(spec));
  };
  const auto plain = [](std::uint64_t reading, int) { return reading; };
  const auto seconds = [](std::uint64_t reading, int) {
    return to_word(1e-9 * static_cast<double>(reading));
  };
  const auto odd = [](std::uint64_t reading, int) { return reading % 2; };
  const auto all_or_half = [](std::uint64_t reading, int) {
    return to_word(reading % 2 ? 1 : 0.5);
  };
  constexpr int characters = 4;
  const auto text = [](std::uint64_t reading, int element) {
    return element + 1 == characters ? 0 : 'a' + reading % 26;
  };
  const EnumType states =
      engine.add_enum({.name = "variant_restless_states", .items = {{"idle", 0}, {"busy", 1}}});
  using enum PvarClass;
  add(state, Datatype::int_, odd, 1, states);
  add(level, Datatype::unsigned_long, odd);
  add(PvarClass::size, Datatype::unsigned_, odd);
  add(percentage, Datatype::double_, all_or_half);
  add(counter, Datatype::unsigned_long_long, plain);
  add(aggregate, Datatype::unsigned_long, plain);
  add(timer, Datatype::double_, seconds);
  add(generic, Datatype::char_, text, characters);
}

}  // namespace

void add_extras(Engine& engine, const Variant& variant) {
  if (variant.large_arrays) add_large_arrays(engine);
  if (variant.fixed_width_variables) add_fixed_widths(engine);
  if (variant.int_level_variable) add_pvar(engine, PvarClass::level, Datatype::int_);
  if (variant.union_event) add_union_event(engine);
  add_deep_categories(engine, variant.deep_categories);
  add_many_categories(engine, variant.many_categories);
  if (variant.shared_members) add_shared_categories(engine);
  if (variant.unrelated_names) add_levels_of_their_own(engine);
  if (variant.restless_pvars) add_restless(engine);
  if (variant.requests_at_once != 0) add_timer_of_requests(engine, variant.requests_at_once);
}

}  // namespace mpit
