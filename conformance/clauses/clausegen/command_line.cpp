// SPDX-License-Identifier: BSD-3-Clause
// What `clausegen lint|generate|coverage|faults` does.
#include "conformance/clauses/clausegen/command_line.hpp"

#include <filesystem>
#include <ostream>

#include "conformance/clauses/clausegen/coverage.hpp"
#include "conformance/clauses/clausegen/generate.hpp"
#include "conformance/clauses/clausegen/lint.hpp"
#include "conformance/clauses/clausegen/load.hpp"

namespace mpitcheck::clausegen {

namespace fs = std::filesystem;

namespace {

constexpr int kFindings = 1;
constexpr int kUsage = 2;

constexpr const char* kUsageText =
    "usage: clausegen lint DIR              check the catalogue in DIR\n"
    "       clausegen generate DIR OUT      check it and write the C++ into OUT\n"
    "       clausegen coverage DIR JSON...  check that the tests listed cover it\n"
    "       clausegen faults DIR JSON       check that the faults listed break it\n"
    "exit codes: 0 in order, 1 findings, 2 usage, 3 a result could not be written\n";

int usage(std::ostream& errors, const std::string& problem) {
  errors << "clausegen: " << problem << "\n" << kUsageText;
  return kUsage;
}

int report(std::ostream& errors, const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    errors << diagnostic.place.file << ":" << diagnostic.place.line << ": " << diagnostic.message
           << "\n";
  }
  return diagnostics.empty() ? 0 : kFindings;
}

}  // namespace

int run_command(const std::vector<std::string>& arguments, std::ostream& errors) {
  if (arguments.size() < 2) return usage(errors, "a command and a folder are needed");
  const std::string& command = arguments[0];
  const fs::path folder = arguments[1];
  const std::vector<fs::path> rest(arguments.begin() + 2, arguments.end());
  if (command != "lint" && command != "generate" && command != "coverage" && command != "faults") {
    return usage(errors, "unknown command '" + command + "'");
  }
  if (!fs::is_directory(folder)) return usage(errors, "'" + folder.string() + "' is no folder");
  if (command == "lint" && !rest.empty()) return usage(errors, "lint takes one folder");
  if (command == "generate" && rest.size() != 1) return usage(errors, "generate takes two folders");
  if (command == "coverage" && rest.empty())
    return usage(errors, "coverage needs the tests' lists");
  if (command == "faults" && rest.size() != 1)
    return usage(errors, "faults takes the faults' list");

  std::vector<Diagnostic> diagnostics;
  const Catalogue catalogue = load(folder, diagnostics);
  lint(catalogue, diagnostics);
  if (!diagnostics.empty()) return report(errors, diagnostics);
  if (command == "generate") generate(catalogue, rest[0]);
  if (command == "coverage") check_tests(catalogue, rest, diagnostics);
  if (command == "faults") check_faults(catalogue, rest[0], diagnostics);
  return report(errors, diagnostics);
}

}  // namespace mpitcheck::clausegen
