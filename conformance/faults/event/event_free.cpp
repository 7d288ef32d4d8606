// SPDX-License-Identifier: BSD-3-Clause
// Faults of freeing registrations.
#include <cstdlib>
#include <map>
#include <set>

#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/event/event_callbacks.hpp"

namespace mpitcheck::faults {
namespace {

// answer(registration, user_data, function) frees and returns the code.
template <class Answer>
void answer_free(Interface& mpi, Answer) {
  mpi.MPI_T_event_handle_free = [](MPI_T_event_registration registration, void* user_data,
                                   CallbackPointer<MPI_T_event_free_cb_function> function) {
    return Answer{}(registration, user_data, function);
  };
}

// The free callback of a handle as the tool gave it.
struct FreeCallback {
  CallbackPointer<MPI_T_event_free_cb_function> function;
  void* user_data;
};

std::map<MPI_T_event_registration, FreeCallback>& free_callbacks() {
  static std::map<MPI_T_event_registration, FreeCallback> all;
  return all;
}

// Each free callback becomes act(registration, safety, callback).
template <class Act>
void change_free_callback(Interface& mpi, Act) {
  answer_free(mpi, [](auto registration, auto* user_data, auto* function) {
    if (function == nullptr) return real.MPI_T_event_handle_free(registration, user_data, nullptr);
    free_callbacks()[registration] = {function, user_data};
    return real.MPI_T_event_handle_free(
        registration, nullptr, [](MPI_T_event_registration freed, MPI_T_cb_safety safety, void*) {
          Act{}(freed, safety, free_callbacks()[freed]);
        });
  });
}

MPITCHECK_FAULT(event_free_fails, "freeing with a free callback works and says that it failed",
                clause::event_free_success) {
  answer_free(mpi, [](auto registration, auto* user_data, auto* function) {
    const int code = real.MPI_T_event_handle_free(registration, user_data, function);
    return code == MPI_SUCCESS && function != nullptr ? MPI_T_ERR_INVALID : code;
  });
}

MPITCHECK_FAULT(event_free_null_refused, "a free callback is obligatory",
                clause::event_free_null_callback) {
  answer_free(mpi, [](auto registration, auto* user_data, auto* function) {
    return function == nullptr ? MPI_T_ERR_INVALID
                               : real.MPI_T_event_handle_free(registration, user_data, function);
  });
}

MPITCHECK_FAULT(event_free_null_calls_last, "NULL for a free callback calls the last one given",
                clause::event_free_null_callback) {
  answer_free(mpi, [](auto registration, auto* user_data, auto* function) {
    static CallbackPointer<MPI_T_event_free_cb_function> last = nullptr;
    if (function != nullptr) last = function;
    return real.MPI_T_event_handle_free(registration, user_data, last);
  });
}

MPITCHECK_FAULT(event_free_twice_succeeds, "a handle can be freed twice",
                clause::event_free_invalid) {
  alter_code<&Interface::MPI_T_event_handle_free>(
      mpi, [](int code) { return code == MPI_T_ERR_INVALID_HANDLE ? MPI_SUCCESS : code; });
}

MPITCHECK_FAULT(event_free_twice_wrong_code, "a handle that was freed is an invalid argument",
                clause::event_free_invalid) {
  alter_code<&Interface::MPI_T_event_handle_free>(
      mpi, [](int code) { return code == MPI_T_ERR_INVALID_HANDLE ? MPI_T_ERR_INVALID : code; });
}

MPITCHECK_FAULT(event_free_twice_aborts, "freeing a handle twice ends the program",
                clause::event_free_invalid, clause::event_errors_nonfatal) {
  alter_code<&Interface::MPI_T_event_handle_free>(mpi, [](int code) {
    if (code == MPI_T_ERR_INVALID_HANDLE) std::abort();
    return code;
  });
}

MPITCHECK_FAULT(event_free_without_call, "free callbacks are not called",
                clause::event_free_callback_once) {
  change_free_callback(mpi, [](auto, auto, const FreeCallback&) {});
}

MPITCHECK_FAULT(event_free_two_calls, "free callbacks are called twice",
                clause::event_free_callback_once) {
  change_free_callback(mpi, [](auto registration, auto safety, const FreeCallback& it) {
    it.function(registration, safety, it.user_data);
    it.function(registration, safety, it.user_data);
  });
}

MPITCHECK_FAULT(event_free_called_if_listening,
                "a handle without callbacks is freed without a call",
                clause::event_free_callback_once) {
  static std::set<MPI_T_event_registration> with_callback;
  change_free_callback(mpi, [](auto registration, auto safety, const FreeCallback& it) {
    if (with_callback.contains(registration)) it.function(registration, safety, it.user_data);
  });
  mpi.MPI_T_event_register_callback = [](MPI_T_event_registration registration,
                                         MPI_T_cb_safety safety, MPI_Info info, void* user_data,
                                         CallbackPointer<MPI_T_event_cb_function> function) {
    with_callback.insert(registration);
    return real.MPI_T_event_register_callback(registration, safety, info, user_data, function);
  };
}

MPITCHECK_FAULT(event_free_pointer_null, "free callbacks get no user pointer",
                clause::event_free_user_data) {
  change_free_callback(mpi, [](auto registration, auto safety, const FreeCallback& it) {
    it.function(registration, safety, nullptr);
  });
}

MPITCHECK_FAULT(event_free_pointer_of_callback, "free callbacks get the pointer of event callbacks",
                clause::event_free_user_data) {
  change_deliveries(mpi, [](const Delivery& it) { it.deliver(); });
  change_free_callback(mpi, [](auto registration, auto safety, const FreeCallback& it) {
    void* pointer = it.user_data;
    for (const auto& [key, callback] : callbacks()) {
      if (callback->registration == registration) pointer = callback->user_data;
    }
    it.function(registration, safety, pointer);
  });
}

MPITCHECK_FAULT(event_free_registration_null, "free callbacks get no handle",
                clause::event_free_args) {
  change_free_callback(mpi, [](auto, auto safety, const FreeCallback& it) {
    it.function({}, safety, it.user_data);
  });
}

MPITCHECK_FAULT(event_free_safety_unknown, "free callbacks get no known level",
                clause::event_free_args) {
  change_free_callback(mpi, [](auto registration, auto, const FreeCallback& it) {
    it.function(registration, static_cast<MPI_T_cb_safety>(42), it.user_data);
  });
}

MPITCHECK_FAULT(event_after_free_callback, "events go on after the free callback",
                clause::event_free_nothing_after) {
  answer_free(mpi, [](auto registration, auto* user_data, auto* function) {
    if (function == nullptr) return real.MPI_T_event_handle_free(registration, user_data, nullptr);
    function(registration, safety_levels[0], user_data);
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(event_one_more_after_free, "one event comes after the free callback",
                clause::event_free_nothing_after) {
  static std::set<MPI_T_event_registration> ending;
  change_deliveries(mpi, [](const Delivery& it) {
    it.deliver();
    if (ending.erase(it.registration) != 0) {
      real.MPI_T_event_handle_free(it.registration, nullptr, nullptr);
    }
  });
  answer_free(mpi, [](auto registration, auto* user_data, auto* function) {
    if (function == nullptr) return real.MPI_T_event_handle_free(registration, user_data, nullptr);
    ending.insert(registration);
    function(registration, safety_levels[0], user_data);
    return MPI_SUCCESS;
  });
}

}  // namespace
}  // namespace mpitcheck::faults
