// SPDX-License-Identifier: BSD-3-Clause
// The exception that ends a test whose preconditions fail, and two frequent reasons for it.
#pragma once

#include <stdexcept>
#include <string_view>

namespace mpitcheck {

/// Thrown to leave a test body whose preconditions fail. The message names what is missing. What
/// was examined before still counts.
struct CannotGoOn : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws CannotGoOn if a call that should return `what`, a handle or session, reported a lack of
/// room.
void require_room(int code, std::string_view what);

/// Throws CannotGoOn if `code` of a call that must fail is MPI_SUCCESS, because later results would
/// prove nothing. Another test examines the rule that it must fail.
void require_refusal(std::string_view what, int code);

}  // namespace mpitcheck
