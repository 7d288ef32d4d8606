// SPDX-License-Identifier: BSD-3-Clause
// One performance variable per legal combination of class, datatype, flags and binding.
#include <string>
#include <utility>

#include "reference/runtime/job/specimens.hpp"

namespace mpit::runtime {
namespace {

struct Flags {
  bool readonly;
  bool continuous;
  bool atomic;
  const char* name;
};

// A variable that may not be reset has no atomic read-and-reset either.
constexpr Flags flag_combinations[] = {
    {false, false, true, "atomic"},           {false, false, false, "plain"},
    {false, true, true, "continuous_atomic"}, {false, true, false, "continuous"},
    {true, false, false, "readonly"},         {true, true, false, "readonly_continuous"},
};

const char* class_name(PvarClass var_class) {
  switch (var_class) {
    case PvarClass::state:
      return "state";
    case PvarClass::level:
      return "level";
    case PvarClass::size:
      return "size";
    case PvarClass::percentage:
      return "percentage";
    case PvarClass::highwatermark:
      return "highwatermark";
    case PvarClass::lowwatermark:
      return "lowwatermark";
    case PvarClass::counter:
      return "counter";
    case PvarClass::aggregate:
      return "aggregate";
    case PvarClass::timer:
      return "timer";
    case PvarClass::generic:
      return "generic";
  }
  return "";
}

const char* datatype_name(Datatype datatype) {
  for (const auto& named : datatypes) {
    if (named.value == datatype) return named.name;
  }
  return "";
}

// The descriptions of a specimen without object, and of one that is bound.
struct Meaning {
  const char* process;
  const char* object;
};

Meaning meaning_of(const SpecimenKind& kind) {
  const bool seconds = kind.datatype == Datatype::double_;
  switch (kind.var_class) {
    case PvarClass::state:
      return {"How crowded the queue of unexpected messages is.",
              "How far the uses of the object have run through a round of 8."};
    case PvarClass::level:
    case PvarClass::size:
    case PvarClass::generic:
      return {"Length of the queue of unexpected messages.",
              "Uses of the object by MPI functions, modulo 8."};
    case PvarClass::percentage:
      return {"Length of the queue of unexpected messages as share of 8, at most 1.",
              "Uses of the object by MPI functions, modulo 8, as share of 8."};
    case PvarClass::highwatermark:
      return {"Highest length of the queue of unexpected messages.",
              "Highest number of uses of the object, modulo 8."};
    case PvarClass::lowwatermark:
      return {"Lowest length of the queue of unexpected messages.",
              "Lowest number of uses of the object, modulo 8."};
    case PvarClass::counter:
      return {"Messages that this process sent.", "Uses of the object by MPI functions."};
    case PvarClass::aggregate:
      return {"Bytes that this process sent.", "Sum of 1 for each use of the object."};
    case PvarClass::timer:
      if (seconds) {
        return {"Time spent updating specimens, in seconds as of MPI_Wtime.",
                "Time spent updating specimens of the object, in seconds as of MPI_Wtime."};
      }
      return {"Time spent updating specimens, in nanoseconds.",
              "Time spent updating specimens of the object, in nanoseconds."};
  }
  return {"", ""};
}

struct Binding {
  Bind bind;
  const char* name;
};

// Registers the variables of one binding, one per kind and combination of flags.
class Registrar {
 public:
  Registrar(Engine& engine, const Binding& binding, EnumType states)
      : engine_(engine), binding_(binding), states_(states) {}

  template <class Locate>
  void add_all(Locate locate) {
    for (std::size_t kind = 0; kind < specimen_kinds().size(); ++kind) {
      for (const Flags& flags : flag_combinations) {
        PvarSpec spec = describe(specimen_kinds()[kind], flags);
        locate(spec, kind);
        engine_.add_pvar(std::move(spec));
      }
    }
  }

 private:
  PvarSpec describe(const SpecimenKind& kind, const Flags& flags) {
    PvarSpec spec;
    const std::string name = binding_.name;
    spec.name = "specimen_" + name + "_" + datatype_name(kind.datatype) + "_" + flags.name;
    spec.category = "specimens_pvar_" + name;
    const Meaning meaning = meaning_of(kind);
    spec.desc = std::string("Specimen of class ") + class_name(kind.var_class) + ". " +
                (binding_.bind == Bind::no_object ? meaning.process : meaning.object);
    spec.verbosity = verbosity_ = next_verbosity(verbosity_);
    spec.var_class = kind.var_class;
    spec.datatype = kind.datatype;
    if (kind.var_class == PvarClass::state) spec.enumtype = states_;
    spec.bind = binding_.bind;
    spec.readonly = flags.readonly;
    spec.continuous = flags.continuous;
    spec.atomic = flags.atomic;
    return spec;
  }

  Engine& engine_;
  const Binding binding_;
  const EnumType states_;
  Verbosity verbosity_ = Verbosity::mpidev_all;
};

// The storage of one kind for a live object, or for the process. The set is created when a tool
// first binds one, so that traffic need not update it before.
std::shared_ptr<Storage> storage_of_object(const ObjectAccess& objects, Bind bind,
                                           ObjectWord handle, std::size_t kind,
                                           const std::shared_ptr<ThreadWords>& words) {
  std::shared_ptr<Storage> storage;
  objects(bind, handle, [&](Object& object) {
    Object::Bound& bound = object.bound();
    if (!bound.specimens) {
      bound.specimens = std::make_unique<SpecimenSet>(words);
      bound.specimens->drive_level(bound.level);
    }
    storage = bound.specimens->storage(kind);
  });
  return storage;
}

}  // namespace

void add_pvar_specimens(Engine& engine, const ObjectAccess& objects) {
  const EnumType states =
      engine.add_enum({"specimen_states",
                       {{"idle", static_cast<int>(SpecimenState::idle)},
                        {"busy", static_cast<int>(SpecimenState::busy)},
                        {"crowded", static_cast<int>(SpecimenState::crowded)}}});
  const auto add = [&](const Binding& binding) {
    Registrar(engine, binding, states).add_all([&](PvarSpec& spec, std::size_t kind) {
      spec.resolve = [objects, bind = binding.bind, kind,
                      words = engine.thread_words()](ObjectWord handle) {
        return storage_of_object(objects, bind, handle, kind, words);
      };
    });
  };
  add({Bind::no_object, "process"});
  for (const auto& object : object_kinds) add({object.value, object.name});
}

}  // namespace mpit::runtime
