// SPDX-License-Identifier: BSD-3-Clause
// The runtime's variables and their categories. Control variables that a comment block can declare
// are declared next to the code that uses them. The others are here: constants, a variable of
// communicators, and thread levels, whose values are MPI's and which are sometimes fixed.
#include "reference/runtime/job/variables.hpp"

#include <mpi.h>

#include <climits>
#include <cstring>
#include <string>
#include <utility>

#include "reference/runtime/job/specimens.hpp"
#include "reference/runtime/job/version.hpp"
#include "reference/runtime/messages/bytes.hpp"
#include "reference/runtime/objects/objects.hpp"

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===
categories:
  - name        : specimens
    description : Variables that show combinations of properties.

cvars:
  - name        : mpi_time_waits
    category    : mpi_protocol
    type        : boolean
    default     : true
    class       : none
    verbosity   : MPI_T_VERBOSITY_TUNER_DETAIL
    scope       : MPI_T_SCOPE_LOCAL
    description : >-
      Whether mpi_wait_time runs. Set it at any time; it concerns this process only.

  - name        : mpi_drive_specimens
    category    : specimens
    type        : boolean
    default     : true
    class       : none
    verbosity   : MPI_T_VERBOSITY_MPIDEV_DETAIL
    scope       : MPI_T_SCOPE_LOCAL
    description : >-
      Whether traffic updates the specimens without object. Set it at any time; it concerns this
      process only.
=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

namespace mpit::runtime {

namespace {

CvarSpec highest_level(EnumType levels) {
  return {.name = "mpi_highest_thread_level",
          .desc =
              "The highest thread level that MPI_Init_thread grants. Set it before MPI is "
              "initialized, to the same value in all processes; from then on it is fixed.",
          .category = "mpi_protocol",
          .enumtype = levels,
          .scope = Scope::all_eq};
}

CvarSpec thread_level(EnumType levels) {
  return {.name = "mpi_thread_level",
          .desc =
              "The thread level of MPI: single until MPI is initialized, then the level granted. "
              "It cannot be set.",
          .category = "mpi_protocol",
          .enumtype = levels,
          .scope = Scope::readonly};
}

void add_constants(Engine& engine) {
  CvarSpec version;
  version.name = "mpi_library_version";
  version.category = "mpi";
  version.desc = "What MPI_Get_library_version returns. It cannot be set.";
  version.datatype = Datatype::char_;
  version.scope = Scope::constant;
  version.count = static_cast<int>(sizeof library_version);
  version.initial = bytes_of_text(library_version);
  engine.add_cvar(std::move(version));

  CvarSpec tag;
  tag.name = "mpi_highest_tag";
  tag.category = "mpi_protocol";
  tag.desc = "The highest tag of a message. It cannot be set.";
  tag.scope = Scope::constant;
  tag.initial = bytes_of(INT_MAX);
  engine.add_cvar(std::move(tag));
}

void add_comm_eager_limit(Engine& engine, const ObjectAccess& objects) {
  CvarSpec spec;
  spec.name = "mpi_comm_eager_limit";
  spec.category = "mpi_comm";
  spec.desc =
      "As mpi_eager_limit, for the messages of one communicator; -1 means that mpi_eager_limit "
      "counts. Set it at any time to -1 or more; it concerns this process only.";
  spec.verbosity = Verbosity::tuner_detail;
  spec.bind = Bind::mpi_comm;
  spec.datatype = Datatype::int64;
  spec.scope = Scope::local;
  spec.count_of = [objects](ObjectWord comm) {
    return objects(Bind::mpi_comm, comm, [](Object&) {}) ? 1 : -1;
  };
  spec.get = [objects](ObjectWord comm, void* buf) {
    std::int64_t limit = -1;  // the value after the end of a communicator
    objects(Bind::mpi_comm, comm,
            [&](Object& object) { limit = static_cast<Communicator&>(object).eager_limit; });
    std::memcpy(buf, &limit, sizeof limit);
  };
  spec.set = [objects](ObjectWord comm, const void* buf) {
    std::int64_t limit;
    std::memcpy(&limit, buf, sizeof limit);
    if (limit < -1) return Code::cvar_set_not_now;
    const bool live = objects(Bind::mpi_comm, comm, [&](Object& object) {
      static_cast<Communicator&>(object).eager_limit = limit;
    });
    return live ? Code::success : Code::cvar_set_not_now;
  };
  engine.add_cvar(std::move(spec));
}

EnumType add_thread_levels(Engine& engine) {
  return engine.add_enum({"mpi_thread_levels",
                          {{"single", MPI_THREAD_SINGLE},
                           {"funneled", MPI_THREAD_FUNNELED},
                           {"serialized", MPI_THREAD_SERIALIZED},
                           {"multiple", MPI_THREAD_MULTIPLE}}});
}

// Before the variables, which are added by name. Comment blocks declare the other categories.
Engine& add_categories(Engine& engine) {
  engine.add_category("mpi", "The MPI runtime of the reference.");
  engine.add_category("mpi_queues", "The queues of posted receives and unexpected messages.",
                      "mpi");
  engine.add_category("mpi_p2p", "Point-to-point traffic of the process.", "mpi");
  engine.add_category("mpi_objects", "Objects that come and go.", "mpi");
  engine.add_category("mpi_comm", "Settings and traffic of each communicator.", "mpi");
  return engine;
}

}  // namespace

ControlVariables::ControlVariables(Engine& engine, const ObjectAccess& objects)
    : ControlVariables(engine, objects, add_thread_levels(engine)) {}

ControlVariables::ControlVariables(Engine& engine, const ObjectAccess& objects,
                                   EnumType thread_levels)
    : declared_(engine),
      initialized_(std::make_shared<std::atomic<bool>>(false)),
      highest_thread_level_(engine, highest_level(thread_levels), MPI_THREAD_MULTIPLE,
                            [initialized = initialized_](int) {
                              return *initialized ? Code::cvar_set_never : Code::success;
                            }),
      thread_level_(engine, thread_level(thread_levels), MPI_THREAD_SINGLE) {
  add_constants(engine);
  add_comm_eager_limit(engine, objects);
}

void ControlVariables::on_init(int thread_level) {
  *initialized_ = true;
  thread_level_.set(thread_level);
}

Variables::Variables(Engine& engine, const ObjectAccess& objects)
    : delivery_(engine.event_delivery()),
      control_(add_categories(engine), objects),
      performance_(engine),
      events_(engine, objects),
      object_events_(engine, objects),
      event_specimens_(engine, objects) {
  add_specimens(engine, objects);
  // Blocks define only names and descriptions of categories.
  for (const char* const name : {"mpi_protocol", "mpi_errors"}) {
    engine.add_category(name, {}, "mpi");
  }
}

CommVariables Variables::attach(MPI_Comm comm, int size) {
  return performance_.attach(reinterpret_cast<ObjectWord>(comm), size);
}

void Variables::detach(MPI_Comm comm) { performance_.detach(reinterpret_cast<ObjectWord>(comm)); }

void Variables::on_init(int thread_level) {
  control_.on_init(thread_level);
  performance_.on_phase(PerformanceVariables::Phase::active);
}

void Variables::on_finalize() { performance_.on_phase(PerformanceVariables::Phase::finalized); }

void Variables::on_send(const Route& route, std::size_t bytes, bool eager) {
  performance_.on_send(*route.communicator.variables, route.peer, bytes, eager);
  events_.on_send_started(route, bytes, eager);
  if (!control_.drives_specimens()) return;
  if (const auto& specimens = process_.bound().specimens) specimens->drive_sums(bytes);
  event_specimens_.drive();
}

const Timer<>* Variables::wait_timer() const {
  return control_.times_waits() ? &performance_.wait_time() : nullptr;
}

}  // namespace mpit::runtime
