// SPDX-License-Identifier: BSD-3-Clause
// Calls on events and their sources. Registrations free themselves. Calls that are allowed only in
// a callback are made in one.
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

#include "bench/calls/calls.hpp"
#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/objects/event_types.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/sources.hpp"

namespace mpitcheck::bench {

namespace {

/// A registration of an event type, for no object or MPI_COMM_WORLD. Throws if none can be
/// allocated.
class Registration {
 public:
  explicit Registration(const EventType& type);
  ~Registration();
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  [[nodiscard]] MPI_T_event_registration get() const { return handle_; }

 private:
  MPI_T_event_registration handle_{};
};

using OnInstance = std::function<void(MPI_T_event_instance)>;

struct Pending {
  OnInstance work;
  bool done = false;
  std::exception_ptr problem;  // no exception may pass the library
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

Registration::Registration(const EventType& type) {
  const auto object = object_for(type.bind);
  if (!object ||
      call::MPI_T_event_handle_alloc(type.index, *object, MPI_INFO_NULL, &handle_) != MPI_SUCCESS) {
    throw std::runtime_error("no registration for " + type.label());
  }
}

Registration::~Registration() { call::MPI_T_event_handle_free(handle_, nullptr, nullptr); }

/// The weakest safety level. For targets with events.
MPI_T_cb_safety no_demands() { return static_cast<MPI_T_cb_safety>(safety_levels()[0]); }

/// Makes traffic and runs `work` in the first callback for the event type. False if no callback was
/// called.
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

/// An event type that traffic raises, with at least one element.
std::optional<EventType> raised_event_type() {
  for (const EventType& type : watchable_types()) {
    if (type.datatypes.empty()) continue;
    if (within_callback(type, [](MPI_T_event_instance) {})) return type;
  }
  return std::nullopt;
}

void add_queries() {
  const std::vector<EventInfo> events = read_events();
  add_number_query("MPI_T_event_get_num", call::MPI_T_event_get_num.unrecorded());
  add_hot_and_all("MPI_T_event_get_info", clock_unit, indices_of(events), get_event_info);
  add_by_verbosity("MPI_T_event_get_info", events, get_event_info);
  add_name_look_ups("MPI_T_event_get_index", names_of(events),
                    call::MPI_T_event_get_index.unrecorded());
}

void add_sources() {
  add_number_query("MPI_T_source_get_num", call::MPI_T_source_get_num.unrecorded());
  if (source_num() == 0) return missing("event sources");
  const std::vector<int> sources = indices_of(read_sources());
  const auto get_info = call::MPI_T_source_get_info.unrecorded();
  const auto get_timestamp = call::MPI_T_source_get_timestamp.unrecorded();
  add_hot_and_all("MPI_T_source_get_info", clock_unit, sources, [get_info](int source) {
    Texts texts;
    MPI_T_source_order order{};
    MPI_Count ticks = 0;
    MPI_Count most_ticks = 0;
    return get_info(source, texts.name.data(), &texts.name_len, texts.desc.data(), &texts.desc_len,
                    &order, &ticks, &most_ticks, nullptr);
  });
  add_hot_and_all("MPI_T_source_get_timestamp", clock_unit, sources, [get_timestamp](int source) {
    MPI_Count stamp = 0;
    return get_timestamp(source, &stamp);
  });
}

void ignore_event(MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void*) {}
void ignore_drop(MPI_Count, MPI_T_event_registration, int, MPI_T_cb_safety, void*) {}

// call/<function>/hot for a registration that has its callback.
void add_on_registration(const std::string& function, const EventType& type,
                         int (*use)(MPI_T_event_registration)) {
  add("call/" + function + "/hot", clock_unit, [type, use](auto& state) {
    const Registration registration(type);
    call::MPI_T_event_register_callback(registration.get(), no_demands(), MPI_INFO_NULL, nullptr,
                                        ignore_event);
    time_calls(state, [&] { return use(registration.get()); });
  });
}

void add_registrations(const EventType& type) {
  add("call/MPI_T_event_handle_alloc+free/hot", memory_unit, [type](auto& state) {
    const auto alloc = call::MPI_T_event_handle_alloc.unrecorded();
    const auto free = call::MPI_T_event_handle_free.unrecorded();
    void* const object = object_for(type.bind).value_or(nullptr);
    MPI_T_event_registration handle{};
    time_calls(state, [&] {
      return alloc(type.index, object, MPI_INFO_NULL, &handle) | free(handle, nullptr, nullptr);
    });
  });
  add_on_registration("MPI_T_event_register_callback", type, [](MPI_T_event_registration handle) {
    return call::MPI_T_event_register_callback.unrecorded()(handle, no_demands(), MPI_INFO_NULL,
                                                            nullptr, ignore_event);
  });
  add_on_registration("MPI_T_event_set_dropped_handler", type, [](MPI_T_event_registration handle) {
    return call::MPI_T_event_set_dropped_handler.unrecorded()(handle, ignore_drop);
  });
  add_on_registration("MPI_T_event_handle_set_info", type, [](MPI_T_event_registration handle) {
    return call::MPI_T_event_handle_set_info.unrecorded()(handle, MPI_INFO_NULL);
  });
  add_on_registration("MPI_T_event_callback_set_info", type, [](MPI_T_event_registration handle) {
    return call::MPI_T_event_callback_set_info.unrecorded()(handle, no_demands(), MPI_INFO_NULL);
  });
  // Includes the freeing of the info object.
  add_on_registration("MPI_T_event_handle_get_info", type, [](MPI_T_event_registration handle) {
    MPI_Info info = MPI_INFO_NULL;
    return call::MPI_T_event_handle_get_info.unrecorded()(handle, &info) | MPI_Info_free(&info);
  });
  add_on_registration("MPI_T_event_callback_get_info", type, [](MPI_T_event_registration handle) {
    MPI_Info info = MPI_INFO_NULL;
    return call::MPI_T_event_callback_get_info.unrecorded()(handle, no_demands(), &info) |
           MPI_Info_free(&info);
  });
}

// call/<function>/hot, timed inside a callback, since it may be called only there.
void add_on_instance(const std::string& function, const EventType& type,
                     int (*use)(MPI_T_event_instance)) {
  add("call/" + function + "/hot", clock_unit, [type, use](auto& state) {
    const bool called = within_callback(type, [&](MPI_T_event_instance instance) {
      time_calls(state, [&] { return use(instance); });
    });
    if (!called) throw std::runtime_error("no callback for " + type.label());
  });
}

void add_instances(const EventType& type) {
  add_on_instance("MPI_T_event_read", type, [](MPI_T_event_instance instance) {
    char value[16];
    return call::MPI_T_event_read.unrecorded()(instance, 0, value);
  });
  add_on_instance("MPI_T_event_copy", type, [](MPI_T_event_instance instance) {
    alignas(16) char values[1024];
    return call::MPI_T_event_copy.unrecorded()(instance, values);
  });
  add_on_instance("MPI_T_event_get_timestamp", type, [](MPI_T_event_instance instance) {
    MPI_Count stamp = 0;
    return call::MPI_T_event_get_timestamp.unrecorded()(instance, &stamp);
  });
  add_on_instance("MPI_T_event_get_source", type, [](MPI_T_event_instance instance) {
    int source = 0;
    return call::MPI_T_event_get_source.unrecorded()(instance, &source);
  });
}

}  // namespace

void add_event_calls() {
  if (!call::MPI_T_event_get_num.present()) return;  // the functions are recorded as missing
  add_sources();
  if (event_num() == 0) return missing("events");
  add_queries();
  const auto raised = raised_event_type();
  if (!raised) return missing("an event that traffic raises");
  add_registrations(*raised);
  add_instances(*raised);
}

}  // namespace mpitcheck::bench
