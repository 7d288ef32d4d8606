// SPDX-License-Identifier: BSD-3-Clause
// The standard's table of return codes beside what a run got.
#include "ci/mpitcheck/run/codes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "ci/mpitcheck/compare/read_report.hpp"
#include "ci/mpitcheck/judge/clause_results.hpp"
#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "conformance/clauses/clause_data.hpp"

namespace mpitcheck {
namespace {

struct Since {
  const char* name;
  Version version;
};

struct RowCode {
  const char *function, *code;
};

constexpr Since functions[] = {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  {#name, {major, minor}},
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
};

constexpr Since constants[] = {
#define MPITCHECK_CONSTANT(name, kind, major, minor) {#name, {major, minor}},
#include "mpitcheck/constants.inc"
#undef MPITCHECK_CONSTANT
};

constexpr RowCode row_codes[] = {
#define MPITCHECK_CODE(function, code) {#function, #code},
#include "mpitcheck/codes.inc"
#undef MPITCHECK_CODE
};

bool is_in(std::string_view code, Version version) {
  return std::none_of(std::begin(constants), std::end(constants), [&](const Since& constant) {
    return constant.name == code && constant.version > version;
  });
}

/// What the table lists for a function: what any may answer, then what its own row says.
std::vector<std::string> listed_codes(std::string_view function, Version version) {
  std::vector<std::string> codes;
  if (const ClauseData* any = find_clause("errors-any-routine")) {
    codes.assign(any->codes.begin(), any->codes.end());
  }
  for (const RowCode& row : row_codes) {
    if (row.function == function) codes.emplace_back(row.code);
  }
  std::erase_if(codes, [&](const std::string& code) { return !is_in(code, version); });
  return codes;
}

CodeCell cell_of(bool listed, bool provoked) {
  if (listed) return provoked ? CodeCell::both : CodeCell::listed;
  return provoked ? CodeCell::provoked : CodeCell::neither;
}

CodeTable table_of(const RunReport& report, const TargetResult& target) {
  const Version version = parse_version(target.mpi_version);
  std::map<std::string, std::set<std::string>> provoked;
  for (const TestResult& test : report.tests) {
    if (test.target != target.name) continue;
    for (const auto& [function, codes] : test.codes) {
      provoked[function].insert(codes.begin(), codes.end());
    }
  }
  CodeTable table{target.name, target.library_version, target.mpi_version, {}, {}};
  std::vector<std::string> names;
  for (const Since& function : functions) {
    if (function.version <= version || provoked.contains(function.name)) {
      names.emplace_back(function.name);
    }
  }
  const auto add_columns = [&](const auto& codes) {
    for (const std::string& code : codes) {
      if (!contains(table.codes, code)) table.codes.push_back(code);
    }
  };
  for (const std::string& name : names) add_columns(listed_codes(name, version));
  for (const std::string& name : names) add_columns(provoked[name]);
  for (const std::string& name : names) {
    const std::vector<std::string> listed = listed_codes(name, version);
    CodeRow row{name, {}};
    for (const std::string& code : table.codes) {
      row.cells.push_back(cell_of(contains(listed, code), provoked[name].contains(code)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

char sign(CodeCell cell) {
  switch (cell) {
    case CodeCell::neither:
      return ' ';
    case CodeCell::listed:
      return '.';
    case CodeCell::provoked:
      return '!';
    case CodeCell::both:
      return 'x';
  }
  return '?';
}

std::string text_of(const CodeTable& table) {
  std::string out = fmt::format("{}: {} (MPI {})\n\n", escape_line(table.target),
                                escape_line(shortened(table.library_version, 60)),
                                escape_line(table.mpi_version));
  for (std::size_t i = 0; i < table.codes.size(); ++i) {
    out += fmt::format("  {:>2} {}\n", i + 1, escape_line(shortened(table.codes[i], 60)));
  }
  out += fmt::format("\n{:<36}", "");
  for (std::size_t i = 0; i < table.codes.size(); ++i) out += fmt::format("{:>3}", i + 1);
  std::map<CodeCell, std::size_t> counts;
  for (const CodeRow& row : table.rows) {
    out += fmt::format("\n{:<36}", row.function);
    for (const CodeCell cell : row.cells) {
      out += fmt::format("{:>3}", sign(cell));
      ++counts[cell];
    }
    out.erase(out.find_last_not_of(' ') + 1);
  }
  return out + fmt::format(
                   "\n\nx provoked: {}   . listed by the standard's table, not provoked: {}   ! "
                   "provoked, "
                   "not listed: {}\n",
                   counts[CodeCell::both], counts[CodeCell::listed], counts[CodeCell::provoked]);
}

nlohmann::ordered_json cells_of(const CodeTable& table) {
  auto cells = nlohmann::ordered_json::array();
  for (const CodeRow& row : table.rows) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const CodeCell cell = row.cells[i];
      if (cell == CodeCell::neither) continue;
      cells.push_back({{"target", table.target},
                       {"function", row.function},
                       {"code", table.codes[i]},
                       {"listed", cell != CodeCell::provoked},
                       {"provoked", cell != CodeCell::listed}});
    }
  }
  return cells;
}

}  // namespace

std::vector<CodeTable> code_tables(const RunReport& report) {
  std::vector<CodeTable> tables;
  for (const TargetResult& target : report.targets) tables.push_back(table_of(report, target));
  return tables;
}

std::string show_codes(const std::string& path, bool as_json) {
  std::string text;
  auto cells = nlohmann::ordered_json::array();
  for (const CodeTable& table : code_tables(read_report(path))) {
    if (as_json) {
      for (auto& cell : cells_of(table)) cells.push_back(std::move(cell));
    } else {
      text += (text.empty() ? "" : "\n") + text_of(table);
    }
  }
  if (!as_json) return text;
  return cells.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace mpitcheck
