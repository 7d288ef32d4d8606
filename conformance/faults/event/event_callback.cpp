// SPDX-License-Identifier: BSD-3-Clause
// Faults of event callbacks: registration, choice among the levels, arguments.
#include <array>
#include <cstdlib>
#include <map>

#include "conformance/faults/event/event_callbacks.hpp"

namespace mpitcheck::faults {
namespace {

// answer(registration, safety, info, user_data, function) registers and returns the code.
template <class Answer>
void answer_register(Interface& mpi, Answer) {
  mpi.MPI_T_event_register_callback = [](MPI_T_event_registration registration,
                                         MPI_T_cb_safety safety, MPI_Info info, void* user_data,
                                         CallbackPointer<MPI_T_event_cb_function> function) {
    return Answer{}(registration, safety, info, user_data, function);
  };
}

MPITCHECK_FAULT(event_callback_strictest_refused, "no callback can be ASYNC_SIGNAL_SAFE",
                clause::event_callback_register) {
  answer_register(mpi, [](auto registration, auto safety, auto info, auto* data, auto* function) {
    if (safety == safety_levels[3] && function != nullptr) return MPI_T_ERR_INVALID;
    return real.MPI_T_event_register_callback(registration, safety, info, data, function);
  });
}

MPITCHECK_FAULT(event_callback_second_level_refused, "a handle has callbacks at one level only",
                clause::event_callback_register) {
  answer_register(mpi, [](auto registration, auto safety, auto info, auto* data, auto* function) {
    static std::map<MPI_T_event_registration, MPI_T_cb_safety> levels;
    if (levels.emplace(registration, safety).first->second != safety) return MPI_T_ERR_INVALID;
    return real.MPI_T_event_register_callback(registration, safety, info, data, function);
  });
}

MPITCHECK_FAULT(event_callback_null_refused, "NULL for a callback is refused",
                clause::event_callback_null_removes) {
  answer_register(mpi, [](auto registration, auto safety, auto info, auto* data, auto* function) {
    if (function == nullptr) return MPI_T_ERR_INVALID;
    return real.MPI_T_event_register_callback(registration, safety, info, data, function);
  });
}

MPITCHECK_FAULT(event_callback_null_ignored, "NULL does not remove a callback",
                clause::event_callback_null_removes) {
  answer_register(mpi, [](auto registration, auto safety, auto info, auto* data, auto* function) {
    if (function == nullptr) return MPI_SUCCESS;
    return real.MPI_T_event_register_callback(registration, safety, info, data, function);
  });
}

MPITCHECK_FAULT(event_callback_null_removes_all, "NULL at one level removes those of all levels",
                clause::event_callback_null_removes) {
  answer_register(mpi, [](auto registration, auto safety, auto info, auto* data, auto* function) {
    const int code = real.MPI_T_event_register_callback(registration, safety, info, data, function);
    if (function != nullptr || code != MPI_SUCCESS) return code;
    for (const MPI_T_cb_safety each : safety_levels) {
      real.MPI_T_event_register_callback(registration, each, MPI_INFO_NULL, nullptr, nullptr);
    }
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(event_callback_overwrite_ignored, "another callback for a level does not replace",
                clause::event_callback_overwrite) {
  answer_register(mpi, [](auto registration, auto safety, auto info, auto* data, auto* function) {
    MPI_Info had = MPI_INFO_NULL;
    if (function != nullptr &&
        real.MPI_T_event_callback_get_info(registration, safety, &had) == MPI_SUCCESS) {
      PMPI_Info_free(&had);
      return MPI_SUCCESS;
    }
    return real.MPI_T_event_register_callback(registration, safety, info, data, function);
  });
}

// The first user pointer of each handle.
std::map<MPI_T_event_registration, void*>& first_pointers() {
  static std::map<MPI_T_event_registration, void*> all;
  return all;
}

MPITCHECK_FAULT(event_callback_overwrite_keeps_pointer,
                "another callback for a level gets the user pointer of the one before",
                clause::event_callback_overwrite) {
  answer_register(mpi, [](auto registration, auto safety, auto info, auto* data, auto* function) {
    static std::map<MPI_T_event_registration, std::array<void*, 4>> all;
    void*& pointer = all[registration][static_cast<std::size_t>(rank_of(safety))];
    if (pointer == nullptr) pointer = data;
    return real.MPI_T_event_register_callback(registration, safety, info, pointer, function);
  });
}

MPITCHECK_FAULT(event_callback_pointer_per_handle,
                "the callbacks of all levels get the user pointer of the first",
                clause::event_callback_per_level) {
  answer_register(mpi, [](auto registration, auto safety, auto info, auto* data, auto* function) {
    void* const pointer = first_pointers().emplace(registration, data).first->second;
    return real.MPI_T_event_register_callback(registration, safety, info, pointer, function);
  });
}

MPITCHECK_FAULT(event_callback_strictest_chosen, "the strictest callback gets all events",
                clause::event_callback_select_lowest) {
  static std::map<MPI_T_event_registration, const Callback*> strictest;
  change_deliveries(mpi, [](const Delivery& it) {
    const Callback*& most = strictest[it.registration];
    for (const auto& [key, callback] : callbacks()) {
      const bool is_of_it = callback->registration == it.registration;
      if (is_of_it && (most == nullptr || most->rank < callback->rank)) most = callback;
    }
    Delivery{*most, it.instance, it.registration, it.safety}.deliver();
  });
}

MPITCHECK_FAULT(event_callback_exact_level_only, "only callbacks of the very level are called",
                clause::event_callback_higher_fills_in) {
  change_deliveries(mpi, [](const Delivery& it) {
    if (it.callback.rank == rank_of(it.safety)) it.deliver();
  });
}

MPITCHECK_FAULT(event_callback_registration_null, "callbacks get no handle",
                clause::event_callback_args) {
  change_deliveries(mpi, [](const Delivery& it) {
    Delivery{it.callback, it.instance, {}, it.safety}.deliver();
  });
}

MPITCHECK_FAULT(event_callback_registration_of_last,
                "callbacks get the handle that was allocated last", clause::event_callback_args) {
  static MPI_T_event_registration last{};
  change_deliveries(mpi, [](const Delivery& it) {
    Delivery{it.callback, it.instance, last, it.safety}.deliver();
  });
  mpi.MPI_T_event_handle_alloc = [](int index, void* object, MPI_Info info,
                                    MPI_T_event_registration* registration) {
    const int code = real.MPI_T_event_handle_alloc(index, object, info, registration);
    if (code == MPI_SUCCESS) last = *registration;
    return code;
  };
}

MPITCHECK_FAULT(event_callback_pointer_null, "callbacks get no user pointer",
                clause::event_callback_user_data) {
  change_deliveries(mpi, [](const Delivery& it) {
    it.callback.function(it.instance, it.registration, it.safety, nullptr);
  });
}

MPITCHECK_FAULT(event_callback_pointer_in_pointer, "callbacks get the address of the user pointer",
                clause::event_callback_user_data) {
  change_deliveries(mpi, [](const Delivery& it) {
    void* pointer = it.callback.user_data;
    it.callback.function(it.instance, it.registration, it.safety, &pointer);
  });
}

MPITCHECK_FAULT(event_callback_safety_unknown, "callbacks get no known level",
                clause::event_callback_safety_arg) {
  change_deliveries(mpi, [](const Delivery& it) {
    const auto unknown = static_cast<MPI_T_cb_safety>(42);
    Delivery{it.callback, it.instance, it.registration, unknown}.deliver();
  });
}

MPITCHECK_FAULT(event_callback_safety_beyond, "callbacks get the level above their own",
                clause::event_callback_safety_arg) {
  change_deliveries(mpi, [](const Delivery& it) {
    const int rank = it.callback.rank < 3 ? it.callback.rank + 1 : 3;
    Delivery{it.callback, it.instance, it.registration, safety_levels[rank]}.deliver();
  });
}

MPITCHECK_FAULT(event_free_inside_refused, "inside a callback no handle can be freed",
                clause::event_callback_free_inside) {
  change_deliveries(mpi, [](const Delivery& it) { it.deliver(); });
  mpi.MPI_T_event_handle_free = [](MPI_T_event_registration registration, void* user_data,
                                   CallbackPointer<MPI_T_event_free_cb_function> function) {
    return callback_depth != 0 ? MPI_T_ERR_INVALID
                               : real.MPI_T_event_handle_free(registration, user_data, function);
  };
}

MPITCHECK_FAULT(event_free_inside_without_effect,
                "a handle that was freed inside its callback goes on",
                clause::event_callback_free_inside) {
  change_deliveries(mpi, [](const Delivery& it) { it.deliver(); });
  mpi.MPI_T_event_handle_free = [](MPI_T_event_registration registration, void* user_data,
                                   CallbackPointer<MPI_T_event_free_cb_function> function) {
    return callback_depth != 0 ? MPI_SUCCESS
                               : real.MPI_T_event_handle_free(registration, user_data, function);
  };
}

MPITCHECK_FAULT(event_free_inside_crashes, "freeing a handle inside its callback ends the program",
                clause::event_callback_free_inside) {
  change_deliveries(mpi, [](const Delivery& it) { it.deliver(); });
  mpi.MPI_T_event_handle_free = [](MPI_T_event_registration registration, void* user_data,
                                   CallbackPointer<MPI_T_event_free_cb_function> function) {
    if (callback_depth != 0) std::abort();
    return real.MPI_T_event_handle_free(registration, user_data, function);
  };
}

}  // namespace
}  // namespace mpitcheck::faults
