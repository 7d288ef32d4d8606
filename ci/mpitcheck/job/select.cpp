// SPDX-License-Identifier: BSD-3-Clause
// Selection of tests by name, clause, level and suite.
#include "ci/mpitcheck/job/select.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "ci/mpitcheck/judge/clause_results.hpp"
#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/programs.hpp"

namespace mpitcheck {
namespace {

bool matches(const std::string& filter, const TestEntry& test) {
  const auto fits = [&](const std::string& text) { return glob_match(filter, text); };
  return fits(test.name) || std::any_of(test.clauses.begin(), test.clauses.end(), fits);
}

bool any_glob(const std::vector<std::string>& globs, const std::string& text) {
  return std::any_of(globs.begin(), globs.end(),
                     [&](const auto& glob) { return glob_match(glob, text); });
}

bool has_level(const std::vector<std::string>& levels, const TestEntry& test) {
  return std::any_of(test.clauses.begin(), test.clauses.end(), [&](const std::string& clause) {
    return std::find(levels.begin(), levels.end(), level_of(clause)) != levels.end();
  });
}

std::vector<std::string> parse_launcher(const std::string& text) {
  std::vector<std::string> words = split_words(text);
  const bool has_np = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.find("{np}") != std::string::npos;
  });
  if (!has_np) {
    throw UserError(
        fmt::format("--launcher '{}' does not say where the number of processes goes: write "
                    "{{np}}, e.g. 'mpiexec -n {{np}}'",
                    text));
  }
  return words;
}

/// Why a filter that fits no test of these trees does not, as far as the catalogue knows.
std::string unmatched(const std::string& filter) {
  if (const ClauseData* clause = find_clause(filter)) {
    return fmt::format("clause '{}' has no test in these trees{}{}", filter,
                       clause->untested.empty() ? "" : ": ", clause->untested);
  }
  return fmt::format(
      "no test or clause fits '{}': see mpitcheck list tests, mpitcheck list clauses", filter);
}

/// A suite that was asked for by name and is not built; nullptr: none.
std::pair<const Tree*, std::string> unbuilt_suite(const std::vector<Target>& targets,
                                                  const RunOptions& options) {
  for (const Target& target : targets) {
    for (const Program& program : target.tree.programs) {
      if (!program.is_built && any_glob(options.suites, program.suite)) {
        return {&target.tree, program.suite};
      }
    }
  }
  return {nullptr, {}};
}

}  // namespace

std::vector<Target> load_targets(const RunOptions& options) {
  if (!options.abi_library.empty() && options.trees.size() > 1) {
    throw UserError("--abi-library goes with one tree: run once per library, with the same tree");
  }
  std::vector<Target> targets;
  std::set<std::string> names;
  for (const std::string& directory : options.trees) {
    Target target{load_tree(directory), "", {}};
    target.name = target.tree.name;
    for (int i = 2; !names.insert(target.name).second; ++i) {
      target.name = fmt::format("{}-{}", target.tree.name, i);
    }
    target.launcher =
        options.launcher.empty() ? target.tree.launcher : parse_launcher(options.launcher);
    if (options.np > 1 && target.launcher.empty()) {
      throw UserError(fmt::format(
          "--np {}: tree '{}' names no launcher: give one with --launcher 'mpiexec -n {{np}}'",
          options.np, directory));
    }
    if (!options.abi_library.empty() && !target.tree.is_reference) {
      throw UserError(
          fmt::format("--abi-library needs a tree built for the reference, whose programs follow "
                      "the standard ABI; '{}' is not",
                      directory));
    }
    targets.push_back(std::move(target));
  }
  return targets;
}

std::vector<Planned> select_tests(const std::vector<Target>& targets, const RunOptions& options) {
  std::vector<Planned> plan;
  std::vector<bool> used(options.filters.size(), false);
  for (const Target& target : targets) {
    for (const Program& program : target.tree.programs) {
      if (!options.suites.empty() && !any_glob(options.suites, program.suite)) continue;
      for (const TestEntry& test : program.tests) {
        bool selected = options.filters.empty();
        for (std::size_t i = 0; i < options.filters.size(); ++i) {
          if (!matches(options.filters[i], test)) continue;
          used[i] = true;
          selected = true;
        }
        if (!options.levels.empty() && !has_level(options.levels, test)) selected = false;
        if (selected) plan.push_back({&target, &program, &test, std::max(test.np, options.np)});
      }
    }
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) throw UserError(unmatched(options.filters[i]), exit_nothing_selected);
  }
  if (plan.empty()) {
    if (const auto [tree, suite] = unbuilt_suite(targets, options); tree != nullptr) {
      refuse_unbuilt(*tree, "suite " + suite, suite);
    }
    throw UserError("no test is left by --suite, --level and --filter: see mpitcheck list tests",
                    exit_nothing_selected);
  }
  return plan;
}

std::vector<std::size_t> starting_order(const std::vector<Planned>& plan) {
  std::map<const Program*, std::size_t> sizes;
  for (const Planned& planned : plan) ++sizes[planned.program];
  std::map<const Program*, std::size_t> before;
  std::vector<std::pair<double, std::size_t>> places;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const Program* const program = plan[i].program;
    const auto place = static_cast<double>(before[program]++);
    const auto size = static_cast<double>(sizes[program]);
    places.emplace_back(plan[i].np > 1 ? -plan[i].np : place / size, i);
  }
  std::ranges::sort(places);
  std::vector<std::size_t> order;
  for (const auto& [place, index] : places) order.push_back(index);
  return order;
}

std::vector<Planned> citing(const std::vector<std::string>& clauses,
                            const std::vector<Planned>& plan) {
  std::vector<Planned> found;
  std::ranges::copy_if(plan, std::back_inserter(found), [&](const Planned& planned) {
    return std::ranges::find_first_of(planned.test->clauses, clauses) !=
           planned.test->clauses.end();
  });
  return found;
}

void require_launchers(const std::vector<Planned>& plan) {
  for (const Planned& planned : plan) {
    const auto& launcher = planned.target->launcher;
    if (planned.np < 2 || launcher.empty() || !find_program(launcher.front(), own_path()).empty())
      continue;
    throw UserError(
        fmt::format("launcher '{}' of target '{}' is not an executable program: install it, or "
                    "name another with --launcher",
                    launcher.front(), planned.target->name));
  }
}

}  // namespace mpitcheck
