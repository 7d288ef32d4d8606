// SPDX-License-Identifier: BSD-3-Clause
// Builds the fake tree and runs mpitcheck.
#include "ci/mpitcheck/selftests/fake_tree.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

#include "conformance/clauses/clause_data.hpp"

namespace mpitcheck {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr const char* single_tests[] = {"plain.pass",
                                        "plain.environment",
                                        "plain.variant",
                                        "plain.fail",
                                        "plain.quality",
                                        "plain.forked_crash",
                                        "plain.nothing_examined",
                                        "lie.pass_with_offender",
                                        "result.garbage",
                                        "result.garbage_after",
                                        "result.deeply_nested",
                                        "result.huge",
                                        "result.deleted",
                                        "result.fifo",
                                        "result.link",
                                        "result.wrong_nonce",
                                        "result.end_twice",
                                        "result.cut_short",
                                        "result.cut_short_after_end",
                                        "output.filled_pipe",
                                        "output.controls",
                                        "output.closed",
                                        "leaves.child",
                                        "leaves.many",
                                        "leaves.daemon",
                                        "leaves.locked_folder",
                                        "memory.taken",
                                        "exit.zero",
                                        "exit.zero_before_begin",
                                        "exit.usage",
                                        "signal.segv",
                                        "signal.abort",
                                        "signal.kills_supervisor",
                                        "signal.bothers_supervisor",
                                        "signal.stops_itself",
                                        "late.loop",
                                        "late.deadlock",
                                        "late.system_call",
                                        "late.forked",
                                        "late.goes_on",
                                        "late.ignores_sigterm",
                                        "late.reports_when_told",
                                        "teardown.segv",
                                        "teardown.hang",
                                        "teardown.exit"};

constexpr const char* rank_tests[] = {"ranks.pass",        "ranks.one_silent", "ranks.one_fails",
                                      "ranks.one_crashes", "ranks.strangers",  "ranks.stray"};

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

FakeTree::FakeTree() {
  fs::create_directories(root() / "bin");
  fs::create_directories(file("tmp"));
  // A copy, so that its path tells this tree's processes from all others.
  fs::copy_file(HOSTILE_PROGRAM, root() / "bin/hostile");
  json tests = json::array();
  const json cited = {clause("must"), clause("quality")};
  for (const char* name : single_tests)
    tests.push_back({{"name", name}, {"clauses", cited}, {"np", 1}});
  for (const char* name : rank_tests)
    tests.push_back({{"name", name}, {"clauses", cited}, {"np", 2}});
  manifest = {{"schema", 1},
              {"suite_version", MPITCHECK_VERSION},
              {"name", "fake"},
              {"kind", "external"},
              {"mpi_version", "4.0"},
              {"library_version", "Fake MPI 1.0"},
              {"functions", json::object()},
              {"launcher", {FAKE_LAUNCHER, "-n", "{np}"}},
              {"env", {{"HOSTILE_MUST", clause("must")}, {"HOSTILE_QUALITY", clause("quality")}}},
              {"programs", {{{"suite", "conformance"}, {"path", "bin/hostile"}, {"tests", tests}}}},
              {"inventory", "bin/hostile"}};
  write();
}

std::string FakeTree::clause(std::string_view level) {
  for (const ClauseData& candidate : all_clauses()) {
    if (to_string(candidate.level) == level) return std::string(candidate.id);
  }
  throw std::runtime_error("no clause of level " + std::string(level));
}

void FakeTree::write() const { std::ofstream(root() / "target.json") << manifest.dump(); }

Started FakeTree::start(const std::vector<std::string>& arguments) const {
  Started started{-1, file("stdout"), file("stderr")};
  started.pid = ::fork();
  if (started.pid != 0) return started;
  ::setenv("TMPDIR", file("tmp").c_str(), 1);
  ::setenv("HOSTILE_MARK", file("mark").c_str(), 1);
  ::dup2(::open(started.out.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600), STDOUT_FILENO);
  ::dup2(::open(started.err.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600), STDERR_FILENO);
  if (::chdir(file("").c_str()) != 0) ::_exit(126);
  std::vector<char*> words{const_cast<char*>(MPITCHECK_PROGRAM)};
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  ::execv(MPITCHECK_PROGRAM, words.data());
  ::_exit(127);
}

Finished FakeTree::finish(const Started& started) {
  Finished finished;
  int status = 0;
  rusage usage{};
  ::wait4(started.pid, &status, 0, &usage);
  finished.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  finished.out = content(started.out);
  finished.err = content(started.err);
  finished.most_memory_kib = usage.ru_maxrss;
  return finished;
}

json FakeTree::report() const { return json::parse(content(file("report.json"))); }

json FakeTree::test(const std::string& name) const {
  const json whole = report();
  for (const json& entry : whole.at("tests")) {
    if (entry.at("name") == name) return entry;
  }
  throw std::runtime_error("no test " + name + " in the report");
}

std::vector<pid_t> FakeTree::remaining_processes() const {
  std::vector<pid_t> found;
  std::error_code error;
  const std::string program = (root() / "bin/hostile").string();
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const fs::path executable = fs::read_symlink(entry.path() / "exe", error);
    if (!error && executable == program) found.push_back(std::atoi(name.c_str()));
  }
  return found;
}

std::vector<std::string> FakeTree::remaining_files() const {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(file("tmp"))) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

}  // namespace mpitcheck
