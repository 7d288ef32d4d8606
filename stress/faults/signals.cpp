// SPDX-License-Identifier: BSD-3-Clause
// Faults that show only to a signal handler that comes into another call of the interface.
#include <atomic>
#include <cstdlib>

#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {
namespace {

std::atomic<int> inside{0};

/// The MPI's function, noticed by handlers that interrupt it.
template <auto Member>
struct Noticed;

template <class... Args, int (*Interface::*Member)(Args...)>
struct Noticed<Member> {
  static int call(Args... args) {
    ++inside;
    const int code = (real.*Member)(args...);
    --inside;
    return code;
  }
};

void notice(Interface& mpi) {
  took_effect();  // neither codes nor outputs tell
  mpi.MPI_T_pvar_start = Noticed<&Interface::MPI_T_pvar_start>::call;
  mpi.MPI_T_pvar_stop = Noticed<&Interface::MPI_T_pvar_stop>::call;
  mpi.MPI_T_pvar_read = Noticed<&Interface::MPI_T_pvar_read>::call;
}

MPITCHECK_FAULT(stress_signal_counts_twice,
                "A MPI_T_pvar_readreset in a handler that interrupts another call does not reset",
                clause::pvar_async_context_use) {
  notice(mpi);
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    return inside > 0 ? real.MPI_T_pvar_read(session, handle, value)
                      : real.MPI_T_pvar_readreset(session, handle, value);
  };
}

MPITCHECK_FAULT(stress_signal_aborts,
                "A MPI_T_pvar_write in a handler that interrupts another call ends the process",
                clause::pvar_async_context_use) {
  notice(mpi);
  mpi.MPI_T_pvar_write = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                            const void* value) {
    if (inside > 0) std::abort();
    return real.MPI_T_pvar_write(session, handle, value);
  };
}

}  // namespace
}  // namespace mpitcheck::faults
