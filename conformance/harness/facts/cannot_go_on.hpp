// SPDX-License-Identifier: BSD-3-Clause
// The exception that ends a test whose preconditions fail.
#pragma once

#include <stdexcept>

namespace mpitcheck {

/// Thrown to leave a test body whose preconditions fail. The message names what is missing. What
/// was examined before still counts.
struct CannotGoOn : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace mpitcheck
