// SPDX-License-Identifier: BSD-3-Clause
// The library's name and version.
#pragma once

namespace mpit::runtime {

inline constexpr char library_version[] =
    "mpitcheck reference " MPITCHECK_VERSION ", MPI 5.0, standard ABI 1.0";

}  // namespace mpit::runtime
