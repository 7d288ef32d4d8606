// SPDX-License-Identifier: BSD-3-Clause
// Faults of MPI_T_pvar_write.
#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

// Answers writes to read-only pvars with `refusal`.
template <int refusal>
void answer_refused(Interface& mpi) {
  track(mpi);
  mpi.MPI_T_pvar_write = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                            const void* value) {
    const Use* const use = use_of(handle);
    const bool refused = use != nullptr && use->session == session && use->facts.readonly == 1;
    return refused ? refusal : real.MPI_T_pvar_write(session, handle, value);
  };
}

// Writes to sums that may be written are done as `spoil(use, write)` does them; write() is the
// MPI's own.
template <class Spoil>
void spoil_writes_of_sums(Interface& mpi, Spoil) {
  track(mpi);
  mpi.MPI_T_pvar_write = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                            const void* value) {
    Use* const use = use_of(handle);
    const auto write = [&] { return real.MPI_T_pvar_write(session, handle, value); };
    const bool is_sum = use != nullptr && use->session == session && use->facts.is_sum() &&
                        use->facts.readonly == 0;
    return is_sum ? Spoil{}(*use, write) : write();
  };
}

MPITCHECK_FAULT(pvar_write_ignored, "MPI_T_pvar_write succeeds without effect on sums",
                clause::pvar_write_sets_value) {
  spoil_writes_of_sums(mpi, [](Use&, const auto&) { return MPI_SUCCESS; });
}

MPITCHECK_FAULT(pvar_write_adds, "MPI_T_pvar_write adds to a sum instead of setting it",
                clause::pvar_write_sets_value) {
  spoil_writes_of_sums(mpi, [](Use& use, const auto& write) {
    const PvarValue before = value_of(use);
    const int code = write();
    if (code == MPI_SUCCESS) use.added = before;
    return code;
  });
}

MPITCHECK_FAULT(pvar_write_off_by_one, "A sum reads one more than was written",
                clause::pvar_write_sets_value) {
  spoil_writes_of_sums(mpi, [](Use& use, const auto& write) {
    const int code = write();
    if (code == MPI_SUCCESS) use.added = {1};
    return code;
  });
}

MPITCHECK_FAULT(pvar_write_first_element_only, "MPI_T_pvar_write sets the first element alone",
                clause::pvar_write_sets_value) {
  spoil_writes_of_sums(mpi, [](Use& use, const auto& write) {
    const PvarValue before = value_of(use);
    const int code = write();
    if (code != MPI_SUCCESS) return code;
    const PvarValue after = value_of(use);
    use.added.assign(after.size(), 0);
    for (std::size_t i = 1; i < after.size(); ++i) use.added[i] = before[i] - after[i];
    return code;
  });
}

MPITCHECK_FAULT(pvar_write_wrong_refusal,
                "MPI_T_pvar_write refuses pvars that may be changed with MPI_T_ERR_INVALID",
                clause::pvar_write_sets_value) {
  alter_code<&Interface::MPI_T_pvar_write>(
      mpi, [](int code) { return code == MPI_SUCCESS ? MPI_T_ERR_INVALID : code; });
}

MPITCHECK_FAULT(pvar_write_readonly_succeeds, "MPI_T_pvar_write succeeds on read-only pvars",
                clause::pvar_write_refused_code) {
  answer_refused<MPI_SUCCESS>(mpi);
}

MPITCHECK_FAULT(pvar_write_readonly_invalid,
                "MPI_T_pvar_write refuses read-only pvars with MPI_T_ERR_INVALID",
                clause::pvar_write_refused_code) {
  answer_refused<MPI_T_ERR_INVALID>(mpi);
}

MPITCHECK_FAULT(pvar_write_readonly_set_never,
                "MPI_T_pvar_write refuses read-only pvars with the code for cvars",
                clause::pvar_write_refused_code) {
  answer_refused<MPI_T_ERR_CVAR_SET_NEVER>(mpi);
}

MPITCHECK_FAULT(pvar_write_refused_but_done, "A refused write changes a read-only sum all the same",
                clause::pvar_write_refused_code) {
  track(mpi);
  mpi.MPI_T_pvar_write = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                            const void* value) {
    Use* const use = use_of(handle);
    const int code = real.MPI_T_pvar_write(session, handle, value);
    if (code == MPI_T_ERR_PVAR_NO_WRITE && use != nullptr && use->facts.is_sum()) use->added = {1};
    return code;
  };
}

MPITCHECK_FAULT(pvar_write_takes_all_handles, "MPI_T_pvar_write succeeds with ALL_HANDLES",
                clause::pvar_access_all_handles_forbidden) {
  mpi.MPI_T_pvar_write = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                            const void* value) {
    if (handle == MPI_T_PVAR_ALL_HANDLES) return MPI_SUCCESS;
    return real.MPI_T_pvar_write(session, handle, value);
  };
}

}  // namespace
}  // namespace mpitcheck::faults
