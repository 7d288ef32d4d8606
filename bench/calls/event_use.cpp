// SPDX-License-Identifier: BSD-3-Clause
// Registrations and callbacks.
#include "calls/event_use.hpp"

#include <exception>
#include <stdexcept>
#include <utility>

#include "harness/api.hpp"
#include "harness/pvars.hpp"

namespace mpitcheck::bench {

namespace {

struct Pending {
  OnInstance work;
  bool done = false;
  std::exception_ptr problem;  // nothing may be thrown through the library
};

void on_event(MPI_T_event_instance instance, MPI_T_event_registration, MPI_T_cb_safety,
              void* user_data) {
  auto& pending = *static_cast<Pending*>(user_data);
  if (std::exchange(pending.done, true)) return;
  try {
    pending.work(instance);
  } catch (...) {
    pending.problem = std::current_exception();
  }
}

}  // namespace

Registration::Registration(const EventType& type) {
  const auto object = object_for(type.bind);
  if (!object ||
      call::MPI_T_event_handle_alloc(type.index, *object, MPI_INFO_NULL, &handle_) != MPI_SUCCESS) {
    throw std::runtime_error("no registration for " + type.label());
  }
}

Registration::~Registration() { call::MPI_T_event_handle_free(handle_, nullptr, nullptr); }

MPI_T_cb_safety no_demands() { return static_cast<MPI_T_cb_safety>(safety_levels()[0]); }

bool within_callback(const EventType& type, const OnInstance& work) {
  Pending pending{work, false, {}};
  const Registration registration(type);
  if (call::MPI_T_event_register_callback(registration.get(), no_demands(), MPI_INFO_NULL, &pending,
                                          on_event) != MPI_SUCCESS) {
    return false;
  }
  drive_pvars();
  if (pending.problem) std::rethrow_exception(pending.problem);
  return pending.done;
}

std::optional<EventType> raised_event_type() {
  for (const EventType& type : watchable_types()) {
    if (type.datatypes.empty()) continue;
    if (within_callback(type, [](MPI_T_event_instance) {})) return type;
  }
  return std::nullopt;
}

}  // namespace mpitcheck::bench
