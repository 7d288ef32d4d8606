// SPDX-License-Identifier: BSD-3-Clause
// Queries of all objects, which must succeed whenever the interface is initialized.
#pragma once

#include <map>
#include <string_view>

#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// Of each kind, at most about this number of objects is looked up by name or compared.
inline constexpr int most_of_a_kind = 300;

/// The highest number of members of each kind that was seen so far.
using HighestNumbers = std::map<std::string_view, int>;

/// Checks the results of all queries: infos, info objects, enumerations, members of categories and
/// look-ups. Groups with a quarantined call are skipped.
void check_all_queries(Test& t, HighestNumbers& highest);

}  // namespace mpitcheck
