// SPDX-License-Identifier: BSD-3-Clause
// Explanations of clauses and tests.
#include "ci/mpitcheck/run/explain.hpp"

#include <fmt/format.h>

#include "ci/mpitcheck/judge/clause_results.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "ci/mpitcheck/run/list.hpp"

namespace mpitcheck {
namespace {

void append_field(std::string& text, std::string_view label, std::string_view value) {
  if (!value.empty()) text += fmt::format("  {:<10} {}\n", label, escape_line(value));
}

template <class Range>
std::string joined(const Range& items) {
  return fmt::format("{}", fmt::join(items, ", "));
}

std::string explain_clause(const ClauseData& clause, const Tree& tree) {
  std::string text = fmt::format("clause {}\n  {}\n\n", clause.id, clause.rule);
  append_field(text, "level", to_string(clause.level));
  append_field(text, "area", clause.area);
  append_field(text, "since", "MPI " + to_text(clause.since));
  if (clause.until) append_field(text, "until", "MPI " + to_text(*clause.until));
  std::string sections;
  for (const auto& [version, number] : clause.sections) {
    sections +=
        fmt::format("{}{} (MPI {})", sections.empty() ? "" : ", ", number, to_text(version));
  }
  append_field(text, "sections", sections);
  append_field(text, "draft 2011", clause.draft2011);
  append_field(text, "functions", joined(clause.functions));
  append_field(text, "observed", clause.observe);
  append_field(text, "codes", joined(clause.codes));
  append_field(text, "accepted", clause.accept);
  append_field(text, "falls on", clause.actor);
  append_field(text, "note", clause.note);
  append_field(text, "untested", clause.untested);
  append_field(text, "no fault", clause.no_fault);
  append_field(text, "tests", joined(tests_of(tree, clause.id)));
  append_field(text, "faults", joined(faults_of(tree, clause.id)));
  return text;
}

std::string explain_test(const TestEntry& test, const Program& program, const Tree& tree) {
  std::string text =
      fmt::format("test {}\n  {}\n\n", escape_line(test.name), escape_line(test.brief));
  append_field(text, "suite", program.suite);
  append_field(text, "processes", std::to_string(test.np));
  if (!test.file.empty()) append_field(text, "source", fmt::format("{}:{}", test.file, test.line));
  append_field(text, "run it", fmt::format("mpitcheck run {} --filter {}", tree.named, test.name));
  text += "\nIts clauses:\n";
  for (const std::string& id : test.clauses) {
    const ClauseData* clause = find_clause(id);
    text += fmt::format("  {} ({}): {}\n", escape_line(id), level_of(id),
                        clause != nullptr ? clause->rule : "not in this catalogue");
  }
  return text;
}

}  // namespace

std::string explain(const Tree& tree, const std::string& subject) {
  if (const ClauseData* clause = find_clause(subject)) return explain_clause(*clause, tree);
  for (const Program& program : tree.programs) {
    for (const TestEntry& test : program.tests) {
      if (test.name == subject) return explain_test(test, program, tree);
    }
  }
  throw UserError(fmt::format("'{}' is neither a clause nor a test of '{}': see mpitcheck list "
                              "clauses, mpitcheck list tests",
                              subject, tree.named),
                  exit_nothing_selected);
}

}  // namespace mpitcheck
