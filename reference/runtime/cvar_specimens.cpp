// SPDX-License-Identifier: BSD-3-Clause
// Control variables of every datatype, scope and binding, scalars, arrays and texts.
#include <cstring>
#include <string>
#include <utility>

#include "bytes.hpp"
#include "specimens.hpp"

namespace mpit::runtime {
namespace {

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

// One number for each object.
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
      int value = 0;  // what an object that is gone leaves behind
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

// Refusals: for the time being, and for ever.
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
      "Specimen: a number whose scope lets hope that it can be set, but every try is refused.";
  never.set = [](ObjectWord, const void*) { return Code::cvar_set_never; };
  engine.add_cvar(std::move(never));
}

}  // namespace

void add_cvar_specimens(Engine& engine, const ObjectAccess& objects) {
  add_types(engine);
  add_enumerated(engine);
  add_bound(engine, objects);
  add_refusing(engine);
}

}  // namespace mpit::runtime
