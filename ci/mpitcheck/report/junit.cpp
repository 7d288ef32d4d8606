// SPDX-License-Identifier: BSD-3-Clause
// Writes JUnit XML: a testsuite per target.
#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "ci/mpitcheck/report/report.hpp"
#include "ci/mpitcheck/report/text.hpp"
#include "ci/mpitcheck/report/verdicts.hpp"

namespace mpitcheck::report {
namespace {

enum class Outcome { passed, failed, broken, skipped };

Outcome outcome(const TestResult& test) {
  if (test.verdict == Verdict::error) return Outcome::broken;
  if (is_known(test)) return Outcome::skipped;
  if (test.expected ? !*test.expected : breaks_must(test)) return Outcome::failed;
  switch (test.verdict) {
    case Verdict::vacuous:
    case Verdict::inconclusive:
    case Verdict::not_applicable:
      return Outcome::skipped;
    default:
      return Outcome::passed;
  }
}

struct Tally {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void add(const TestResult& test) {
    ++tests;
    failures += outcome(test) == Outcome::failed;
    errors += outcome(test) == Outcome::broken;
    skipped += outcome(test) == Outcome::skipped;
    seconds += test.seconds;
  }

  void write(pugi::xml_node node) const {
    node.append_attribute("tests") = tests;
    node.append_attribute("failures") = failures;
    node.append_attribute("errors") = errors;
    node.append_attribute("skipped") = skipped;
    node.append_attribute("time") = fmt::format("{:.3f}", seconds).c_str();
  }
};

void set(pugi::xml_node node, const char* attribute, std::string_view value) {
  node.append_attribute(attribute) = visible(value).c_str();
}

void append_text(pugi::xml_node node, std::string_view text) {
  node.append_child(pugi::node_pcdata).set_value(visible(text, Lines::keep).c_str());
}

std::string why(const TestResult& test) {
  return test.verdict == Verdict::vacuous && !test.missing.empty() ? test.missing : test.message;
}

// The message, and what the expectations say of it.
std::string message(const TestResult& test) {
  const std::string known = known_line(test);
  return known.empty() ? why(test) : fmt::format("{} ({})", why(test), known);
}

// The evidence as plain text, a paragraph per offence.
std::string account(const TestResult& test) {
  std::string out = fmt::format("{}: {}\n", name(test.verdict), message(test));
  for (const Failure& failure : test.failures) {
    out += fmt::format("\nclause: {} ({}{}{})\nrule: {}\n", failure.clause, failure.level,
                       failure.section.empty() ? "" : ", section ", failure.section, failure.rule);
    out += fmt::format("subject: {}\nexpected: {}\nactual: {}\n", failure.subject, failure.expected,
                       failure.actual);
    if (!failure.phase.empty()) out += fmt::format("phase: {}\n", failure.phase);
    for (const std::string& call : failure.calls) out += fmt::format("  {}\n", call);
  }
  for (const std::string& note : test.notes) out += fmt::format("\nnote: {}\n", note);
  if (!test.stacks.empty()) out += fmt::format("\nstacks:\n{}", stacks_text(test.stacks));
  if (test.repro && !test.repro->program.empty()) {
    out += fmt::format("\nprogram:\n{}", test.repro->program);
  }
  if (!test.replay.empty()) out += fmt::format("\nreplay: {}\n", test.replay);
  return out;
}

void write_result(pugi::xml_node node, const char* element, const TestResult& test) {
  pugi::xml_node result = node.append_child(element);
  set(result, "type", name(test.verdict));
  set(result, "message", message(test));
  append_text(result, account(test));
}

void write_test(pugi::xml_node suite, const TestResult& test) {
  pugi::xml_node node = suite.append_child("testcase");
  set(node, "classname", std::string_view(test.name).substr(0, test.name.find('.')));
  set(node, "name", test.name);
  node.append_attribute("time") = fmt::format("{:.3f}", test.seconds).c_str();
  switch (outcome(test)) {
    case Outcome::failed:
      write_result(node, "failure", test);
      break;
    case Outcome::broken:
      write_result(node, "error", test);
      break;
    case Outcome::skipped:
      set(node.append_child("skipped"), "message",
          fmt::format("{}: {}", name(test.verdict), message(test)));
      break;
    case Outcome::passed:
      if (test.verdict != Verdict::pass)
        append_text(node.append_child("system-out"), account(test));
      break;
  }
}

void write_property(pugi::xml_node properties, std::string_view key, std::string_view value) {
  pugi::xml_node property = properties.append_child("property");
  set(property, "name", key);
  set(property, "value", value);
}

void write_target(pugi::xml_node root, const RunReport& report, const TargetResult& target) {
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", target.name);
  set(suite, "timestamp", report.header.started);
  pugi::xml_node properties = suite.append_child("properties");
  write_property(properties, "library_version", target.library_version);
  write_property(properties, "mpi_version", target.mpi_version);
  for (const Finding& finding : report.findings) {
    const auto here = std::ranges::find(finding.sightings, target.name, &Sighting::target);
    if (here == finding.sightings.end()) continue;
    write_property(properties, fmt::format("finding {}", finding.id),
                   fmt::format("{} {}{}{}: {}", finding.level, name(here->verdict),
                               here->standing == Standing::unjudged ? "" : ", ",
                               name(here->standing), finding.line));
  }
  Tally tally;
  for (const TestResult& test : report.tests) {
    if (test.target != target.name) continue;
    tally.add(test);
    write_test(suite, test);
  }
  tally.write(suite);
}

// Entries of expectations files that are at fault themselves.
std::vector<const GateFinding*> entry_findings(const RunReport& report) {
  std::vector<const GateFinding*> findings;
  if (!report.gate) return findings;
  for (const GateFinding& finding : report.gate->findings) {
    if (finding.test.empty()) findings.push_back(&finding);
  }
  return findings;
}

void write_entry_findings(pugi::xml_node root, const std::vector<const GateFinding*>& findings) {
  if (findings.empty()) return;
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", "expectations");
  Tally tally;
  tally.tests = tally.failures = findings.size();
  tally.write(suite);
  for (const GateFinding* finding : findings) {
    pugi::xml_node node = suite.append_child("testcase");
    set(node, "classname", "expectations");
    set(node, "name", finding->source);
    pugi::xml_node failure = node.append_child("failure");
    set(failure, "type", name(finding->problem));
    set(failure, "message", finding->message);
    append_text(failure, fmt::format("{}\n{}\n", finding->advice, finding->line));
  }
}

}  // namespace

std::string to_junit(const RunReport& report) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", report.header.tool);
  Tally tally;
  for (const TestResult& test : report.tests) tally.add(test);
  const auto findings = entry_findings(report);
  tally.tests += findings.size();
  tally.failures += findings.size();
  tally.write(root);
  for (const TargetResult& target : report.targets) write_target(root, report, target);
  write_entry_findings(root, findings);
  std::ostringstream out;
  document.save(out, " ", pugi::format_indent, pugi::encoding_utf8);
  return out.str();
}

}  // namespace mpitcheck::report
