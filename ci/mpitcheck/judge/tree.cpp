// SPDX-License-Identifier: BSD-3-Clause
// Loads target.json and refuses what is not a usable tree.
#include "ci/mpitcheck/judge/tree.hpp"

#include <fmt/core.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "ci/mpitcheck/process/error.hpp"

namespace mpitcheck {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr int known_schema = 1;
constexpr int most_processes = 4096;

TestEntry parse_test(const json& entry) {
  TestEntry test;
  entry.at("name").get_to(test.name);
  test.brief = entry.value("brief", "");
  test.clauses = entry.value("clauses", std::vector<std::string>{});
  test.np = entry.value("np", 1);
  test.setup = entry.value("setup", test.setup);
  test.file = entry.value("file", "");
  test.line = entry.value("line", 0);
  if (test.np < 1 || test.np > most_processes) {
    throw std::out_of_range(fmt::format("test '{}' wants {} processes", test.name, test.np));
  }
  return test;
}

/// A list that the manifest holds, or that the file it names holds; nothing if that is not built.
std::optional<json> list_of(const json& list, const fs::path& root) {
  if (!list.is_string()) return list;
  std::ifstream file(root / list.get<std::string>(), std::ios::binary);
  if (!file) return std::nullopt;
  return json::parse(file);
}

Program parse_program(const json& entry, const fs::path& root) {
  Program program;
  entry.at("suite").get_to(program.suite);
  program.path = root / entry.at("path").get<std::string>();
  program.is_random = entry.value("random", false);
  const std::optional<json> tests = list_of(entry.at("tests"), root);
  program.is_built = tests.has_value();
  if (!tests) return program;
  for (const json& test : *tests) program.tests.push_back(parse_test(test));
  return program;
}

void require_executable(const fs::path& program, const Tree& tree) {
  std::error_code error;
  const fs::perms execute = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  const fs::file_status status = fs::status(program, error);
  if (fs::is_regular_file(status) && (status.permissions() & execute) != fs::perms::none) return;
  throw UserError(fmt::format("tree '{}' lacks its program {}: build it (cmake --build {})",
                              tree.named, program.lexically_relative(tree.root).string(),
                              tree.named));
}

}  // namespace

Tree parse_tree(std::string_view manifest, const fs::path& root, const std::string& named) {
  const std::string file = (fs::path(named) / "target.json").string();
  try {
    const json document = json::parse(manifest);
    if (document.at("schema") != known_schema) {
      throw UserError(
          fmt::format("{} has schema {}, this mpitcheck reads schema {}: rebuild the tree", file,
                      document.at("schema").dump(), known_schema));
    }
    const std::string version = document.at("suite_version").get<std::string>();
    if (version != MPITCHECK_VERSION) {
      throw UserError(
          fmt::format("tree '{}' was built from mpitcheck {}, this is mpitcheck {}: rebuild the "
                      "tree, or run it with "
                      "its own bin/mpitcheck",
                      named, version, MPITCHECK_VERSION));
    }
    Tree tree;
    tree.named = named;
    tree.root = root;
    document.at("name").get_to(tree.name);
    tree.is_reference = document.at("kind") == "reference";
    document.at("mpi_version").get_to(tree.mpi_version);
    tree.library_version = document.value("library_version", "");
    tree.launcher = document.value("launcher", std::vector<std::string>{});
    const bool has_path = !tree.launcher.empty() && tree.launcher[0].find('/') != std::string::npos;
    if (has_path) tree.launcher[0] = (root / tree.launcher[0]).string();
    tree.env = document.value("env", std::map<std::string, std::string>{});
    for (const json& entry : document.at("programs")) {
      tree.programs.push_back(parse_program(entry, root));
    }
    const std::string inventory = document.value("inventory", "");
    if (!inventory.empty()) tree.inventory = root / inventory;
    const std::string variants = document.value("variants", "");
    if (!variants.empty()) tree.variants = root / variants;
    if (const auto faults = document.find("faults"); faults != document.end()) {
      const std::optional<json> list = list_of(faults->at("list"), root);
      for (const json& entry : list.value_or(json::array())) {
        tree.faults.push_back({entry.at("name"), entry.at("brief"), entry.at("clauses")});
      }
      tree.fault_library = root / faults->at("library").get<std::string>();
    }
    if (const auto hostile = document.find("hostile"); hostile != document.end()) {
      const std::optional<json> list = list_of(hostile->at("list"), root);
      for (const json& entry : list.value_or(json::array())) {
        tree.hostile.push_back({entry.at("name"), entry.at("brief"), entry.at("tests")});
      }
      tree.hostile_library = root / hostile->at("library").get<std::string>();
    }
    const std::string recorder = document.value("recorder", "");
    if (!recorder.empty()) tree.recorder = root / recorder;
    tree.compile = document.value("compile", std::vector<std::string>{});
    return tree;
  } catch (const json::exception& problem) {
    throw UserError(fmt::format("{} is malformed ({}): rebuild the tree", file, problem.what()));
  } catch (const std::out_of_range& problem) {
    throw UserError(fmt::format("{} is malformed ({}): rebuild the tree", file, problem.what()));
  }
}

Tree load_tree(const std::string& directory) {
  std::error_code error;
  if (!fs::exists(directory, error)) {
    throw UserError(
        fmt::format("no such tree: '{}'. A tree is a build folder, e.g. build/reference: cmake -B "
                    "{} && cmake --build {}",
                    directory, directory, directory));
  }
  const fs::path root = fs::weakly_canonical(directory, error);
  std::ifstream file(root / "target.json", std::ios::binary);
  if (!file) {
    throw UserError(fmt::format(
        "'{}' has no readable target.json: name a build folder of mpitcheck, and build it first",
        directory));
  }
  const std::string manifest{std::istreambuf_iterator<char>(file), {}};
  Tree tree = parse_tree(manifest, root, directory);
  for (const Program& program : tree.programs) {
    if (program.is_built) require_executable(program.path, tree);
  }
  if (!tree.inventory.empty()) require_executable(tree.inventory, tree);
  if (!fs::exists(tree.recorder, error)) tree.recorder.clear();
  return tree;
}

void refuse_unbuilt(const Tree& tree, std::string_view what, std::string_view target) {
  throw UserError(fmt::format("tree '{}' was built without its {}: cmake --build {} --target {}",
                              tree.named, what, tree.named, target));
}

std::string own_tree() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const fs::path root = self.parent_path().parent_path();
  if (error || !fs::exists(root / "target.json", error)) {
    throw UserError("this mpitcheck does not lie in a build tree: name one with --tree DIR");
  }
  return root.string();
}

}  // namespace mpitcheck
