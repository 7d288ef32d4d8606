// SPDX-License-Identifier: BSD-3-Clause
// What a run of cvargen does.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace mpit::cvargen {

/// Runs cvargen with the arguments after the program's name; returns its exit code: 0 in order, 1
/// errors in the sources, 2 usage, 3 an output cannot be written. Diagnostics go to `errors`.
int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& errors);

}  // namespace mpit::cvargen
