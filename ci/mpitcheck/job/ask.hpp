// SPDX-License-Identifier: BSD-3-Clause
// Programs of a tree that print what the tree has.
#pragma once

#include <filesystem>
#include <string>

#include "ci/mpitcheck/job/run_options.hpp"
#include "ci/mpitcheck/job/select.hpp"

namespace mpitcheck {

/// Runs a listing program of the target's tree; returns what it printed. Throws UserError if the
/// user interrupted it.
std::string ask(const std::filesystem::path& program, const Target& target,
                const RunOptions& options);

}  // namespace mpitcheck
