// SPDX-License-Identifier: BSD-3-Clause
// Clauses that several properties judge together.
#pragma once

#include <initializer_list>
#include <vector>

#include "conformance/harness/test/registry.hpp"

namespace mpitcheck::properties {

using Clauses = std::vector<Clause>;

/// Concatenates the lists.
Clauses together(std::initializer_list<Clauses> lists);

/// The clauses about the value of a pvar's handle after any call. All are listed, so that a wrong
/// value in a shrunk sequence is charged to the right clause.
Clauses clauses_of_values();
/// Codes of calls on sessions and handles of pvars.
Clauses clauses_of_codes();
Clauses clauses_of_strings();
/// Clauses about immutable metadata, look-ups and categories.
Clauses clauses_of_queries();
Clauses clauses_of_cvars();
Clauses clauses_of_events();

/// All of these.
Clauses all_clauses_judged();

}  // namespace mpitcheck::properties
