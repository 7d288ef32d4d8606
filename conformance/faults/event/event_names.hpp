// SPDX-License-Identifier: BSD-3-Clause
// Names that came with events, with stand-ins for an MPI that lacks them: no call ever sees those.
#pragma once

#include "conformance/harness/calls/mpi.hpp"

namespace mpitcheck::faults {

/// The safety levels of callbacks, weakest first.
#if MPITCHECK_DECLARES(MPI_T_CB_REQUIRE_NONE)
inline constexpr MPI_T_cb_safety safety_levels[] = {
    MPI_T_CB_REQUIRE_NONE, MPI_T_CB_REQUIRE_MPI_RESTRICTED, MPI_T_CB_REQUIRE_THREAD_SAFE,
    MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE};
#else
inline constexpr MPI_T_cb_safety safety_levels[4] = {};
#endif

/// 0 for the weakest level, to 3.
inline int rank_of(MPI_T_cb_safety level) {
  int rank = 0;
  while (rank < 3 && safety_levels[rank] != level) ++rank;
  return rank;
}

#if MPITCHECK_DECLARES(MPI_T_ERR_NOT_SUPPORTED)
inline constexpr int not_supported = MPI_T_ERR_NOT_SUPPORTED;
#else
inline constexpr int not_supported = MPI_ERR_OTHER;
#endif

#if MPITCHECK_DECLARES(MPI_T_ERR_NOT_ACCESSIBLE)
inline constexpr int not_accessible = MPI_T_ERR_NOT_ACCESSIBLE;
#else
inline constexpr int not_accessible = MPI_ERR_OTHER;
#endif

}  // namespace mpitcheck::faults
