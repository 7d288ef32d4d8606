// SPDX-License-Identifier: BSD-3-Clause
// Which library and version a library version string speaks of.
#pragma once

#include <string>
#include <string_view>

namespace mpitcheck {

struct LibraryId {
  std::string library;  ///< e.g. "Open MPI"
  std::string version;  ///< e.g. "4.1.4"; empty if the string names none
};

/// Reads the first line of what MPI_Get_library_version returned, e.g. "Open MPI v4.1.4, package:
/// ..." or "MPICH Version:\t4.0.2".
LibraryId identify_library(std::string_view library_version);

}  // namespace mpitcheck
