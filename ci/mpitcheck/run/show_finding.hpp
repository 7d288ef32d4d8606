// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck finding`: one finding of a report, as a maintainer of the library can be sent it.
#pragma once

#include <string>

namespace mpitcheck {

/// The finding with that id, on each target that has it, from the report in that file. Throws
/// UserError if the file is no report, or has no such finding.
std::string show_finding(const std::string& id, const std::string& path, bool as_markdown);

}  // namespace mpitcheck
