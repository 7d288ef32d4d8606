// SPDX-License-Identifier: BSD-3-Clause
// Faults of starting and stopping one handle.
#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

bool is_stoppable(const Use* use, MPI_T_pvar_session session) {
  return use != nullptr && use->session == session && use->facts.continuous == 0;
}

// Starts or stops of continuous pvars answer `code` for NO_STARTSTOP.
template <auto member, int code>
void answer_continuous(Interface& mpi) {
  mpi.*member = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const int given = (real.*member)(session, handle);
    return given == MPI_T_ERR_PVAR_NO_STARTSTOP && is_single(handle) ? code : given;
  };
}

MPITCHECK_FAULT(pvar_continuous_start_succeeds, "A continuous pvar can be started",
                clause::pvar_continuous_no_startstop) {
  answer_continuous<&Interface::MPI_T_pvar_start, MPI_SUCCESS>(mpi);
}

MPITCHECK_FAULT(pvar_continuous_stop_succeeds, "A continuous pvar can be stopped",
                clause::pvar_continuous_no_startstop) {
  answer_continuous<&Interface::MPI_T_pvar_stop, MPI_SUCCESS>(mpi);
}

MPITCHECK_FAULT(pvar_continuous_stop_no_write,
                "Stopping a continuous pvar is refused with MPI_T_ERR_PVAR_NO_WRITE",
                clause::pvar_continuous_no_startstop) {
  answer_continuous<&Interface::MPI_T_pvar_stop, MPI_T_ERR_PVAR_NO_WRITE>(mpi);
}

MPITCHECK_FAULT(pvar_continuous_needs_start, "A continuous pvar cannot be read from allocation on",
                clause::pvar_continuous_active_from_alloc, clause::pvar_read_delivers_value,
                clause::pvar_read_readonly_ok) {
  track(mpi);
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const Use* const use = use_of(handle);
    if (use != nullptr && use->facts.continuous == 1) return MPI_T_ERR_INVALID;
    return tracked::read(session, handle, value);
  };
}

MPITCHECK_FAULT(pvar_continuous_frozen, "A continuous sum keeps the value of its first read",
                clause::pvar_continuous_active_from_alloc) {
  spoil_read(mpi, [](Use& use, void* value) {
    if (use.facts.continuous == 0 || !use.facts.is_sum()) return;
    const PvarValue now = value_of(use);
    if (use.reads == 1) use.before = now;
    PvarValue back = use.before;
    for (std::size_t i = 0; i < back.size(); ++i) back[i] -= now[i];
    add(use, value, back);
  });
}

MPITCHECK_FAULT(pvar_initially_running, "A pvar runs from the allocation of its handle on",
                clause::pvar_noncontinuous_initially_stopped) {
  track(mpi);
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    const int code = tracked::handle_alloc(session, index, object, handle, count);
    if (code == MPI_SUCCESS) real.MPI_T_pvar_start(session, *handle);
    return code;
  };
  mpi.MPI_T_pvar_start = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const Use* const use = use_of(handle);
    if (!is_stoppable(use, session) || use->starts > 0) return tracked::start(session, handle);
    tracked::note_state(session, handle, true);
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(pvar_initially_running_if_second,
                "The second handle of a pvar runs from its allocation on",
                clause::pvar_noncontinuous_initially_stopped) {
  track(mpi);
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    const int code = tracked::handle_alloc(session, index, object, handle, count);
    if (code == MPI_SUCCESS && use_of(*handle)->earlier == 1) {
      real.MPI_T_pvar_start(session, *handle);
    }
    return code;
  };
}

MPITCHECK_FAULT(pvar_start_ignored_for_second_handle,
                "MPI_T_pvar_start does not start the second handle of a pvar",
                clause::pvar_start_begins_updates) {
  spoil_after<&Interface::MPI_T_pvar_start>(mpi, [](const Use& use) {
    if (use.earlier == 1) real.MPI_T_pvar_stop(use.session, use.handle);
  });
}

MPITCHECK_FAULT(pvar_start_misses_first_event, "A started counter misses the first event",
                clause::pvar_start_begins_updates) {
  spoil_read(mpi, [](Use& use, void* value) {
    const bool counter = use.facts.var_class == MPI_T_PVAR_CLASS_COUNTER;
    if (!counter || use.facts.continuous == 1 || use.earlier == 0) return;
    const PvarValue now = value_of(use);
    PvarValue missed(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) missed[i] = now[i] > 0 ? -1 : 0;
    add(use, value, missed);
  });
}

MPITCHECK_FAULT(pvar_start_refused, "MPI_T_pvar_start refuses generic pvars that can be started",
                clause::pvar_start_begins_updates) {
  track(mpi);
  mpi.MPI_T_pvar_start = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const Use* const use = use_of(handle);
    if (is_stoppable(use, session) && use->facts.var_class == MPI_T_PVAR_CLASS_GENERIC) {
      return MPI_T_ERR_PVAR_NO_STARTSTOP;
    }
    return tracked::start(session, handle);
  };
}

MPITCHECK_FAULT(pvar_stop_refused, "MPI_T_pvar_stop refuses pvars that it can stop",
                clause::pvar_stop_freezes) {
  track(mpi);
  mpi.MPI_T_pvar_stop = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    if (is_stoppable(use_of(handle), session)) return MPI_T_ERR_PVAR_NO_STARTSTOP;
    return tracked::stop(session, handle);
  };
}

MPITCHECK_FAULT(pvar_stop_ignored, "MPI_T_pvar_stop succeeds, but stops nothing",
                clause::pvar_stop_freezes) {
  spoil_after<&Interface::MPI_T_pvar_stop>(
      mpi, [](const Use& use) { real.MPI_T_pvar_start(use.session, use.handle); });
}

MPITCHECK_FAULT(pvar_stop_ignored_for_aggregates, "MPI_T_pvar_stop does not stop aggregates",
                clause::pvar_stop_freezes) {
  spoil_after<&Interface::MPI_T_pvar_stop>(mpi, [](const Use& use) {
    if (use.facts.var_class != MPI_T_PVAR_CLASS_AGGREGATE) return;
    real.MPI_T_pvar_start(use.session, use.handle);
  });
}

MPITCHECK_FAULT(pvar_stop_ignored_after_restart, "A pvar that was started twice cannot be stopped",
                clause::pvar_stop_freezes) {
  spoil_after<&Interface::MPI_T_pvar_stop>(mpi, [](const Use& use) {
    if (use.starts > 1) real.MPI_T_pvar_start(use.session, use.handle);
  });
}

MPITCHECK_FAULT(pvar_stop_loses_value, "A sum loses its value when it is stopped",
                clause::pvar_start_begins_updates, clause::pvar_read_stopped) {
  spoil_after<&Interface::MPI_T_pvar_stop>(mpi, [](Use& use) {
    if (use.facts.is_sum()) use.added = negative(value_of(use));
  });
}

MPITCHECK_FAULT(pvar_restart_from_zero, "A sum that is started again begins at 0",
                clause::pvar_restart_continues) {
  spoil_after<&Interface::MPI_T_pvar_start>(mpi, [](Use& use) {
    if (use.facts.is_sum() && use.starts > 1) use.added = negative(value_of(use));
  });
}

MPITCHECK_FAULT(pvar_restart_counts_pause, "A counter counts what happened while it was stopped",
                clause::pvar_restart_continues) {
  spoil_after<&Interface::MPI_T_pvar_stop>(mpi, [](Use& use) {
    if (!use.facts.is_sum()) return;
    use.before = value_of(use);
    real.MPI_T_pvar_start(use.session, use.handle);
  });
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const int code = tracked::read(session, handle, value);
    const Use* const use = use_of(handle);
    if (code != MPI_SUCCESS || use == nullptr || use->running || use->before.empty()) return code;
    change_elements(use->facts.datatype, value, use->count, [&](auto& element, std::size_t i) {
      element = static_cast<std::remove_reference_t<decltype(element)>>(use->before[i]);
    });
    return code;
  };
}

}  // namespace
}  // namespace mpitcheck::faults
