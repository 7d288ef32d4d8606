// SPDX-License-Identifier: BSD-3-Clause
// Event types that show every combination of what an event type may be.
#include "event_specimens.hpp"

#include <string>
#include <utility>

#include "engine/event_delivery.hpp"
#include "engine/value.hpp"
#include "specimens.hpp"

namespace mpit::runtime {
namespace {

constexpr Named<CallbackSafety> levels[] = {
    {CallbackSafety::none, "none"},
    {CallbackSafety::mpi_restricted, "restricted"},
    {CallbackSafety::thread_safe, "thread_safe"},
    {CallbackSafety::async_signal_safe, "signal_safe"},
};

// All verbosity levels in turn, one for each specimen.
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

// From now on uses of the object are events, of its `uses`.
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
    for (const auto& level : levels) {
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
