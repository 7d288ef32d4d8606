// SPDX-License-Identifier: BSD-3-Clause
// Forked children.
#include "conformance/harness/process/child.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <regex>
#include <stdexcept>

#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/process/frames.hpp"

namespace mpitcheck {

namespace {

// libfabric's provider for EFA ends a process that forks unless this was set when the provider came
// up; some versions do so on machines without such a device too. Hence before main().
[[maybe_unused]] const int fork_is_announced = ::setenv("RDMAV_FORK_SAFE", "1", 0);

bool in_forked_child = false;

// The variables by which a launcher told this process its place in a job, as far as the runner's
// pattern says which those are.
std::vector<std::string> variables_of_place() {
  std::vector<std::string> names;
  const char* const pattern = std::getenv(place_variable);
  if (pattern == nullptr) return names;
  const std::regex is_of_place(pattern);
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string name(*each, std::strcspn(*each, "="));
    if (std::regex_match(name, is_of_place)) names.push_back(name);
  }
  return names;
}

// The place is its parent's: a child that brings MPI up does so alone.
void leave_place() {
  for (const std::string& name : variables_of_place()) ::unsetenv(name.c_str());
  ::unsetenv(place_variable);
}

// A file without a name: in memory, unless that is refused.
int nameless_file() {
  const int file = ::memfd_create("mpitcheck-child", MFD_CLOEXEC);
  if (file >= 0) return file;
  std::string path = (std::filesystem::temp_directory_path() / "mpitcheck-child-XXXXXX").string();
  const int on_disk = ::mkostemp(path.data(), O_CLOEXEC);
  if (on_disk >= 0) ::unlink(path.c_str());
  return on_disk;
}

std::string read_from_start(int file) {
  std::string text;
  char buffer[16384];
  off_t at = 0;
  for (ssize_t n = 0; (n = ::pread(file, buffer, sizeof buffer, at)) > 0; at += n) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

}  // namespace

ChildResult in_child(FunctionRef<void(int out)> work, std::optional<Watcher> watch) {
  // A file, not a pipe: a child that dies leaves all it wrote, and no reader is needed.
  const int file = nameless_file();
  void* const shared = ::mmap(nullptr, sizeof(protocol::PageFrames), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* const frames = shared == MAP_FAILED ? nullptr : static_cast<protocol::PageFrames*>(shared);
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = file < 0 ? -1 : ::fork();
  if (child < 0) throw std::runtime_error("no child process to be had");
  if (child == 0) {
    in_forked_child = true;
    ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);  // not inherited
    // Whoever ends the waiting thread ends the child too.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(child_threw);
    leave_place();
    // A fault must end the child at once: the target's own handler may print, hang or fork.
    for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) {
      std::signal(signal, SIG_DFL);
    }
    if (frames != nullptr) leave_frames_in(*frames);
    int code = 0;
    try {
      work(file);
    } catch (...) {
      code = child_threw;
    }
    ::_exit(code);
  }
  int status = 0;
  pid_t ended = 0;
  while ((ended = ::waitpid(child, &status, watch ? WNOHANG : 0)) == 0 ||
         (ended < 0 && errno == EINTR)) {
    if (!watch) continue;
    (*watch)(child);
    ::usleep(10'000);
  }
  ChildResult result;
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  result.output = read_from_start(file);
  ::close(file);
  if (frames != nullptr) {
    result.frames = frames_in(frames->view());
    ::munmap(shared, sizeof *frames);
  }
  return result;
}

bool is_child() { return in_forked_child; }

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace mpitcheck
