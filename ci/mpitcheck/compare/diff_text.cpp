// SPDX-License-Identifier: BSD-3-Clause
// The difference of two reports for people.
#include <fmt/format.h>

#include <iterator>

#include "compare/diff.hpp"
#include "escape.hpp"

namespace mpitcheck {
namespace {

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
