// SPDX-License-Identifier: BSD-3-Clause
// Compares the catalogue with the tests that cite it.
#include "coverage.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <string>

namespace mpitcheck::clausegen {

namespace {

/// Clause id to the place of the test that cites it first.
using Citations = std::map<std::string, Place>;

/// The list is JSON, which a YAML reader reads too.
void read_list(const std::string& file, Citations& citations,
               std::vector<Diagnostic>& diagnostics) {
  try {
    const YAML::Node tests = YAML::LoadFile(file);
    if (!tests.IsSequence()) {
      diagnostics.push_back({{file, 1}, "not the array that a test program prints with --list"});
      return;
    }
    for (const auto& test : tests) {
      for (const auto& clause : test["clauses"]) {
        citations.emplace(clause.as<std::string>(), Place{file, clause.Mark().line + 1});
      }
    }
  } catch (const YAML::BadFile&) {
    diagnostics.push_back({{file, 1}, "cannot be read"});
  } catch (const YAML::Exception& error) {
    diagnostics.push_back({{file, error.mark.line + 1}, "not a list of tests: " + error.msg});
  }
}

}  // namespace

void check_coverage(const Catalogue& catalogue,
                    const std::vector<std::filesystem::path>& test_lists,
                    std::vector<Diagnostic>& diagnostics) {
  Citations citations;
  for (const auto& file : test_lists) read_list(file.string(), citations, diagnostics);

  for (const Clause& clause : catalogue.clauses) {
    const bool tested = citations.erase(clause.id.value) > 0;
    if (!tested && clause.level.value == "must" && clause.untested.empty()) {
      diagnostics.push_back({clause.id.place, clause.id.value +
                                                  ": must clause without a test; write one or say "
                                                  "in 'untested' why there is none"});
    } else if (tested && !clause.untested.empty()) {
      diagnostics.push_back(
          {clause.untested.place, clause.id.value + ": has a test now; remove 'untested'"});
    }
  }
  for (const auto& [id, place] : citations) {
    diagnostics.push_back({place, "a test cites '" + id + "', which is not in the catalogue"});
  }
}

}  // namespace mpitcheck::clausegen
