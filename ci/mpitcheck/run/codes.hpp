// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck codes`: which return codes the tests of a run provoked from which function.
#pragma once

#include <string>
#include <vector>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck {

/// Whether the standard's table of return codes lists a code for a function, and a test got it.
enum class CodeCell { neither, listed, provoked, both };

struct CodeRow {
  std::string function;
  std::vector<CodeCell> cells;  ///< one per code of the table
};

struct CodeTable {
  std::string target, library_version, mpi_version;
  std::vector<std::string> codes;
  std::vector<CodeRow> rows;  ///< functions of the target's MPI version, and others that it has
};

/// One table per target of a report.
std::vector<CodeTable> code_tables(const RunReport& report);

/// The tables of the report in that file: text, or a JSON array with an object per cell. Throws
/// UserError if it is no report.
std::string show_codes(const std::string& path, bool as_json);

}  // namespace mpitcheck
