// SPDX-License-Identifier: BSD-3-Clause
// Preconditions of tests that depend on the code of a call.
#include "conformance/harness/facts/cannot_go_on.hpp"

#include "conformance/harness/facts/names.hpp"

namespace mpitcheck {

void require_room(int code, std::string_view what) {
  if (is_no_room(code)) throw CannotGoOn(join("room for ", what, " (", code_name(code), ")"));
}

void require_refusal(std::string_view what, int code) {
  if (code == MPI_SUCCESS) throw CannotGoOn(join(what, " that is refused"));
}

}  // namespace mpitcheck
