// SPDX-License-Identifier: BSD-3-Clause
// The look-up of the name of an event type.
#pragma once

#include <string>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// Whether it does so now: what a look-up never finds, it cannot lose either.
inline bool finds(int index, const std::string& name) {
  int found = -1;
  return call::MPI_T_event_get_index(name.c_str(), &found) == MPI_SUCCESS && found == index;
}

/// Looking up `name` gives the index that a query gave that name for.
inline void check_lookup(Test& t, Clause rule, int index, const std::string& name) {
  const auto event = [&] { return join("event ", index, " ", in_quotes(name)); };
  int found = -1;
  const int code = call::MPI_T_event_get_index(name.c_str(), &found);
  if (!t.check_code(rule, event, code, {MPI_SUCCESS})) return;
  t.check(rule, event,
          equals("event_index", found, index).as_in("MPI_T_event_get_info", "event_index"));
}

}  // namespace mpitcheck
