// SPDX-License-Identifier: BSD-3-Clause
// Compares the catalogue with the tests that cite it and the faults that break it.
#include "conformance/clauses/clausegen/coverage.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <string>

namespace mpitcheck::clausegen {

namespace {

/// Clause id to the place of the test or fault that names it first.
using Citations = std::map<std::string, Place>;

/// The list is JSON, which a YAML reader reads too. `program` says what prints such a list.
void read_list(const std::string& file, const std::string& program, Citations& citations,
               std::vector<Diagnostic>& diagnostics) {
  try {
    const YAML::Node entries = YAML::LoadFile(file);
    if (!entries.IsSequence()) {
      diagnostics.push_back({{file, 1}, "not the array that " + program + " prints"});
      return;
    }
    for (const auto& entry : entries) {
      for (const auto& clause : entry["clauses"]) {
        citations.emplace(clause.as<std::string>(), Place{file, clause.Mark().line + 1});
      }
    }
  } catch (const YAML::BadFile&) {
    diagnostics.push_back({{file, 1}, "cannot be read"});
  } catch (const YAML::Exception& error) {
    diagnostics.push_back(
        {{file, error.mark.line + 1}, "not what " + program + " prints: " + error.msg});
  }
}

}  // namespace

void check_tests(const Catalogue& catalogue, const std::vector<std::filesystem::path>& test_lists,
                 std::vector<Diagnostic>& diagnostics) {
  Citations citations;
  for (const auto& file : test_lists) {
    read_list(file.string(), "a test program with --list", citations, diagnostics);
  }

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

void check_faults(const Catalogue& catalogue, const std::filesystem::path& fault_list,
                  std::vector<Diagnostic>& diagnostics) {
  Citations broken;
  read_list(fault_list.string(), "bin/faults", broken, diagnostics);
  for (const Clause& clause : catalogue.clauses) {
    const bool has_fault = broken.contains(clause.id.value);
    const bool has_reason = !clause.no_fault.empty() || !clause.untested.empty();
    if (!has_fault && !has_reason && clause.level.value != "advice") {
      diagnostics.push_back({clause.id.place, clause.id.value + ": " + clause.level.value +
                                                  " clause without a fault; write one or say in "
                                                  "'no_fault' why there is none"});
    } else if (has_fault && !clause.no_fault.empty()) {
      diagnostics.push_back(
          {clause.no_fault.place, clause.id.value + ": has a fault now; remove 'no_fault'"});
    }
  }
}

}  // namespace mpitcheck::clausegen
