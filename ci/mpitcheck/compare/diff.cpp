// SPDX-License-Identifier: BSD-3-Clause
// Pairs the targets of two reports and compares each pair.
#include "compare/diff.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "compare/library_label.hpp"
#include "compare/read_report.hpp"
#include "error.hpp"

namespace mpitcheck {
namespace {

using Targets = std::vector<const TargetResult*>;

TargetDiff diff_target(const RunReport& older, const TargetResult& before, const RunReport& newer,
                       const TargetResult& after) {
  TargetDiff diff;
  diff.old_name = before.name;
  diff.new_name = after.name;
  diff.old_library = library_label(before);
  diff.new_library = library_label(after);
  diff.tests = diff_tests(older, before.name, newer, after.name);
  // An MPI without any object is rare enough to be taken for one without inventory.
  diff.inventories = !before.inventory.empty() && !after.inventory.empty();
  if (diff.inventories) diff.objects = diff_inventories(before.inventory, after.inventory);
  return diff;
}

void add_notice(ReportDiff& diff, std::string_view which, const RunReport& report) {
  if (report.footer.complete) return;
  diff.notices.push_back(fmt::format(
      "{} is incomplete: {}", which,
      report.footer.interrupted ? "its run was interrupted" : "not every selected test has run"));
}

}  // namespace

ReportDiff diff_reports(const RunReport& older, const RunReport& newer) {
  ReportDiff diff;
  add_notice(diff, "the old report", older);
  add_notice(diff, "the new report", newer);
  Targets before, after;
  for (const TargetResult& target : newer.targets) after.push_back(&target);
  for (const TargetResult& target : older.targets) {
    const auto found = std::ranges::find(after, target.name, &TargetResult::name);
    if (found == after.end()) {
      before.push_back(&target);
    } else {
      diff.targets.push_back(diff_target(older, target, newer, **found));
      after.erase(found);
    }
  }
  if (before.size() == 1 && after.size() == 1) {
    diff.targets.push_back(diff_target(older, *before[0], newer, *after[0]));
    before.clear();
    after.clear();
  }
  for (const TargetResult* target : before) diff.removed.push_back(target->name);
  for (const TargetResult* target : after) diff.added.push_back(target->name);
  if (diff.targets.empty()) {
    throw UserError("the two reports have no target in common: compare runs of the same trees");
  }
  return diff;
}

std::size_t count(const ReportDiff& diff, TestChange change) {
  std::size_t sum = 0;
  for (const TargetDiff& target : diff.targets) {
    sum +=
        static_cast<std::size_t>(std::ranges::count(target.tests, change, &TestDifference::change));
  }
  return sum;
}

int show_diff(const std::string& old_path, const std::string& new_path, bool as_json) {
  const ReportDiff diff = diff_reports(read_report(old_path), read_report(new_path));
  fmt::print("{}", as_json ? diff_json(diff) : diff_text(diff));
  return count(diff, TestChange::regression) > 0 ? exit_broken_must : exit_as_expected;
}

}  // namespace mpitcheck
