// SPDX-License-Identifier: BSD-3-Clause
// The runtime's variables together, and their categories.
#include "variables.hpp"

#include "specimens.hpp"

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

// Before the variables, which then join by name. Comment blocks declare the other categories.
Engine& add_categories(Engine& engine) {
  engine.add_category("mpi", "The MPI runtime of the reference.");
  engine.add_category("mpi_queues", "The queues of posted receives and unexpected messages.",
                      "mpi");
  engine.add_category("mpi_p2p", "Point-to-point traffic of the process.", "mpi");
  engine.add_category("mpi_comm", "Settings and traffic of each communicator.", "mpi");
  return engine;
}

}  // namespace

Variables::Variables(Engine& engine, const ObjectAccess& objects)
    : delivery_(engine.event_delivery()),
      control_(add_categories(engine), objects),
      performance_(engine),
      events_(engine, objects),
      event_specimens_(engine, objects) {
  add_specimens(engine, objects);
  // Blocks say of categories nothing but their names and meanings.
  for (const char* const name : {"mpi_protocol", "mpi_errors"}) {
    engine.add_category(name, {}, "mpi");
  }
}

std::size_t Variables::eager_limit(const Communicator& communicator) const {
  return communicator.eager_limit < 0 ? control_.eager_limit()
                                      : static_cast<std::size_t>(communicator.eager_limit);
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
  performance_.on_send(route.communicator.variables, route.peer, bytes, eager);
  events_.on_send_started(route, bytes, eager);
  if (!control_.drives_specimens()) return;
  if (const auto& specimens = process_.bound().specimens) specimens->drive_sums(bytes);
  event_specimens_.drive();
}

const Timer<>* Variables::wait_timer() const {
  return control_.times_waits() ? &performance_.wait_time() : nullptr;
}

}  // namespace mpit::runtime
