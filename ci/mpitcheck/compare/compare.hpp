// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck compare REPORT...`.
#pragma once

#include <string>
#include <vector>

namespace mpitcheck {

/// Writes the page and the Markdown to files with a name; without any, the Markdown to stdout.
/// Returns the exit code, throws UserError.
int compare_reports(const std::vector<std::string>& paths, const std::string& html,
                    const std::string& markdown);

}  // namespace mpitcheck
