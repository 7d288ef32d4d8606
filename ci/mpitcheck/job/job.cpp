// SPDX-License-Identifier: BSD-3-Clause
// Building commands.
#include "ci/mpitcheck/job/job.hpp"

#include <fmt/core.h>

#include <fstream>
#include <map>
#include <random>
#include <stdexcept>
#include <system_error>

#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/programs.hpp"
#include "ci/mpitcheck/process/scratch.hpp"

extern char** environ;

namespace mpitcheck {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t listing_bound = 32U << 20U;
// MPIs wait more than they compute while they start and end, so there are twice as many slots as
// processors; what computes all the time takes two.
constexpr int slots_of_computing = 2;

std::string require_library(const std::string& option, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char magic[4]{};
  file.read(magic, sizeof magic);
  if (!file || std::string_view(magic, sizeof magic) !=
                   "\x7f"
                   "ELF") {
    throw UserError(fmt::format(
        "{} {}: no such shared library: give the path of an existing .so file", option, path));
  }
  return fs::canonical(path).string();
}

std::string prepended(const std::string& item, const std::string& list) {
  return list.empty() ? item : item + ":" + list;
}

using Environment = std::map<std::string, std::string>;

/// What is loaded into the test programs alone: a launcher is no MPI program and would choke on it.
Environment injected_variables(const Injection& injection, const Environment& environment) {
  const auto present = [&](const char* key) {
    const auto found = environment.find(key);
    return found == environment.end() ? std::string() : found->second;
  };
  Environment variables;
  if (!injection.preload.empty()) {
    std::string list = present("LD_PRELOAD");
    for (auto item = injection.preload.rbegin(); item != injection.preload.rend(); ++item) {
      list = prepended(*item, list);
    }
    variables["LD_PRELOAD"] = list;
  }
  if (!injection.library_folder.empty()) {
    variables["LD_LIBRARY_PATH"] = prepended(injection.library_folder, present("LD_LIBRARY_PATH"));
  }
  return variables;
}

void assign(Environment& environment, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals != std::string::npos) {
    environment[assignment.substr(0, equals)] = assignment.substr(equals + 1);
  }
}

Environment base_environment(const Target& target, const RunOptions& options,
                             const TestFolders& folders) {
  Environment environment;
  for (char** entry = environ; *entry != nullptr; ++entry) assign(environment, *entry);
  for (const auto& [key, value] : target.tree.env) environment[key] = value;
  for (const std::string& assignment : options.env) assign(environment, assignment);
  if (options.cases != 0) environment["MPITCHECK_CASES"] = std::to_string(options.cases);
  if (options.max_size != 0) environment["MPITCHECK_MAX_SIZE"] = std::to_string(options.max_size);
  if (options.stress_duration != 0) {
    environment["MPITCHECK_STRESS_DURATION"] = fmt::format("{}", options.stress_duration);
  }
  if (options.threads != 0) environment["MPITCHECK_THREADS"] = std::to_string(options.threads);
  if (options.signal_rate != 0) {
    environment["MPITCHECK_SIGNAL_RATE"] = std::to_string(options.signal_rate);
  }
  environment["TMPDIR"] = folders.work.string();
  return environment;
}

Command make_command(std::vector<std::string> launcher, std::vector<std::string> program,
                     Environment environment, const Injection& injection,
                     const TestFolders& folders) {
  const Environment injected = injected_variables(injection, environment);
  Command command;
  command.directory = folders.work.string();
  if (launcher.empty()) {
    for (const auto& [key, value] : injected) environment[key] = value;
  } else {
    launcher.front() = find_program(launcher.front(), own_path());
    if (!injected.empty()) {
      launcher.emplace_back("/usr/bin/env");
      for (const auto& [key, value] : injected) launcher.push_back(key + "=" + value);
    }
  }
  command.words = std::move(launcher);
  command.words.insert(command.words.end(), program.begin(), program.end());
  for (const auto& [key, value] : environment) command.environment.push_back(key + "=" + value);
  return command;
}

void fill_in(std::string& word, std::string_view place, const std::string& value) {
  const std::size_t at = word.find(place);
  if (at != std::string::npos) word.replace(at, place.size(), value);
}

std::vector<std::string> launcher_for(const Target& target, int np) {
  if (np == 1) return {};
  std::vector<std::string> launcher = target.launcher;
  for (std::string& word : launcher) fill_in(word, "{np}", std::to_string(np));
  return launcher;
}

Limits limits_of(const RunOptions& options, double seconds) {
  return {seconds, options.grace, static_cast<std::uint64_t>(options.memory) << 20U, {}};
}

void append_repeated(std::string& line, const char* option,
                     const std::vector<std::string>& values) {
  for (const std::string& value : values)
    line += fmt::format(" {} {}", option, shell_quoted(value));
}

}  // namespace

TestFolders::TestFolders(const fs::path& scratch, std::size_t number)
    : root(scratch / std::to_string(number)), work(root / "w"), result(root / "r") {
  fs::create_directories(work);
  fs::create_directories(result);
}

TestFolders::~TestFolders() { remove_tree(root); }

Injection prepare_injection(const RunOptions& options, const fs::path& scratch) {
  Injection injection;
  for (const std::string& library : options.preload) {
    injection.preload.push_back(require_library("--preload", library));
  }
  if (!options.abi_library.empty()) {
    const std::string library = require_library("--abi-library", options.abi_library);
    const fs::path folder = scratch / "abi";
    fs::create_directories(folder);
    for (const char* name : {"libmpi_abi.so", "libmpi_abi.so.0", "libmpi_abi.so.1"}) {
      fs::create_symlink(library, folder / name);
    }
    injection.library_folder = folder.string();
  }
  return injection;
}

std::string make_nonce() {
  std::random_device random;
  std::string nonce;
  for (int i = 0; i < 4; ++i) nonce += fmt::format("{:08x}", random());
  return nonce;
}

Job test_job(const Planned& planned, const RunOptions& options, const Injection& injection,
             const TestFolders& folders, const std::string& nonce) {
  Job job;
  job.command = make_command(
      launcher_for(*planned.target, planned.np),
      {planned.program->path.string(), "--test", planned.test->name, "--result",
       folders.result.string(), "--nonce", nonce, "--seed", std::to_string(options.seed)},
      base_environment(*planned.target, options, folders), injection, folders);
  job.limits = limits_of(options, options.timeout + options.stress_duration);
  for (int rank = 0; rank < planned.np; ++rank) {
    job.limits.progress_pages.push_back(folders.result / fmt::format("{}.progress", rank));
  }
  job.slots = planned.np * (planned.program->is_random ? slots_of_computing : 1);
  job.launched = planned.np > 1;
  return job;
}

Job listing_job(const fs::path& program, const Target& target, const RunOptions& options,
                const Injection& injection, const TestFolders& folders) {
  Job job;
  job.command = make_command({}, {program.string()}, base_environment(target, options, folders),
                             injection, folders);
  job.limits = limits_of(options, options.timeout);
  job.errors_apart = true;
  job.output_bound = listing_bound;
  return job;
}

Job inventory_job(const Target& target, const RunOptions& options, const Injection& injection,
                  const TestFolders& folders) {
  return listing_job(target.tree.inventory, target, options, injection, folders);
}

Job compile_job(const Target& target, const fs::path& source, const fs::path& program,
                const TestFolders& folders) {
  std::vector<std::string> words = target.tree.compile;
  for (std::string& word : words) {
    fill_in(word, "{source}", source.string());
    fill_in(word, "{program}", program.string());
  }
  words.front() = find_program(words.front(), own_path());
  Job job;
  job.command =
      make_command({}, std::move(words), base_environment(target, {}, folders), {}, folders);
  job.slots = slots_of_computing;
  return job;
}

Job program_job(const Target& target, const fs::path& program, int np, const RunOptions& options,
                const Injection& injection, const TestFolders& folders) {
  Job job;
  job.command = make_command(launcher_for(target, np), {program.string()},
                             base_environment(target, options, folders), injection, folders);
  job.limits = limits_of(options, options.timeout);
  job.slots = np;
  job.launched = np > 1;
  return job;
}

std::string replay_line(const Planned& planned, const RunOptions& options) {
  std::string line = fmt::format("mpitcheck run {} --filter {} --seed {}",
                                 shell_quoted(planned.target->tree.named),
                                 shell_quoted(planned.test->name), options.seed);
  if (options.cases != 0) line += fmt::format(" --cases {}", options.cases);
  if (options.max_size != 0) line += fmt::format(" --max-size {}", options.max_size);
  if (options.stress_duration != 0) {
    line += fmt::format(" --stress-duration {}", options.stress_duration);
  }
  if (options.threads != 0) line += fmt::format(" --threads {}", options.threads);
  if (options.signal_rate != 0) line += fmt::format(" --signal-rate {}", options.signal_rate);
  if (options.np > 1) line += fmt::format(" --np {}", options.np);
  if (!options.launcher.empty()) line += " --launcher " + shell_quoted(options.launcher);
  if (options.memory != RunOptions().memory) line += fmt::format(" --memory {}", options.memory);
  append_repeated(line, "--env", options.env);
  append_repeated(line, "--preload", options.preload);
  if (!options.abi_library.empty()) line += " --abi-library " + shell_quoted(options.abi_library);
  return line;
}

}  // namespace mpitcheck
