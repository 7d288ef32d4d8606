// SPDX-License-Identifier: BSD-3-Clause
// The calls of a story that a failure needs.
#pragma once

#include <vector>

#include "conformance/evidence/search/objects.hpp"

namespace mpitcheck::evidence {

/// How much a slice takes beside the calls in question, in rising order.
enum class Width {
  objects,    ///< what made their objects, and all that was done to these
  variables,  ///< also what was asked about the same variables and categories
  functions,  ///< also every call of the same functions
  everything
};

inline constexpr Width all_widths[] = {Width::objects, Width::variables, Width::functions,
                                       Width::everything};

/// Numbers of the calls, in order, up to the last one of `wanted`. Initializing and finalizing are
/// always there.
std::vector<std::size_t> slice(const std::vector<Call>& calls, const Objects& objects,
                               const std::vector<std::size_t>& wanted, Width width);

bool is_life_cycle(const Call& call);
/// Communication and what goes with it.
bool is_traffic(const Call& call);

}  // namespace mpitcheck::evidence
