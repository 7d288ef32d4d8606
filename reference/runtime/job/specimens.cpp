// SPDX-License-Identifier: BSD-3-Clause
// Specimens: the tree of categories and shared parts; control variables of every datatype, scope
// and binding, scalars, arrays and texts; event types of every combination.
#include "reference/runtime/job/specimens.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "reference/engine/core/event_delivery.hpp"
#include "reference/engine/core/value.hpp"
#include "reference/runtime/messages/bytes.hpp"

namespace mpit::runtime {

namespace {

void add_tree(Engine& engine) {
  engine.add_category("specimens_cvar", "Control variables among them.", "specimens");
  engine.add_category("specimens_pvar", "Performance variables among them.", "specimens");
  const auto add_bound = [&](const char* name, const std::string& object) {
    engine.add_category("specimens_pvar_" + std::string(name),
                        "Performance variables bound to " + object + ".", "specimens_pvar");
  };
  add_bound("process", "no object");
  for (const auto& kind : object_kinds)
    add_bound(kind.name, "an object: " + std::string(kind.name));
  // A leaf without members and description.
  engine.add_category("specimens_empty", {}, "specimens");
}

struct ScopeSpecimen {
  Scope scope;
  const char* name;
  const char* how_to_set;
};

constexpr ScopeSpecimen scopes[] = {
    {Scope::constant, "constant", "It cannot be set."},
    {Scope::readonly, "readonly", "It cannot be set."},
    {Scope::local, "local", "Set it at any time to any value; it concerns this process only."},
    {Scope::group, "group",
     "Set it at any time to any value, in all processes of the same MPI_COMM_WORLD, which are its "
     "group; the values may differ."},
    {Scope::group_eq, "group_eq",
     "Set it at any time to any value, the same one in all processes of the same MPI_COMM_WORLD, "
     "which are its group."},
    {Scope::all, "all",
     "Set it at any time to any value, in all connected processes; the values may differ."},
    {Scope::all_eq, "all_eq",
     "Set it at any time to any value, the same one in all connected processes."},
};

constexpr int text_size = 32;
constexpr int array_size = 4;

CvarSpec make_spec(std::string name, std::string what, const ScopeSpecimen& scope) {
  CvarSpec spec;
  spec.name = "specimen_" + std::move(name) + "_" + scope.name;
  spec.category = "specimens_cvar";
  spec.desc = "Specimen: " + std::move(what) + " " + scope.how_to_set;
  spec.scope = scope.scope;
  return spec;
}

// One element of each datatype (a text for MPI_CHAR) in each scope, and arrays.
void add_types(Engine& engine) {
  Verbosity verbosity = Verbosity::user_basic;
  for (const auto& datatype : datatypes) {
    const std::string type = datatype.name;
    const bool text = datatype.value == Datatype::char_;
    for (const ScopeSpecimen& scope : scopes) {
      CvarSpec spec = make_spec(type, text ? "a text of up to 31 characters." : "a number.", scope);
      spec.datatype = datatype.value;
      if (text) {
        spec.count = text_size;
        spec.initial = bytes_of_text("text");
      }
      spec.verbosity = verbosity = next_verbosity(verbosity);
      engine.add_cvar(std::move(spec));
    }
    if (text) continue;
    CvarSpec array = make_spec("array_" + type, "four numbers.", scopes[2]);
    array.datatype = datatype.value;
    array.count = array_size;
    engine.add_cvar(std::move(array));
  }
}

// Every scope with an enumeration whose values are neither sorted nor dense.
void add_enumerated(Engine& engine) {
  const EnumType colours = engine.add_enum(
      {"specimen_colours", {{"red", 7}, {"green", -3}, {"blue", 1000}, {"none", 0}}});
  for (const ScopeSpecimen& scope : scopes) {
    CvarSpec spec = make_spec("colour", "one of the items of its enumeration.", scope);
    spec.enumtype = colours;
    spec.initial = bytes_of(7);
    engine.add_cvar(std::move(spec));
  }
}

// One number per object.
void add_bound(Engine& engine, const ObjectAccess& objects) {
  for (const auto& kind : object_kinds) {
    const Bind bind = kind.value;
    CvarSpec spec =
        make_spec("bound_" + std::string(kind.name), "a number of the bound object.", scopes[2]);
    spec.bind = bind;
    spec.count_of = [objects, bind](ObjectWord handle) {
      return objects(bind, handle, [](Object&) {}) ? 1 : -1;
    };
    spec.get = [objects, bind](ObjectWord handle, void* buf) {
      int value = 0;  // the value after the end of the object
      objects(bind, handle, [&](Object& object) { value = object.bound().setting; });
      std::memcpy(buf, &value, sizeof value);
    };
    spec.set = [objects, bind](ObjectWord handle, const void* buf) {
      const bool live = objects(bind, handle, [&](Object& object) {
        std::memcpy(&object.bound().setting, buf, sizeof object.bound().setting);
      });
      return live ? Code::success : Code::cvar_set_not_now;
    };
    engine.add_cvar(std::move(spec));
  }
}

// Variables that refuse writes, temporarily or permanently.
void add_refusing(Engine& engine) {
  CvarSpec even;
  even.name = "specimen_even";
  even.category = "specimens_cvar";
  even.desc =
      "Specimen: a number. Set it at any time to an even number; odd ones are refused for the time "
      "being. It concerns this process only.";
  even.set = [](ObjectWord, const void* buf) {
    int value;
    std::memcpy(&value, buf, sizeof value);
    return value % 2 == 0 ? Code::success : Code::cvar_set_not_now;
  };
  engine.add_cvar(std::move(even));

  CvarSpec never;
  never.name = "specimen_never";
  never.category = "specimens_cvar";
  never.desc =
      "Specimen: a number whose scope says that it can be set, but every write is refused.";
  never.set = [](ObjectWord, const void*) { return Code::cvar_set_never; };
  engine.add_cvar(std::move(never));
}

constexpr Named<CallbackSafety> safety_levels[] = {
    {CallbackSafety::none, "none"},
    {CallbackSafety::mpi_restricted, "restricted"},
    {CallbackSafety::thread_safe, "thread_safe"},
    {CallbackSafety::async_signal_safe, "signal_safe"},
};

// Event specifications that cycle through the verbosity levels.
class Specs {
 public:
  EventSpec make(const std::string& name, const std::string& desc, SourceRecord& source) {
    EventSpec spec;
    spec.name = "specimen_event_" + name;
    spec.desc = "Specimen: " + desc;
    spec.category = "specimens_event";
    spec.verbosity = verbosity_ = next_verbosity(verbosity_);
    spec.source = &source;
    return spec;
  }

 private:
  Verbosity verbosity_ = Verbosity::mpidev_all;
};

EventData::Words words_of(const EventRecord& type, std::uint64_t number) {
  EventData::Words words{};
  for (std::size_t i = 0; i != type.spec.elements.size(); ++i) {
    const bool is_double = type.spec.elements[i] == Datatype::double_;
    words[i] = is_double ? to_word(static_cast<double>(number)) : number;
  }
  return words;
}

void post(const EventRecord& type, ObjectWord object, std::uint64_t number) {
  if (type.wanted()) type.delivery.post(type, object, words_of(type, number));
}

// From now on uses of the object raise events.
bool announce_uses(const ObjectAccess& objects, Bind bind, ObjectWord handle,
                   const EventRecord& type) {
  return objects(bind, handle, [&](Object& object) {
    std::function<void()>& announce_use = object.bound().announce_use;
    if (announce_use) return;
    announce_use = [&type, handle, uses = std::uint64_t{0}]() mutable {
      post(type, handle, ++uses);
    };
  });
}

void add_bound(Engine& engine, Specs& specs, SourceRecord& source, const ObjectAccess& objects) {
  for (const auto& kind : object_kinds) {
    EventSpec spec = specs.make("bound_" + std::string(kind.name),
                                "an MPI function used the bound object.", source);
    spec.elements = {Datatype::unsigned_long};
    spec.bind = kind.value;
    const auto type = std::make_shared<const EventRecord*>(nullptr);
    spec.accepts = [objects, bind = kind.value, type](ObjectWord handle) {
      return announce_uses(objects, bind, handle, **type);
    };
    *type = &engine.add_event(std::move(spec));
  }
}

}  // namespace

Verbosity next_verbosity(Verbosity previous) {
  using enum Verbosity;
  constexpr Verbosity all[] = {user_basic, user_detail,  user_all,      tuner_basic, tuner_detail,
                               tuner_all,  mpidev_basic, mpidev_detail, mpidev_all};
  const auto* const found = std::find(std::begin(all), std::end(all), previous);
  return found + 1 == std::end(all) ? all[0] : found[1];
}

void add_specimens(Engine& engine, const ObjectAccess& objects) {
  add_tree(engine);
  add_cvar_specimens(engine, objects);
  add_pvar_specimens(engine, objects);
}

void add_cvar_specimens(Engine& engine, const ObjectAccess& objects) {
  add_types(engine);
  add_enumerated(engine);
  add_bound(engine, objects);
  add_refusing(engine);
}

EventSpecimens::EventSpecimens(Engine& engine, const ObjectAccess& objects) {
  SourceRecord& ordered =
      engine.add_source({.name = "specimens_ordered",
                         .desc = "Specimens in the order of their times; ticks are microseconds.",
                         .ticks_per_second = 1'000'000});
  SourceRecord& unordered =
      engine.add_source({.name = "specimens_unordered",
                         .desc = "Specimens in any order; ticks are 100 nanoseconds. It cannot be "
                                 "asked for the time.",
                         .order = SourceOrder::unordered,
                         .ticks_per_second = 10'000'000,
                         .on_demand = false});
  sources_ = {&ordered, &unordered};
  engine.add_category("specimens_event", "Event types among them.", "specimens");
  Specs specs;
  const auto add = [&](EventSpec spec) { unbound_.push_back(&engine.add_event(std::move(spec))); };
  for (SourceRecord* const source : {&ordered, &unordered}) {
    const std::string suffix = source == &ordered ? "_ordered" : "_unordered";
    for (const auto& level : safety_levels) {
      EventSpec spec =
          specs.make(level.name + suffix,
                     "a message was sent; a certain safety is demanded of callbacks.", *source);
      spec.elements = {Datatype::int_, Datatype::unsigned_long_long};
      spec.demands = level.value;
      add(std::move(spec));
    }
  }
  EventSpec all =
      specs.make("all_types", "a message was sent; one element of each datatype.", ordered);
  for (const auto& datatype : datatypes) {
    EventSpec spec = specs.make(datatype.name, "a message was sent; one element.", ordered);
    spec.elements = {datatype.value};
    add(std::move(spec));
    all.elements.push_back(datatype.value);
  }
  add(std::move(all));
  EventSpec bare = specs.make("bare", "", ordered);
  bare.desc.clear();
  add(std::move(bare));
  add_bound(engine, specs, ordered, objects);
}

void EventSpecimens::post_all() const {
  for (const EventRecord* const type : unbound_) post(*type, 0, instances_);
}

}  // namespace mpit::runtime
