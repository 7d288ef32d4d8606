// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck diff OLD NEW`: what became better, worse or different between two reports.
#pragma once

#include <string>
#include <vector>

#include "ci/mpitcheck/compare/target_diff.hpp"

namespace mpitcheck {

/// A target that both reports have.
struct TargetDiff {
  std::string old_name, new_name;
  std::string old_library, new_library;  ///< e.g. "MPICH 4.0.2"
  bool inventories = false;              ///< whether both reports hold one
  std::vector<TestDifference> tests;
  std::vector<ObjectDifference> objects;
};

struct ReportDiff {
  std::vector<TargetDiff> targets;
  std::vector<std::string> added, removed;  ///< targets that only one report has
  std::vector<std::string> notices;         ///< what makes the result less than whole
};

/// Pairs the targets by name; if each report has one that is left over, these two. Throws UserError
/// if no target can be paired.
ReportDiff diff_reports(const RunReport& older, const RunReport& newer);

/// Number of test differences of that kind over all targets.
std::size_t count(const ReportDiff& diff, TestChange change);

/// For people, and for programs.
std::string diff_text(const ReportDiff& diff);
std::string diff_json(const ReportDiff& diff);

/// `mpitcheck diff`: prints to stdout; 1 if there is a regression, else 0.
int show_diff(const std::string& old_path, const std::string& new_path, bool as_json);

}  // namespace mpitcheck
