// SPDX-License-Identifier: BSD-3-Clause
// What `clausegen lint|generate|coverage|faults` does.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace mpitcheck::clausegen {

/// Runs one command (the arguments after the program's name), prints all findings to `errors` and
/// returns the exit code: 0 in order, 1 findings, 2 usage. Throws std::runtime_error if a result
/// cannot be written.
int run_command(const std::vector<std::string>& arguments, std::ostream& errors);

}  // namespace mpitcheck::clausegen
