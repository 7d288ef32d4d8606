// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck explain CLAUSE|TEST`.
#pragma once

#include <string>

#include "ci/mpitcheck/judge/tree.hpp"

namespace mpitcheck {

/// What is known of a clause or a test of `tree`. Throws UserError if `subject` is neither.
std::string explain(const Tree& tree, const std::string& subject);

}  // namespace mpitcheck
