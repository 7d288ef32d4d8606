// SPDX-License-Identifier: BSD-3-Clause
// The runtime's variables together, and their categories.
#include "variables.hpp"

#include "specimens.hpp"

namespace mpit::runtime {
namespace {

// Before the variables, which then join by name.
Engine& add_categories(Engine& engine) {
  engine.add_category("mpi", "The MPI runtime of the reference.");
  const std::pair<const char*, const char*> parts[] = {
      {"mpi_protocol", "How messages are sent and waited for."},
      {"mpi_queues", "The queues of posted receives and unexpected messages."},
      {"mpi_p2p", "Point-to-point traffic of the process."},
      {"mpi_comm", "Settings and traffic of each communicator."},
      {"mpi_errors", "Checks of arguments."},
  };
  for (const auto& [name, desc] : parts) {
    engine.add_category(name, desc, "mpi");
  }
  return engine;
}

std::shared_ptr<SpecimenSet> make_specimens(Engine& engine, const ObjectAccess& objects) {
  auto specimens = std::make_shared<SpecimenSet>(engine.thread_words());
  add_specimens(engine, specimens, objects);
  return specimens;
}

}  // namespace

Variables::Variables(Engine& engine, const ObjectAccess& objects)
    : engine_(engine),
      control_(add_categories(engine), objects),
      performance_(engine),
      specimens_(make_specimens(engine, objects)),
      events_(engine, objects),
      event_specimens_(engine, objects) {}

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

void Variables::on_send(const Request& send, std::size_t bytes, bool eager) {
  performance_.on_send(send.communicator->variables, send.source, bytes, eager);
  events_.on_send_started(send, bytes, eager);
  if (!control_.drives_specimens()) return;
  specimens_->drive_sums(bytes);
  event_specimens_.drive();
}

void Variables::on_queues(const QueueState& state) {
  performance_.on_queues(state);
  if (control_.drives_specimens()) specimens_->drive_level(state.unexpected);
}

const Timer<>* Variables::wait_timer() const {
  return control_.times_waits() ? &performance_.wait_time() : nullptr;
}

}  // namespace mpit::runtime
