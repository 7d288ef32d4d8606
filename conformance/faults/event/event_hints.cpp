// SPDX-License-Identifier: BSD-3-Clause
// Faults of the hints of registration handles and of callbacks.
#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/event/event_names.hpp"
#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {
namespace {

// A hint that only these faults know.
constexpr const char* own_key = "fault_own_hint";

// After each success: change(info).
template <class Change>
void change_handle_hints(Interface& mpi, Change) {
  mpi.MPI_T_event_handle_get_info = [](MPI_T_event_registration registration, MPI_Info* info) {
    const int code = real.MPI_T_event_handle_get_info(registration, info);
    if (code == MPI_SUCCESS && info != nullptr) {
      took_effect();
      Change{}(*info);
    }
    return code;
  };
}

template <class Change>
void change_callback_hints(Interface& mpi, Change) {
  mpi.MPI_T_event_callback_get_info = [](MPI_T_event_registration registration,
                                         MPI_T_cb_safety safety, MPI_Info* info) {
    const int code = real.MPI_T_event_callback_get_info(registration, safety, info);
    if (code == MPI_SUCCESS && info != nullptr) {
      took_effect();
      Change{}(*info);
    }
    return code;
  };
}

void take_away(MPI_Info& info) {
  PMPI_Info_free(&info);
  info = MPI_INFO_NULL;
}

MPITCHECK_FAULT(event_handle_hints_null, "a handle has MPI_INFO_NULL for hints",
                clause::event_handle_get_info) {
  change_handle_hints(mpi, [](MPI_Info& info) { take_away(info); });
}

MPITCHECK_FAULT(event_handle_hints_fail, "the hints of a handle cannot be asked for",
                clause::event_handle_get_info) {
  alter_code<&Interface::MPI_T_event_handle_get_info>(mpi, [](int) { return MPI_T_ERR_INVALID; });
}

MPITCHECK_FAULT(event_handle_hints_shared, "all questions for the hints return one info object",
                clause::event_handle_get_info) {
  change_handle_hints(mpi, [](MPI_Info& info) {
    static MPI_Info shared = MPI_INFO_NULL;
    if (shared == MPI_INFO_NULL) {
      shared = info;
      return;
    }
    take_away(info);
    info = shared;
  });
}

MPITCHECK_FAULT(event_handle_hints_not_set, "hints of a handle cannot be set",
                clause::event_handle_set_info_preserves) {
  alter_code<&Interface::MPI_T_event_handle_set_info>(mpi, [](int) { return MPI_T_ERR_INVALID; });
}

MPITCHECK_FAULT(event_handle_hints_forgotten, "setting a hint makes a handle forget the others",
                clause::event_handle_set_info_preserves) {
  static bool forgotten = false;
  change_handle_hints(mpi, [](MPI_Info& info) {
    if (!forgotten) PMPI_Info_set(info, own_key, "1");
  });
  alter_code<&Interface::MPI_T_event_handle_set_info>(mpi, [](int code) {
    forgotten = true;
    return code;
  });
}

MPITCHECK_FAULT(event_handle_hints_changed, "setting a hint changes the value of another",
                clause::event_handle_set_info_preserves) {
  static bool changed = false;
  change_handle_hints(
      mpi, [](MPI_Info& info) { PMPI_Info_set(info, own_key, changed ? "another" : "one"); });
  alter_code<&Interface::MPI_T_event_handle_set_info>(mpi, [](int code) {
    changed = true;
    return code;
  });
}

MPITCHECK_FAULT(event_callback_hints_null, "a callback has MPI_INFO_NULL for hints",
                clause::event_callback_get_info) {
  change_callback_hints(mpi, [](MPI_Info& info) { take_away(info); });
}

MPITCHECK_FAULT(event_callback_hints_fail, "the hints of a callback cannot be asked for",
                clause::event_callback_get_info) {
  alter_code<&Interface::MPI_T_event_callback_get_info>(mpi, [](int) { return MPI_T_ERR_INVALID; });
}

MPITCHECK_FAULT(event_callback_hints_of_strictest_fail,
                "the hints of the strictest callback cannot be asked for",
                clause::event_callback_get_info) {
  mpi.MPI_T_event_callback_get_info = [](MPI_T_event_registration registration,
                                         MPI_T_cb_safety safety, MPI_Info* info) {
    return safety == safety_levels[3]
               ? MPI_T_ERR_INVALID
               : real.MPI_T_event_callback_get_info(registration, safety, info);
  };
}

MPITCHECK_FAULT(event_callback_hints_not_set, "hints of a callback cannot be set",
                clause::event_callback_set_info) {
  alter_code<&Interface::MPI_T_event_callback_set_info>(mpi, [](int) { return MPI_T_ERR_INVALID; });
}

MPITCHECK_FAULT(event_callback_hints_forgotten, "setting a hint makes a callback forget the others",
                clause::event_callback_set_info) {
  static bool forgotten = false;
  change_callback_hints(mpi, [](MPI_Info& info) {
    if (!forgotten) PMPI_Info_set(info, own_key, "1");
  });
  alter_code<&Interface::MPI_T_event_callback_set_info>(mpi, [](int code) {
    forgotten = true;
    return code;
  });
}

}  // namespace
}  // namespace mpitcheck::faults
