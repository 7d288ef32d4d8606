// SPDX-License-Identifier: BSD-3-Clause
// A tiny catalogue in a temporary folder, for tests to damage.
#include "conformance/clauses/selftests/sample_catalogue.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <sstream>

#include "conformance/clauses/clausegen/lint.hpp"
#include "conformance/clauses/clausegen/load.hpp"

namespace mpitcheck::clausegen {

namespace fs = std::filesystem;

namespace {

constexpr const char* kApi = R"(versions: ['3.0', '3.1', '4.0']
any_routine_codes: [MPI_SUCCESS, MPI_T_ERR_MEMORY]
mpi_names: [MPI_Pcontrol]
functions:
- name: MPI_T_cvar_get_num
  since: '3.0'
  prototype: int MPI_T_cvar_get_num(int *num_cvar);
- name: MPI_T_finalize
  since: '3.0'
  prototype: int MPI_T_finalize(void);
  codes: [MPI_T_ERR_INVALID_NAME]
types:
- {name: MPI_T_enum, since: '3.0'}
callbacks: []
constants:
- {name: MPI_T_ERR_MEMORY, kind: return_code, since: '3.0'}
- {name: MPI_T_ERR_INVALID_NAME, kind: return_code, since: '3.1'}
)";

constexpr const char* kAmbiguities = R"(ambiguities:
- id: A1
  question: What is meant?
  readings: [one thing, another thing]
)";

constexpr const char* kClauses = R"(area: cvar
clauses:
- id: cvar-num
  level: must
  since: '3.1'
  section: {'3.1': 14.3.6, '4.0': 15.3.6}
  draft2011: same
  functions: [MPI_T_cvar_get_num]
  rule: The number is reported.
  observe: Call it.
  codes: [MPI_SUCCESS]
)";

}  // namespace

SampleCatalogue::SampleCatalogue() {
  std::string pattern = (fs::temp_directory_path() / "clausegen-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = pattern;
  write("api.yaml", kApi);
  write("ambiguities.yaml", kAmbiguities);
  write("cvar.yaml", kClauses);
}

SampleCatalogue::~SampleCatalogue() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void SampleCatalogue::write(const std::string& file, const std::string& text) {
  std::ofstream(folder_ / file) << text;
}

std::string SampleCatalogue::read(const std::string& file) const {
  std::ifstream in(folder_ / file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void SampleCatalogue::replace(const std::string& file, const std::string& from,
                              const std::string& to) {
  std::string text = read(file);
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << "'" << from << "' is not in " << file;
  write(file, text.replace(at, from.size(), to));
}

std::vector<std::string> SampleCatalogue::findings() const {
  std::vector<Diagnostic> diagnostics;
  const Catalogue catalogue = load(folder_, diagnostics);
  lint(catalogue, diagnostics);
  std::vector<std::string> lines;
  for (const Diagnostic& diagnostic : diagnostics) {
    lines.push_back(fs::path(diagnostic.place.file).filename().string() + ":" +
                    std::to_string(diagnostic.place.line) + ": " + diagnostic.message);
  }
  return lines;
}

}  // namespace mpitcheck::clausegen
