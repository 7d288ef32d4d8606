// SPDX-License-Identifier: BSD-3-Clause
// Pvar accesses that can be tested on a target without pvars.
#pragma once

#include <iterator>
#include <string_view>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/probe.hpp"

namespace mpitcheck {

/// An access that needs no pvar.
struct BareAccess {
  std::string_view function, subject;
  int (*make)(MPI_T_pvar_session session, void* buffer);
};

/// Accesses to all handles of a session that has none, and to the null handle.
inline constexpr BareAccess bare_accesses[] = {
    {"MPI_T_pvar_start", "all of none",
     [](MPI_T_pvar_session session, void*) {
       return call::MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES);
     }},
    {"MPI_T_pvar_reset", "all of none",
     [](MPI_T_pvar_session session, void*) {
       return call::MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES);
     }},
    {"MPI_T_pvar_stop", "all of none",
     [](MPI_T_pvar_session session, void*) {
       return call::MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES);
     }},
    {"MPI_T_pvar_read", "the null handle",
     [](MPI_T_pvar_session session, void* buffer) {
       return call::MPI_T_pvar_read(session, MPI_T_PVAR_HANDLE_NULL, buffer);
     }},
    {"MPI_T_pvar_write", "the null handle",
     [](MPI_T_pvar_session session, void* buffer) {
       return call::MPI_T_pvar_write(session, MPI_T_PVAR_HANDLE_NULL, buffer);
     }},
    {"MPI_T_pvar_readreset", "the null handle",
     [](MPI_T_pvar_session session, void* buffer) {
       return call::MPI_T_pvar_readreset(session, MPI_T_PVAR_HANDLE_NULL, buffer);
     }},
};

/// Runs `check(access, code)` for each access that the library survives. The others are findings of
/// the clauses on bad arguments.
template <class Check>
void each_bare_access(const Check& check) {
  const auto codes = probe_each(std::size(bare_accesses), [](std::size_t i) {
    const PvarSession session;
    unsigned long long buffer[8] = {};
    return bare_accesses[i].make(session.get(), buffer);
  });
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i]) check(bare_accesses[i], *codes[i]);
  }
}

}  // namespace mpitcheck
