// SPDX-License-Identifier: BSD-3-Clause
// Faults of dropped events: who is told, when, and of how many.
#include <map>
#include <set>

#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/event/event_callbacks.hpp"
#include "conformance/faults/event/source_query.hpp"

namespace mpitcheck::faults {
namespace {

// The handles that were given a callback.
std::set<MPI_T_event_registration> listening;

void follow_listening(Interface& mpi) {
  mpi.MPI_T_event_register_callback = [](MPI_T_event_registration registration,
                                         MPI_T_cb_safety safety, MPI_Info info, void* user_data,
                                         CallbackPointer<MPI_T_event_cb_function> function) {
    listening.insert(registration);
    return real.MPI_T_event_register_callback(registration, safety, info, user_data, function);
  };
}

MPITCHECK_FAULT(event_dropped_delivered_to_weaker,
                "events that demand too much go to the callback all the same",
                clause::event_dropped_level, clause::event_callback_safety_arg) {
  mpi.MPI_T_event_register_callback = [](MPI_T_event_registration registration,
                                         MPI_T_cb_safety safety, MPI_Info info, void* user_data,
                                         CallbackPointer<MPI_T_event_cb_function> function) {
    for (int rank = rank_of(safety) + 1; rank < 4 && function != nullptr; ++rank) {
      MPI_Info had = MPI_INFO_NULL;
      if (real.MPI_T_event_callback_get_info(registration, safety_levels[rank], &had) ==
          MPI_SUCCESS) {
        PMPI_Info_free(&had);
        break;
      }
      real.MPI_T_event_register_callback(registration, safety_levels[rank], info, user_data,
                                         function);
    }
    return real.MPI_T_event_register_callback(registration, safety, info, user_data, function);
  };
}

MPITCHECK_FAULT(event_dropped_handler_refused, "handlers of dropped events are refused",
                clause::event_dropped_set) {
  alter_code<&Interface::MPI_T_event_set_dropped_handler>(mpi,
                                                          [](int) { return MPI_T_ERR_INVALID; });
}

MPITCHECK_FAULT(event_dropped_handler_wants_callback,
                "a handle without callbacks takes no handler of dropped events",
                clause::event_dropped_set) {
  follow_listening(mpi);
  mpi.MPI_T_event_set_dropped_handler =
      [](MPI_T_event_registration registration,
         CallbackPointer<MPI_T_event_dropped_cb_function> handler) {
        return listening.contains(registration)
                   ? real.MPI_T_event_set_dropped_handler(registration, handler)
                   : MPI_T_ERR_INVALID;
      };
}

MPITCHECK_FAULT(event_dropped_null_refused, "NULL for a handler of dropped events is refused",
                clause::event_dropped_null) {
  mpi.MPI_T_event_set_dropped_handler =
      [](MPI_T_event_registration registration,
         CallbackPointer<MPI_T_event_dropped_cb_function> handler) {
        return handler == nullptr ? MPI_T_ERR_INVALID
                                  : real.MPI_T_event_set_dropped_handler(registration, handler);
      };
}

MPITCHECK_FAULT(event_dropped_second_handler_refused, "a handler cannot be replaced",
                clause::event_dropped_replace) {
  mpi.MPI_T_event_set_dropped_handler =
      [](MPI_T_event_registration registration,
         CallbackPointer<MPI_T_event_dropped_cb_function> handler) {
        auto*& current = loss_handlers()[registration];
        if (current != nullptr && handler != nullptr) return MPI_T_ERR_INVALID;
        current = handler;
        return real.MPI_T_event_set_dropped_handler(registration, handler);
      };
}

MPITCHECK_FAULT(event_dropped_first_handler_stays, "another handler does not replace the first",
                clause::event_dropped_replace) {
  mpi.MPI_T_event_set_dropped_handler =
      [](MPI_T_event_registration registration,
         CallbackPointer<MPI_T_event_dropped_cb_function> handler) {
        auto*& current = loss_handlers()[registration];
        if (current == nullptr || handler == nullptr) current = handler;
        return real.MPI_T_event_set_dropped_handler(registration, current);
      };
}

MPITCHECK_FAULT(event_dropped_both_handlers, "losses are told to the handlers before too",
                clause::event_dropped_replace) {
  static std::map<MPI_T_event_registration, CallbackPointer<MPI_T_event_dropped_cb_function>> first;
  mpi.MPI_T_event_set_dropped_handler =
      [](MPI_T_event_registration registration,
         CallbackPointer<MPI_T_event_dropped_cb_function> handler) {
        if (handler != nullptr) first.emplace(registration, handler);
        return handle_losses_acting<decltype([](const LossReport& losses) {
          losses.report();
          LossReport again = losses;
          again.handler = first[losses.registration];
          if (again.handler != losses.handler) again.report();
        })>(registration, handler);
      };
}

// Lets the MPI count losses from the allocation on, whatever handler there is; the handler in force
// is told.
void count_always(Interface& mpi) {
  using Report = decltype([](const LossReport& losses) {
    if (losses.handler != nullptr) losses.report();
  });
  mpi.MPI_T_event_handle_alloc = [](int index, void* object, MPI_Info info,
                                    MPI_T_event_registration* registration) {
    const int code = real.MPI_T_event_handle_alloc(index, object, info, registration);
    if (code != MPI_SUCCESS) return code;
    return real.MPI_T_event_set_dropped_handler(*registration, &act_on_losses<Report>);
  };
  mpi.MPI_T_event_set_dropped_handler =
      [](MPI_T_event_registration registration,
         CallbackPointer<MPI_T_event_dropped_cb_function> handler) {
        MPI_Info hints = MPI_INFO_NULL;
        const int code = real.MPI_T_event_handle_get_info(registration, &hints);
        if (code != MPI_SUCCESS) return code;
        PMPI_Info_free(&hints);
        loss_handlers()[registration] = handler;
        return code;
      };
}

MPITCHECK_FAULT(event_dropped_counts_older_losses, "a handler is told of losses before it was set",
                clause::event_dropped_count_window, clause::event_dropped_null) {
  count_always(mpi);
}

MPITCHECK_FAULT(event_dropped_null_goes_on_counting,
                "losses while the handler is NULL are told to the next one",
                clause::event_dropped_null) {
  count_always(mpi);
  static auto* const alloc = mpi.MPI_T_event_handle_alloc;
  static auto* const set = mpi.MPI_T_event_set_dropped_handler;
  mpi.MPI_T_event_handle_alloc = [](int index, void* object, MPI_Info info,
                                    MPI_T_event_registration* registration) {
    const int code = alloc(index, object, info, registration);
    if (code == MPI_SUCCESS) loss_handlers().erase(*registration);
    return code;
  };
  mpi.MPI_T_event_set_dropped_handler =
      [](MPI_T_event_registration registration,
         CallbackPointer<MPI_T_event_dropped_cb_function> handler) {
        // Setting anew what counts already makes the MPI forget what was lost before.
        using Report = decltype([](const LossReport& losses) {
          if (losses.handler != nullptr) losses.report();
        });
        if (!loss_handlers().contains(registration)) {
          real.MPI_T_event_set_dropped_handler(registration, &act_on_losses<Report>);
        }
        return set(registration, handler);
      };
}

MPITCHECK_FAULT(event_dropped_count_zero, "a report of losses counts none",
                clause::event_dropped_count_window) {
  change_losses(mpi, [](LossReport losses) {
    losses.count = 0;
    losses.report();
  });
}

MPITCHECK_FAULT(event_dropped_count_negative, "a report of losses has the negative of the number",
                clause::event_dropped_count_window) {
  change_losses(mpi, [](LossReport losses) {
    losses.count = -losses.count;
    losses.report();
  });
}

MPITCHECK_FAULT(event_dropped_count_never_restarts, "reports count the losses since the beginning",
                clause::event_dropped_count_window) {
  change_losses(mpi, [](LossReport losses) {
    static std::map<MPI_T_event_registration, MPI_Count> totals;
    losses.count = totals[losses.registration] += losses.count;
    losses.report();
  });
}

MPITCHECK_FAULT(event_dropped_source_unknown, "the source of losses is the number of sources",
                clause::event_dropped_args) {
  change_losses(mpi, [](LossReport losses) {
    losses.source = source_num();
    losses.report();
  });
}

MPITCHECK_FAULT(event_dropped_safety_unknown, "a handler of dropped events gets no known level",
                clause::event_dropped_args) {
  change_losses(mpi, [](LossReport losses) {
    losses.safety = static_cast<MPI_T_cb_safety>(42);
    losses.report();
  });
}

MPITCHECK_FAULT(event_dropped_registration_null, "a handler of dropped events gets no handle",
                clause::event_dropped_args) {
  change_losses(mpi, [](LossReport losses) {
    losses.registration = {};
    losses.report();
  });
}

MPITCHECK_FAULT(event_dropped_pointer_unknown, "a handler of dropped events gets a foreign pointer",
                clause::event_dropped_user_data) {
  change_losses(mpi, [](LossReport losses) {
    losses.user_data = &losses;
    losses.report();
  });
}

MPITCHECK_FAULT(event_dropped_told_after_next, "losses are told after the next event",
                clause::event_dropped_before_next) {
  static std::map<MPI_T_event_registration, LossReport> late;
  change_deliveries(mpi, [](const Delivery& it) {
    it.deliver();
    const auto losses = late.find(it.registration);
    if (losses == late.end()) return;
    const LossReport report = losses->second;
    late.erase(losses);
    report.report();
  });
  change_losses(mpi, [](const LossReport& losses) { late.emplace(losses.registration, losses); });
}

MPITCHECK_FAULT(event_dropped_told_without_callback,
                "a handler without a callback is called when it is set",
                clause::event_dropped_needs_callback) {
  follow_listening(mpi);
  mpi.MPI_T_event_set_dropped_handler =
      [](MPI_T_event_registration registration,
         CallbackPointer<MPI_T_event_dropped_cb_function> handler) {
        const int code = real.MPI_T_event_set_dropped_handler(registration, handler);
        if (code == MPI_SUCCESS && handler != nullptr && !listening.contains(registration)) {
          handler(1, registration, 0, safety_levels[0], nullptr);
        }
        return code;
      };
}

}  // namespace
}  // namespace mpitcheck::faults
