// SPDX-License-Identifier: BSD-3-Clause
// Clauses that several properties judge together.
#pragma once

#include <initializer_list>
#include <vector>

#include "conformance/harness/test/registry.hpp"

namespace mpitcheck::properties {

using Clauses = std::vector<Clause>;

/// The lists one after the other.
Clauses together(std::initializer_list<Clauses> lists);

/// What the value of a pvar's handle must be after whatever was called: each, so that a wrong value
/// is attributed to the right one when the sequence has shrunk.
Clauses clauses_of_values();
/// Codes of calls on sessions and handles of pvars.
Clauses clauses_of_codes();
Clauses clauses_of_strings();
/// Metadata that never change, look-ups, categories.
Clauses clauses_of_queries();
Clauses clauses_of_cvars();
Clauses clauses_of_events();

/// All of these.
Clauses all_clauses_judged();

}  // namespace mpitcheck::properties
