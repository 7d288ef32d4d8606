// SPDX-License-Identifier: BSD-3-Clause
// The look-up of event types by name.
#pragma once

#include <string>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// Whether the look-up succeeds now. A name that is never found cannot be lost.
inline bool finds(int index, const std::string& name) {
  int found = -1;
  return call::MPI_T_event_get_index(name.c_str(), &found) == MPI_SUCCESS && found == index;
}

/// Checks that the look-up of `name` returns the index whose query returned `name`.
inline void check_lookup(Test& t, Clause rule, int index, const std::string& name) {
  const auto event = [&] { return join("event ", index, " ", in_quotes(name)); };
  int found = -1;
  const int code = call::MPI_T_event_get_index(name.c_str(), &found);
  if (!t.check_code(rule, event, code, {MPI_SUCCESS})) return;
  t.check(rule, event,
          equals("event_index", found, index).as_in("MPI_T_event_get_info", "event_index"));
}

}  // namespace mpitcheck
