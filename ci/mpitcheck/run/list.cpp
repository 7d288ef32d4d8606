// SPDX-License-Identifier: BSD-3-Clause
// Listing the catalogue and the tests of a tree.
#include "ci/mpitcheck/run/list.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "ci/mpitcheck/judge/clause_results.hpp"
#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "conformance/clauses/clause_data.hpp"

namespace mpitcheck {
using nlohmann::ordered_json;

namespace {

std::string dumped(const ordered_json& array) {
  return array.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

Tree tree_or_own(const std::string& directory) {
  return load_tree(directory.empty() ? own_tree() : directory);
}

std::vector<std::string> tests_of(const Tree& tree, std::string_view clause) {
  std::vector<std::string> names;
  for (const Program& program : tree.programs) {
    for (const TestEntry& test : program.tests) {
      if (contains(test.clauses, clause)) names.push_back(test.name);
    }
  }
  return names;
}

std::vector<std::string> faults_of(const Tree& tree, std::string_view clause) {
  std::vector<std::string> names;
  for (const FaultEntry& fault : tree.faults) {
    if (contains(fault.clauses, clause)) names.push_back(fault.name);
  }
  return names;
}

std::string list_clauses(const Tree& tree, bool as_json) {
  ordered_json array = ordered_json::array();
  std::string text;
  for (const ClauseResult& clause : clause_results()) {
    const std::vector<std::string> tests = tests_of(tree, clause.id);
    const std::vector<std::string> faults = faults_of(tree, clause.id);
    if (!as_json) {
      text += fmt::format("{:<44} {:<7} {:<4} {:>3} {}  {:>3} {}  {}\n", clause.id, clause.level,
                          clause.since, tests.size(), tests.size() == 1 ? "test " : "tests",
                          faults.size(), faults.size() == 1 ? "fault " : "faults",
                          shortened(clause.rule, 120));
      continue;
    }
    ordered_json sections = ordered_json::object();
    for (const auto& [version, section] : clause.section) sections[version] = section;
    array.push_back({{"id", clause.id},
                     {"level", clause.level},
                     {"area", clause.area},
                     {"since", clause.since},
                     {"until", clause.until.empty() ? ordered_json() : ordered_json(clause.until)},
                     {"rule", clause.rule},
                     {"section", sections},
                     {"functions", clause.functions},
                     {"untested", clause.untested},
                     {"no_fault", find_clause(clause.id)->no_fault},
                     {"tests", tests},
                     {"faults", faults}});
  }
  return as_json ? dumped(array) : text;
}

std::string list_tests(const Tree& tree, bool as_json) {
  ordered_json array = ordered_json::array();
  std::string text;
  for (const Program& program : tree.programs) {
    for (const TestEntry& test : program.tests) {
      if (!as_json) {
        text += fmt::format("{:<52} {:<12} {}\n", escape_line(test.name),
                            escape_line(program.suite), escape_line(test.brief));
        continue;
      }
      array.push_back({{"name", test.name},
                       {"suite", program.suite},
                       {"brief", test.brief},
                       {"clauses", test.clauses},
                       {"level", strictest_level(test.clauses)},
                       {"np", test.np},
                       {"file", test.file},
                       {"line", test.line}});
    }
  }
  return as_json ? dumped(array) : text;
}

}  // namespace mpitcheck
