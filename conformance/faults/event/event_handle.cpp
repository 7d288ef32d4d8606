// SPDX-License-Identifier: BSD-3-Clause
// Faults of registration handles: allocation, objects, several of one event type.
#include <map>
#include <set>

#include "conformance/faults/event/event_callbacks.hpp"
#include "conformance/faults/event/event_query.hpp"

namespace mpitcheck::faults {
namespace {

bool is_bound(int index) {
  int bind = MPI_T_BIND_NO_OBJECT;
  const EventQuery query{index,   nullptr, nullptr, nullptr, nullptr, nullptr,
                         nullptr, nullptr, nullptr, nullptr, nullptr, &bind};
  return query.ask() == MPI_SUCCESS && bind != MPI_T_BIND_NO_OBJECT;
}

// answer(index, object, info, registration) allocates and returns the code.
template <class Answer>
void answer_alloc(Interface& mpi, Answer) {
  mpi.MPI_T_event_handle_alloc = [](int index, void* object, MPI_Info info,
                                    MPI_T_event_registration* registration) {
    return Answer{}(index, object, info, registration);
  };
}

MPITCHECK_FAULT(event_alloc_last_fails,
                "no handle is to be had for the last event type that binds to nothing",
                clause::event_handle_alloc) {
  answer_alloc(mpi, [](int index, void* object, MPI_Info info, MPI_T_event_registration* out) {
    int last = event_num() - 1;
    while (last > 0 && is_bound(last)) --last;
    return index == last ? MPI_T_ERR_INVALID_INDEX
                         : real.MPI_T_event_handle_alloc(index, object, info, out);
  });
}

MPITCHECK_FAULT(event_alloc_object_refused, "an object is refused where none is needed",
                clause::event_handle_no_object) {
  answer_alloc(mpi, [](int index, void* object, MPI_Info info, MPI_T_event_registration* out) {
    return object != nullptr && !is_bound(index)
               ? MPI_T_ERR_INVALID
               : real.MPI_T_event_handle_alloc(index, object, info, out);
  });
}

MPITCHECK_FAULT(event_alloc_object_used, "an object that is to be ignored is looked at",
                clause::event_handle_no_object) {
  answer_alloc(mpi, [](int index, void* object, MPI_Info info, MPI_T_event_registration* out) {
    const bool looked_at = object != nullptr && !is_bound(index);
    if (looked_at && *static_cast<const int*>(object) == -1) return MPI_T_ERR_INVALID_HANDLE;
    return real.MPI_T_event_handle_alloc(index, object, info, out);
  });
}

MPITCHECK_FAULT(event_alloc_wants_object, "without an object there is no handle",
                clause::event_handle_no_object) {
  answer_alloc(mpi, [](int index, void* object, MPI_Info info, MPI_T_event_registration* out) {
    return object == nullptr ? MPI_T_ERR_INVALID
                             : real.MPI_T_event_handle_alloc(index, object, info, out);
  });
}

MPITCHECK_FAULT(event_alloc_bound_refused, "event types that bind to objects cannot be registered",
                clause::event_handle_bound) {
  answer_alloc(mpi, [](int index, void* object, MPI_Info info, MPI_T_event_registration* out) {
    return is_bound(index) ? MPI_T_ERR_INVALID_HANDLE
                           : real.MPI_T_event_handle_alloc(index, object, info, out);
  });
}

MPITCHECK_FAULT(event_alloc_wrong_code, "a handle of an unknown event type is an invalid argument",
                clause::event_handle_alloc_invalid_index) {
  answer_alloc(mpi, [](int index, void* object, MPI_Info info, MPI_T_event_registration* out) {
    const int code = real.MPI_T_event_handle_alloc(index, object, info, out);
    return code == MPI_T_ERR_INVALID_INDEX ? MPI_T_ERR_INVALID : code;
  });
}

MPITCHECK_FAULT(event_alloc_shared, "an event type has one handle that all allocations return",
                clause::event_handle_multiple) {
  answer_alloc(mpi, [](int index, void* object, MPI_Info info, MPI_T_event_registration* out) {
    static std::map<int, MPI_T_event_registration> handles;
    if (!handles.contains(index)) {
      const int code = real.MPI_T_event_handle_alloc(index, object, info, out);
      if (code == MPI_SUCCESS) handles[index] = *out;
      return code;
    }
    *out = handles[index];
    return MPI_SUCCESS;
  });
  mpi.MPI_T_event_handle_free = [](MPI_T_event_registration, void*,
                                   CallbackPointer<MPI_T_event_free_cb_function>) {
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(event_second_handle_silent,
                "the second handle that has a callback hears nothing while the first one lives",
                clause::event_handle_multiple) {
  static MPI_T_event_registration first{};
  change_deliveries(mpi, [](const Delivery& it) {
    if (first == MPI_T_event_registration{}) first = it.registration;
    if (it.registration == first) it.deliver();
  });
  mpi.MPI_T_event_handle_free = [](MPI_T_event_registration registration, void* user_data,
                                   CallbackPointer<MPI_T_event_free_cb_function> function) {
    if (registration == first) first = {};
    return real.MPI_T_event_handle_free(registration, user_data, function);
  };
}

MPITCHECK_FAULT(event_free_silences_all, "once a handle is freed no callback is called any more",
                clause::event_handle_multiple) {
  static bool freed = false;
  change_deliveries(mpi, [](const Delivery& it) {
    if (!freed) it.deliver();
  });
  mpi.MPI_T_event_handle_free = [](MPI_T_event_registration registration, void* user_data,
                                   CallbackPointer<MPI_T_event_free_cb_function> function) {
    freed = true;
    return real.MPI_T_event_handle_free(registration, user_data, function);
  };
}

// Registrations that the tool has given no callback.
std::set<MPI_T_event_registration>& silent_registrations() {
  static std::set<MPI_T_event_registration> all;
  return all;
}

MPITCHECK_FAULT(event_silent_handle_calls_other,
                "a handle without a callback calls the one that was registered last elsewhere",
                clause::event_handle_silent_without_callback) {
  static CallbackPointer<MPI_T_event_cb_function> last = nullptr;
  answer_alloc(mpi, [](int index, void* object, MPI_Info info, MPI_T_event_registration* out) {
    const int code = real.MPI_T_event_handle_alloc(index, object, info, out);
    if (code != MPI_SUCCESS) return code;
    silent_registrations().insert(*out);
    return real.MPI_T_event_register_callback(
        *out, safety_levels[3], MPI_INFO_NULL, nullptr,
        [](MPI_T_event_instance instance, MPI_T_event_registration registration,
           MPI_T_cb_safety safety, void*) {
          if (last != nullptr && silent_registrations().contains(registration)) {
            last(instance, registration, safety, nullptr);
          }
        });
  });
  mpi.MPI_T_event_register_callback = [](MPI_T_event_registration registration,
                                         MPI_T_cb_safety safety, MPI_Info info, void* user_data,
                                         CallbackPointer<MPI_T_event_cb_function> function) {
    last = function;
    silent_registrations().erase(registration);
    return real.MPI_T_event_register_callback(registration, safety, info, user_data, function);
  };
}

MPITCHECK_FAULT(event_past_delivered_on_registration,
                "a callback gets the last event from before its registration",
                clause::event_handle_silent_without_callback) {
  static std::map<MPI_T_event_registration, MPI_T_event_instance> past;
  answer_alloc(mpi, [](int index, void* object, MPI_Info info, MPI_T_event_registration* out) {
    const int code = real.MPI_T_event_handle_alloc(index, object, info, out);
    if (code != MPI_SUCCESS) return code;
    return real.MPI_T_event_register_callback(
        *out, safety_levels[3], MPI_INFO_NULL, nullptr,
        [](MPI_T_event_instance instance, MPI_T_event_registration registration, MPI_T_cb_safety,
           void*) { past[registration] = instance; });
  });
  mpi.MPI_T_event_register_callback = [](MPI_T_event_registration registration,
                                         MPI_T_cb_safety safety, MPI_Info info, void* user_data,
                                         CallbackPointer<MPI_T_event_cb_function> function) {
    const auto event = past.find(registration);
    if (function != nullptr && event != past.end()) {
      const MPI_T_event_instance instance = event->second;
      past.erase(event);
      function(instance, registration, safety, user_data);
    }
    return real.MPI_T_event_register_callback(registration, safety, info, user_data, function);
  };
}

MPITCHECK_FAULT(event_bound_to_everything,
                "a handle of a bound event type gets the events of all objects",
                clause::event_handle_bound_isolation) {
  static std::set<MPI_T_event_registration> bound;
  answer_alloc(mpi, [](int index, void* object, MPI_Info info, MPI_T_event_registration* out) {
    const int code = real.MPI_T_event_handle_alloc(index, object, info, out);
    if (code == MPI_SUCCESS && is_bound(index)) bound.insert(*out);
    return code;
  });
  // The first event type that binds to nothing stands in for the events of other objects.
  mpi.MPI_T_event_register_callback = [](MPI_T_event_registration registration,
                                         MPI_T_cb_safety safety, MPI_Info info, void* user_data,
                                         CallbackPointer<MPI_T_event_cb_function> function) {
    MPI_T_event_registration everything{};
    if (bound.contains(registration) && !is_bound(0) &&
        real.MPI_T_event_handle_alloc(0, nullptr, MPI_INFO_NULL, &everything) == MPI_SUCCESS) {
      auto* const callback = new Callback{registration, rank_of(safety), user_data, function};
      real.MPI_T_event_register_callback(everything, safety, MPI_INFO_NULL, callback,
                                         [](MPI_T_event_instance instance, MPI_T_event_registration,
                                            MPI_T_cb_safety demanded, void* of_tool) {
                                           const auto& it = *static_cast<const Callback*>(of_tool);
                                           if (bound.contains(it.registration)) {
                                             it.function(instance, it.registration, demanded,
                                                         it.user_data);
                                           }
                                         });
    }
    return real.MPI_T_event_register_callback(registration, safety, info, user_data, function);
  };
  mpi.MPI_T_event_handle_free = [](MPI_T_event_registration registration, void* user_data,
                                   CallbackPointer<MPI_T_event_free_cb_function> function) {
    bound.erase(registration);
    return real.MPI_T_event_handle_free(registration, user_data, function);
  };
}

}  // namespace
}  // namespace mpitcheck::faults
