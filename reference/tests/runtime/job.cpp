// SPDX-License-Identifier: BSD-3-Clause
// Starts mpiexec and counts processes.
#include "reference/tests/runtime/job.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

// Opens a file without a name.
int open_scratch(const std::string& content = {}) {
  const int file = memfd_create("scratch", MFD_CLOEXEC);
  [[maybe_unused]] const auto written = write(file, content.data(), content.size());
  lseek(file, 0, SEEK_SET);
  return file;
}

std::string read_scratch(int file) {
  std::string text(static_cast<std::size_t>(lseek(file, 0, SEEK_END)), '\0');
  [[maybe_unused]] const auto had = pread(file, text.data(), text.size(), 0);
  close(file);
  return text;
}

[[noreturn]] void become_mpiexec(const std::vector<std::string>& arguments) {
  std::vector<char*> words;
  std::string program = MPIEXEC;
  words.push_back(program.data());
  for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  execv(MPIEXEC, words.data());
  _exit(99);
}

}  // namespace

JobResult run_mpiexec(const std::vector<std::string>& arguments, const std::string& input) {
  const int in = open_scratch(input);
  const int out = open_scratch();
  const int err = open_scratch();
  const pid_t child = fork();
  if (child == 0) {
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    become_mpiexec(arguments);
  }
  int status = 0;
  waitpid(child, &status, 0);
  close(in);
  JobResult result;
  result.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  result.output = read_scratch(out);
  result.errors = read_scratch(err);
  return result;
}

JobResult run_case(int processes, const std::vector<std::string>& case_and_arguments) {
  std::vector<std::string> arguments = {"-n", std::to_string(processes), JOB_PROGRAM};
  arguments.insert(arguments.end(), case_and_arguments.begin(), case_and_arguments.end());
  return run_mpiexec(arguments);
}

pid_t start_mpiexec(const std::vector<std::string>& arguments, const std::string& marker) {
  const pid_t child = fork();
  if (child != 0) return child;
  setenv("MPIT_TEST_MARKER", marker.c_str(), 1);
  become_mpiexec(arguments);
}

int count_marked(const std::string& marker) {
  int number = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    if (!std::isdigit(static_cast<unsigned char>(entry.path().filename().string()[0]))) continue;
    std::ifstream file(entry.path() / "environ", std::ios::binary);
    const std::string environment{std::istreambuf_iterator<char>(file), {}};
    if (environment.find("MPIT_TEST_MARKER=" + marker) != std::string::npos) ++number;
  }
  return number;
}
