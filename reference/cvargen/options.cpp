// SPDX-License-Identifier: BSD-3-Clause
// The command line of cvargen.
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>
#include <set>

#include "fields.hpp"

namespace mpit::cvargen {
namespace {

constexpr const char* description =
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

}  // namespace

std::optional<Options> read_options(std::vector<std::string> arguments, std::ostream& out,
                                    std::ostream& errors, int& exit_code) {
  Options options;
  bool check = false;
  CLI::App app(description, "cvargen");
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

}  // namespace mpit::cvargen
