// SPDX-License-Identifier: BSD-3-Clause
// The text of an enumeration in a message: the name, since handles are opaque.
#pragma once

#include <string>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/variables.hpp"

namespace mpitcheck {

/// "name" of the enumeration behind `handle`, "MPI_T_ENUM_NULL", or that it cannot be queried.
inline std::string enum_text(MPI_T_enum handle) {
  if (handle == MPI_T_ENUM_NULL) return "MPI_T_ENUM_NULL";
  const auto enumeration = read_enum(handle, "");
  return enumeration ? in_quotes(enumeration->name) : "an enumeration that cannot be queried";
}

}  // namespace mpitcheck
