// SPDX-License-Identifier: BSD-3-Clause
// The command line of cvargen, and what a run does.
#include "reference/cvargen/command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>
#include <set>
#include <stdexcept>

#include "reference/cvargen/declare.hpp"
#include "reference/cvargen/fields.hpp"
#include "reference/cvargen/source_files.hpp"

namespace mpit::cvargen {

namespace fs = std::filesystem;

namespace {

constexpr const char* purpose =
    "Reads the MPI_T_CVAR_INFO_BLOCK comment blocks of C, C++ and Fortran sources, checks them "
    "and\n"
    "generates the registration of their control variables and a reference page.";

constexpr const char* ending =
    "Errors have the form file:line: message; all errors of a run are reported, and nothing is\n"
    "written if there is one. A file is written only if its contents change.\n"
    "Exit codes: 0 in order, 1 errors in the sources, 2 usage, 3 an output cannot be written.";

void add_inputs(CLI::App& app, Options& options) {
  app.add_option("path", options.inputs, "Source files, or folders to search for them")
      ->required()
      ->check(CLI::ExistingPath);
  app.add_flag("--strict", options.strict, "Warnings (unknown keys) are errors");
}

void add_outputs(CLI::App& app, Options& options, bool& check) {
  CLI::Option* const only_check =
      app.add_flag("--check", check, "Only check: the default without any output");
  const auto output = [&](const char* name, std::filesystem::path& path, const char* what) {
    return app.add_option(name, path, what)->type_name("FILE")->excludes(only_check);
  };
  app.add_flag("--list", options.list,
               "Print a line for each variable: name, type, verbosity, scope, category, default, "
               "place; between them tabs")
      ->excludes(only_check);
  CLI::Option* const header = output("--output-header", options.header, "Write the C++ class here");
  CLI::Option* const source =
      output("--output-source", options.source, "Write its registration here");
  source->needs(header);
  output("--output-markdown", options.markdown, "Write the reference page here");
  CLI::Option* const stamp =
      output("--stamp", options.stamp, "Touch this file after a run without errors");
  output("--depfile", options.depfile, "Write what --stamp depends on, as a rule of make")
      ->needs(stamp);
  app.add_option("--base", options.base, "Outputs name sources relative to this folder")
      ->type_name("DIR");
  app.add_flag("--quiet", options.quiet, "No line about what was found");
}

void add_names(CLI::App& app, Layout& layout) {
  app.add_option("--prefix", layout.naming.prefix,
                 "What the names of variables begin with; members, macros and environment use the "
                 "rest")
      ->capture_default_str();
  app.add_option("--env-prefix", layout.naming.environment,
                 "What names in the environment begin with, in rising priority; repeat it or use "
                 "commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  app.add_option("--device-prefix", layout.naming.device,
                 "What the macros begin with that replace defaults of class device")
      ->capture_default_str();
  app.add_option("--namespace", layout.cxx_namespace, "Namespace of the generated class")
      ->capture_default_str();
  app.add_option("--class", layout.cxx_class, "Name of the generated class")->capture_default_str();
  app.add_option("--string-length", layout.string_length,
                 "Characters of a string variable, the null included")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
}

/// What is wrong with the names, or nothing.
std::string mistake_in(const Layout& layout) {
  if (!is_identifier(layout.cxx_class) || identifier(layout.cxx_class) != layout.cxx_class) {
    return "--class '" + layout.cxx_class + "' is no name of a class";
  }
  std::string rest = layout.cxx_namespace + "::";
  while (!rest.empty()) {
    const std::size_t end = rest.find("::");
    if (!is_identifier(rest.substr(0, end))) {
      return "--namespace '" + layout.cxx_namespace + "' is no name of a namespace";
    }
    rest.erase(0, end + 2);
  }
  std::set<std::string> names;
  for (const std::string& prefix : layout.naming.environment) {
    if (!is_identifier(prefix)) return "--env-prefix '" + prefix + "' begins no name";
    if (!names.insert(prefix).second) return "--env-prefix '" + prefix + "' is given twice";
  }
  if (!is_identifier(layout.naming.device)) {
    return "--device-prefix '" + layout.naming.device + "' begins no name of a macro";
  }
  return {};
}

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

std::optional<Options> read_options(std::vector<std::string> arguments, std::ostream& out,
                                    std::ostream& errors, int& exit_code) {
  Options options;
  bool check = false;
  CLI::App app(purpose, "cvargen");
  app.footer(ending);
  add_inputs(app, options);
  add_outputs(app, options, check);
  add_names(app, options.layout);
  try {
    std::ranges::reverse(arguments);  // as CLI11 wants them
    app.parse(arguments);
  } catch (const CLI::CallForHelp& help) {
    exit_code = app.exit(help, out, errors);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    app.exit(error, out, errors);
    exit_code = 2;
    return std::nullopt;
  }
  if (const std::string mistake = mistake_in(options.layout); !mistake.empty()) {
    errors << "cvargen: " << mistake << "\n";
    exit_code = 2;
    return std::nullopt;
  }
  if (!options.header.empty()) options.layout.header = options.header.filename().string();
  return options;
}

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
