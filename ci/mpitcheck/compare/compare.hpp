// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck compare REPORT...`.
#pragma once

#include <string>
#include <vector>

namespace mpitcheck {

/// Writes the page and the Markdown to files with a name; without any, the Markdown to stdout. The
/// page also shows `bench`, what mpitcheck bench --json wrote, if it is named.
/// Returns the exit code, throws UserError.
int compare_reports(const std::vector<std::string>& paths, const std::string& html,
                    const std::string& markdown, const std::string& bench);

}  // namespace mpitcheck
