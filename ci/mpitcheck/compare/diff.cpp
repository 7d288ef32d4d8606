// SPDX-License-Identifier: BSD-3-Clause
// Pairs the targets of two reports and compares each pair; the difference for programs and for
// people.
#include "ci/mpitcheck/compare/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "ci/mpitcheck/compare/read_report.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/escape.hpp"

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

using Json = nlohmann::ordered_json;

Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }
Json verdict_json(const std::optional<Verdict>& verdict) {
  return verdict ? Json(name(*verdict)) : Json();
}

Json test_json(const TestDifference& it) {
  Json document = {{"change", name(it.change)}, {"test", it.test}};
  if (it.change == TestChange::behaviour) {
    document["behaviour"] = it.subject;
  } else {
    document["old_verdict"] = verdict_json(it.before);
    document["new_verdict"] = verdict_json(it.after);
  }
  document["old"] = it.old_text;
  document["new"] = it.new_text;
  return document;
}

Json object_json(const ObjectDifference& it) {
  return {{"change", name(it.change)},
          {"kind", it.kind},
          {"old_name", or_null(it.old_name)},
          {"new_name", or_null(it.new_name)},
          {"detail", or_null(it.detail)}};
}

Json target_json(const TargetDiff& target) {
  Json tests = Json::array();
  for (const TestDifference& test : target.tests) tests.push_back(test_json(test));
  Json objects = Json::array();
  for (const ObjectDifference& object : target.objects) objects.push_back(object_json(object));
  return {{"old_name", target.old_name},       {"new_name", target.new_name},
          {"old_library", target.old_library}, {"new_library", target.new_library},
          {"tests", std::move(tests)},         {"inventories", target.inventories},
          {"objects", std::move(objects)}};
}

constexpr std::size_t longest_text = 200;

std::string fitted(std::string_view text) { return escape_line(shortened(text, longest_text)); }

void append_test(std::string& out, const TestDifference& it) {
  const auto verdict = [](const std::optional<Verdict>& value) {
    return value ? name(*value) : std::string_view();
  };
  const auto line = [&](std::string_view rest) {
    fmt::format_to(std::back_inserter(out), "  {:<10} {}: {}\n", name(it.change),
                   escape_line(it.test), rest);
  };
  const auto quote = [&](std::string_view sign, std::string_view text) {
    if (!text.empty()) fmt::format_to(std::back_inserter(out), "    {} {}\n", sign, fitted(text));
  };
  switch (it.change) {
    case TestChange::behaviour:
      line(escape_line(it.subject));
      break;
    case TestChange::added:
      return line(verdict(it.after));
    case TestChange::removed:
      return line("was " + std::string(verdict(it.before)));
    case TestChange::message:
      line(verdict(it.after));
      break;
    default:
      line(fmt::format("{} -> {}", verdict(it.before), verdict(it.after)));
  }
  quote("-", it.old_text);
  quote("+", it.new_text);
}

void append_object(std::string& out, const ObjectDifference& it) {
  fmt::format_to(std::back_inserter(out), "  {:<10} {} ", name(it.change), escape_line(it.kind));
  switch (it.change) {
    case ObjectChange::added:
      out += fitted(it.new_name);
      break;
    case ObjectChange::removed:
      out += fitted(it.old_name);
      break;
    case ObjectChange::renamed:
      out += fitted(it.old_name) + " -> " + fitted(it.new_name);
      break;
    case ObjectChange::retyped:
      out += fitted(it.new_name) + ": " + escape_line(shortened(it.detail, 2 * longest_text));
  }
  out += '\n';
}

void append_target(std::string& out, const TargetDiff& target) {
  out += target.old_name == target.new_name
             ? escape_line(target.new_name)
             : fmt::format("{} -> {}", escape_line(target.old_name), escape_line(target.new_name));
  fmt::format_to(std::back_inserter(out), ": {} -> {}\n", escape_line(target.old_library),
                 escape_line(target.new_library));
  for (const TestDifference& test : target.tests) append_test(out, test);
  for (const ObjectDifference& object : target.objects) append_object(out, object);
  if (!target.inventories) {
    out += "  variables were not compared: a report holds no inventory of this target\n";
  } else if (target.tests.empty() && target.objects.empty()) {
    out += "  no difference\n";
  }
  out += '\n';
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

std::string diff_json(const ReportDiff& diff) {
  Json targets = Json::array();
  for (const TargetDiff& target : diff.targets) targets.push_back(target_json(target));
  Json counts = Json::object();
  for (const TestChange change : all_test_changes) {
    counts[std::string(name(change))] = count(diff, change);
  }
  const Json document = {{"targets", std::move(targets)},
                         {"targets_added", diff.added},
                         {"targets_removed", diff.removed},
                         {"notices", diff.notices},
                         {"tests", std::move(counts)}};
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string diff_text(const ReportDiff& diff) {
  std::string out;
  for (const TargetDiff& target : diff.targets) append_target(out, target);
  for (const std::string& target : diff.removed) {
    out += fmt::format("target removed: {}\n", escape_line(target));
  }
  for (const std::string& target : diff.added) {
    out += fmt::format("target added: {}\n", escape_line(target));
  }
  for (const std::string& notice : diff.notices) out += fmt::format("note: {}\n", notice);
  std::size_t objects = 0;
  for (const TargetDiff& target : diff.targets) objects += target.objects.size();
  out += "tests:";
  for (const TestChange change : all_test_changes) {
    out += fmt::format(" {} {}{}", name(change), count(diff, change),
                       change == TestChange::removed ? "" : ",");
  }
  return out + fmt::format("; variables and other objects: {} changes\n", objects);
}

}  // namespace mpitcheck
