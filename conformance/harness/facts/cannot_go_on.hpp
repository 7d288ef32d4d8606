// SPDX-License-Identifier: BSD-3-Clause
// How a test ends that has nothing to stand on.
#pragma once

#include <stdexcept>

namespace mpitcheck {

/// Thrown to leave a body that has nothing to stand on; says what is missing. What was examined
/// until then counts.
struct CannotGoOn : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace mpitcheck
