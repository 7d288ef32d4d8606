// SPDX-License-Identifier: BSD-3-Clause
// What a run of cvargen does.
#include "command.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>
#include <stdexcept>

#include "declare.hpp"
#include "options.hpp"
#include "source_files.hpp"

namespace mpit::cvargen {

namespace fs = std::filesystem;

namespace {

constexpr int source_errors = 1;
constexpr int output_error = 3;

struct Reading {
  SourceFiles sources;
  Entries entries;
  int blocks = 0;
  bool all_readable = true;
  Diagnostics diagnostics;
};

/// Reads one file. Returns how many blocks it has.
std::size_t read_source(const fs::path& path, Reading& reading) {
  const std::string name = path.string();
  const std::optional<std::string> text = read_file(path);
  if (!text) {
    reading.diagnostics.push_back({{name}, "cannot be read"});
    reading.all_readable = false;
    return 0;
  }
  const std::size_t before = reading.diagnostics.size();
  const std::vector<Block> blocks = find_blocks(name, *text, reading.diagnostics);
  if (reading.diagnostics.size() != before) reading.all_readable = false;
  for (const Block& block : blocks) {
    if (!read_entries(name, block, reading.entries, reading.diagnostics)) {
      reading.all_readable = false;
    }
  }
  reading.blocks += static_cast<int>(blocks.size());
  return blocks.size();
}

/// Reads a file, or what is in a folder. That there is no block at all is an error: whoever names a
/// file or folder expects some.
void read_input(const fs::path& input, Reading& reading) {
  const std::size_t before = reading.diagnostics.size();
  const std::size_t first = reading.sources.files.size();
  std::size_t blocks = 0;
  try {
    add_sources(input, reading.sources);
  } catch (const fs::filesystem_error& error) {
    reading.diagnostics.push_back({{error.path1().string()}, error.code().message()});
    reading.all_readable = false;
  }
  for (std::size_t i = first; i < reading.sources.files.size(); ++i) {
    blocks += read_source(reading.sources.files[i], reading);
  }
  if (blocks == 0 && reading.diagnostics.size() == before) {
    reading.diagnostics.push_back({{input.string()}, "no MPI_T_CVAR_INFO_BLOCK here"});
  }
}

/// Prints the diagnostics in the order of the inputs and their lines; true if there are errors.
bool report(const Options& options, Reading& reading, std::ostream& errors) {
  std::ranges::stable_sort(reading.diagnostics, [](const Diagnostic& a, const Diagnostic& b) {
    return a.place.file == b.place.file && a.place.line < b.place.line;
  });
  bool failed = false;
  for (const Diagnostic& diagnostic : reading.diagnostics) {
    const bool warning = diagnostic.warning && !options.strict;
    failed = failed || !warning;
    errors << diagnostic.place.file << ":";
    if (diagnostic.place.line > 0) errors << diagnostic.place.line << ":";
    errors << (warning ? " warning: " : " ") << diagnostic.message << "\n";
  }
  return failed;
}

void name_relative_to(const fs::path& base, Declarations& declarations) {
  if (base.empty()) return;
  for (Variable& variable : declarations.variables) {
    variable.place.file = fs::proximate(variable.place.file, base).generic_string();
  }
}

void write(const Options& options, const Declarations& declarations, const SourceFiles& sources,
           std::ostream& out) {
  const Layout& layout = options.layout;
  const auto put = [](const fs::path& path, const auto& text) {
    if (!path.empty()) write_if_changed(path, text());
  };
  put(options.header, [&] { return header_text(declarations, layout); });
  put(options.source, [&] { return source_text(declarations, layout); });
  put(options.markdown, [&] { return markdown_text(declarations, layout.naming); });
  put(options.depfile, [&] {
    std::vector<fs::path> inputs = sources.files;
    inputs.insert(inputs.end(), sources.folders.begin(), sources.folders.end());
    return depfile_text(options.stamp, inputs);
  });
  if (options.list) out << list_text(declarations);
  if (!options.stamp.empty() && !std::ofstream(options.stamp)) {
    throw std::runtime_error("cannot write " + options.stamp.string());
  }
}

}  // namespace

int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& errors) {
  int exit_code = 0;
  const std::optional<Options> options = read_options(arguments, out, errors, exit_code);
  if (!options) return exit_code;

  Reading reading;
  for (const fs::path& input : options->inputs) read_input(input, reading);
  const Rules rules{options->layout.string_length, !reading.all_readable};
  Declarations declarations = declare(reading.entries, rules, reading.diagnostics);
  check_members(declarations, options->layout.naming, reading.diagnostics);
  const bool failed = report(*options, reading, errors);
  if (!options->quiet) {
    errors << "cvargen: " << declarations.variables.size() << " control variables, "
           << declarations.categories.size() << " categories in " << reading.blocks << " blocks of "
           << reading.sources.files.size() << " files\n";
  }
  if (failed && options->list) out << list_text(declarations);
  if (failed) return source_errors;
  try {
    name_relative_to(options->base, declarations);
    write(*options, declarations, reading.sources, out);
  } catch (const std::runtime_error& error) {
    errors << "cvargen: " << error.what() << "\n";
    return output_error;
  }
  return 0;
}

}  // namespace mpit::cvargen
