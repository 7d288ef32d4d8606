// SPDX-License-Identifier: BSD-3-Clause
// Faults of MPI_T_pvar_reset with one handle.
#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

bool is_own(MPI_T_pvar_session session, const Use* use) {
  return use != nullptr && use->session == session;
}

MPITCHECK_FAULT(pvar_reset_ignored, "MPI_T_pvar_reset succeeds without effect",
                clause::pvar_reset_to_start, clause::pvar_class_starting_value,
                clause::pvar_class_sum_start_zero, clause::pvar_class_timer_start_monotone,
                clause::pvar_class_watermark_start) {
  track(mpi);
  mpi.MPI_T_pvar_reset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const Use* const use = use_of(handle);
    if (is_own(session, use) && use->facts.readonly == 0) return MPI_SUCCESS;
    return tracked::reset(session, handle);
  };
}

MPITCHECK_FAULT(pvar_reset_to_one, "MPI_T_pvar_reset sets counters to 1",
                clause::pvar_reset_to_start, clause::pvar_class_starting_value,
                clause::pvar_class_sum_start_zero) {
  spoil_after<&Interface::MPI_T_pvar_reset>(mpi, [](Use& use) {
    if (use.facts.var_class == MPI_T_PVAR_CLASS_COUNTER) use.added = {1};
  });
}

MPITCHECK_FAULT(pvar_reset_forgets_element,
                "MPI_T_pvar_reset forgets the last element of pvars with several",
                clause::pvar_reset_to_start, clause::pvar_class_starting_value,
                clause::pvar_class_sum_start_zero) {
  track(mpi);
  mpi.MPI_T_pvar_reset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    Use* const use = use_of(handle);
    PvarValue kept;
    if (is_own(session, use) && use->facts.is_sum() && use->count > 1) kept = value_of(*use);
    const int code = tracked::reset(session, handle);
    if (code != MPI_SUCCESS || kept.empty()) return code;
    std::size_t last = kept.size() - 1;
    while (last > 0 && kept[last] == 0) --last;
    use->added.assign(kept.size(), 0);
    if (last > 0) use->added[last] = kept[last];
    return code;
  };
}

MPITCHECK_FAULT(pvar_reset_forgotten_by_second_handle,
                "MPI_T_pvar_reset has no effect on the second handle of a pvar",
                clause::pvar_reset_to_start, clause::pvar_class_starting_value,
                clause::pvar_class_sum_start_zero) {
  track(mpi);
  mpi.MPI_T_pvar_reset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const Use* const use = use_of(handle);
    const bool forgotten = is_own(session, use) && use->facts.is_sum() && use->earlier == 1;
    if (forgotten && use->facts.readonly == 0) return MPI_SUCCESS;
    return tracked::reset(session, handle);
  };
}

MPITCHECK_FAULT(pvar_reset_wrong_refusal,
                "MPI_T_pvar_reset refuses pvars that may be changed with MPI_T_ERR_INVALID",
                clause::pvar_reset_to_start) {
  track(mpi);
  mpi.MPI_T_pvar_reset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const Use* const use = use_of(handle);
    if (is_own(session, use) && use->facts.readonly == 0) return MPI_T_ERR_INVALID;
    return tracked::reset(session, handle);
  };
}

MPITCHECK_FAULT(pvar_reset_stops, "MPI_T_pvar_reset stops a running pvar",
                clause::pvar_reset_keeps_run_state) {
  spoil_after<&Interface::MPI_T_pvar_reset>(mpi, [](Use& use) {
    if (use.running) real.MPI_T_pvar_stop(use.session, use.handle);
  });
}

MPITCHECK_FAULT(pvar_reset_starts, "MPI_T_pvar_reset starts a stopped pvar",
                clause::pvar_reset_keeps_run_state) {
  spoil_after<&Interface::MPI_T_pvar_reset>(mpi, [](Use& use) {
    if (!use.running && use.facts.continuous == 0) {
      real.MPI_T_pvar_start(use.session, use.handle);
    }
  });
}

MPITCHECK_FAULT(pvar_reset_readonly_invalid,
                "MPI_T_pvar_reset refuses read-only pvars with MPI_T_ERR_INVALID",
                clause::pvar_reset_refused_code) {
  mpi.MPI_T_pvar_reset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const int code = real.MPI_T_pvar_reset(session, handle);
    return code == MPI_T_ERR_PVAR_NO_WRITE ? MPI_T_ERR_INVALID : code;
  };
}

MPITCHECK_FAULT(pvar_reset_readonly_no_startstop,
                "MPI_T_pvar_reset refuses read-only pvars with MPI_T_ERR_PVAR_NO_STARTSTOP",
                clause::pvar_reset_refused_code) {
  mpi.MPI_T_pvar_reset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const int code = real.MPI_T_pvar_reset(session, handle);
    return code == MPI_T_ERR_PVAR_NO_WRITE ? MPI_T_ERR_PVAR_NO_STARTSTOP : code;
  };
}

MPITCHECK_FAULT(pvar_reset_readonly_without_effect,
                "MPI_T_pvar_reset of a read-only pvar succeeds, but its value stays",
                clause::pvar_reset_refused_code) {
  track(mpi);
  mpi.MPI_T_pvar_reset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const Use* const use = use_of(handle);
    if (is_own(session, use) && use->facts.readonly == 1) return MPI_SUCCESS;
    return tracked::reset(session, handle);
  };
}

MPITCHECK_FAULT(pvar_reset_refused_but_done, "A refused reset of a read-only sum loses its value",
                clause::pvar_reset_refused_code) {
  track(mpi);
  mpi.MPI_T_pvar_reset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    Use* const use = use_of(handle);
    const int code = tracked::reset(session, handle);
    if (code == MPI_T_ERR_PVAR_NO_WRITE && use != nullptr && use->facts.is_sum()) {
      use->added = negative(value_of(*use));
    }
    return code;
  };
}

}  // namespace
}  // namespace mpitcheck::faults
