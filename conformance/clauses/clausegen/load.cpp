// SPDX-License-Identifier: BSD-3-Clause
// Reads a folder of catalogue files into the model.
#include "conformance/clauses/clausegen/load.hpp"

#include <algorithm>

#include "conformance/clauses/clausegen/yaml_reader.hpp"

namespace mpitcheck::clausegen {

namespace fs = std::filesystem;

namespace {

Clause read_clause(const Source& source, const YAML::Node& node, const std::string& area) {
  Mapping fields(source, node, "clause");
  Clause clause;
  clause.place = source.place(node);
  clause.area = area;
  clause.id = fields.required_text("id");
  clause.level = fields.required_text("level");
  clause.since = fields.required_text("since");
  clause.until = fields.text("until");
  clause.heading = fields.text("heading");
  fields.each_pair("section", [&](Text version, Text number) {
    clause.sections.push_back({std::move(version), std::move(number)});
  });
  clause.draft2011 = fields.required_text("draft2011");
  clause.functions = fields.texts("functions");
  clause.rule = fields.text("rule");
  clause.observe = fields.text("observe");
  clause.codes = fields.texts("codes");
  clause.ambiguity = fields.text("ambiguity");
  clause.accept = fields.texts("accept");
  clause.actor = fields.text("actor");
  clause.note = fields.text("note");
  clause.untested = fields.text("untested");
  clause.no_fault = fields.text("no_fault");
  fields.finish();
  return clause;
}

void read_area(const Source& source, const YAML::Node& root, Catalogue& catalogue) {
  Mapping fields(source, root, "area file");
  const Text area = fields.required_text("area");
  const std::string stem = fs::path(source.file).stem().string();
  if (!area.empty() && area.value != stem) {
    source.diagnostics->push_back({area.place, "area '" + area.value +
                                                   "' stands in a file named '" + stem +
                                                   ".yaml'; give both the same name"});
  }
  fields.each_entry("clauses", [&](const YAML::Node& entry) {
    catalogue.clauses.push_back(read_clause(source, entry, area.value));
  });
  fields.finish();
}

void read_ambiguities(const Source& source, const YAML::Node& root, Catalogue& catalogue) {
  Mapping file(source, root, "ambiguities file");
  file.each_entry("ambiguities", [&](const YAML::Node& entry) {
    Mapping fields(source, entry, "ambiguity");
    Ambiguity ambiguity;
    ambiguity.id = fields.required_text("id");
    ambiguity.question = fields.required_text("question");
    ambiguity.readings = fields.texts("readings");
    ambiguity.remark = fields.text("remark");
    fields.finish();
    catalogue.ambiguities.push_back(std::move(ambiguity));
  });
  file.finish();
}

void read_api(const Source& source, const YAML::Node& root, Api& api) {
  Mapping file(source, root, "api file");
  api.versions = file.texts("versions");
  api.any_routine_codes = file.texts("any_routine_codes");
  api.mpi_names = file.texts("mpi_names");
  file.each_entry("functions", [&](const YAML::Node& entry) {
    Mapping fields(source, entry, "function");
    Function function;
    function.name = fields.required_text("name");
    function.since = fields.required_text("since");
    function.prototype = fields.required_text("prototype");
    function.codes = fields.texts("codes");
    fields.text("note");
    fields.finish();
    api.functions.push_back(std::move(function));
  });
  for (const char* key : {"types", "callbacks"}) {
    file.each_entry(key, [&](const YAML::Node& entry) {
      Mapping fields(source, entry, "type");
      api.types.push_back({fields.required_text("name"), fields.required_text("since")});
      fields.text("prototype");
      fields.finish();
    });
  }
  file.each_entry("constants", [&](const YAML::Node& entry) {
    Mapping fields(source, entry, "constant");
    api.constants.push_back({fields.required_text("name"), fields.required_text("kind"),
                             fields.required_text("since")});
    fields.text("deprecated");
    fields.text("abi");
    fields.finish();
  });
  file.finish();
}

std::vector<fs::path> yaml_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

Catalogue load(const fs::path& folder, std::vector<Diagnostic>& diagnostics) {
  Catalogue catalogue;
  for (const char* name : {"api.yaml", "ambiguities.yaml"}) {
    if (!fs::exists(folder / name)) {
      diagnostics.push_back({{(folder / name).string(), 1}, "this file is missing"});
    }
  }
  for (const fs::path& file : yaml_files(folder)) {
    const Source source{file.string(), &diagnostics};
    try {
      const YAML::Node root = YAML::LoadFile(source.file);
      if (file.filename() == "api.yaml") {
        read_api(source, root, catalogue.api);
      } else if (file.filename() == "ambiguities.yaml") {
        read_ambiguities(source, root, catalogue);
      } else {
        read_area(source, root, catalogue);
      }
    } catch (const YAML::ParserException& error) {
      diagnostics.push_back({{source.file, error.mark.line + 1}, "not valid YAML: " + error.msg});
    } catch (const YAML::BadFile&) {
      diagnostics.push_back({{source.file, 1}, "cannot be read; check its permissions"});
    }
  }
  return catalogue;
}

}  // namespace mpitcheck::clausegen
