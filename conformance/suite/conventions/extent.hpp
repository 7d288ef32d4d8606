// SPDX-License-Identifier: BSD-3-Clause
// How far a read wrote into its buffer.
#pragma once

#include <string_view>

#include "conformance/harness/calls/value.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

inline std::string_view allocation_of(const CvarInfo&) { return "MPI_T_cvar_handle_alloc"; }
inline std::string_view allocation_of(const PvarInfo&) { return "MPI_T_pvar_handle_alloc"; }
inline std::string_view allocation_of(const PvarHandle&) { return "MPI_T_pvar_handle_alloc"; }

/// Checks that nothing was written after the elements of the handle.
template <class Variable>
bool check_extent(Test& t, Clause rule, const Variable& variable, const ValueBuffer& value) {
  return t.check(rule, variable,
                 at_most("extent(buf)", value.extent(), value.count())
                     .as_in(allocation_of(variable), "count"));
}

}  // namespace mpitcheck
