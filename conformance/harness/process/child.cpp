// SPDX-License-Identifier: BSD-3-Clause
// Forked children.
#include "conformance/harness/process/child.hpp"

#include <fcntl.h>
#include <fnmatch.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "conformance/harness/facts/cannot_go_on.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/process/forks.hpp"
#include "conformance/harness/process/frames.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/process/replay.hpp"

namespace mpitcheck {

namespace {

// Runs before main(): network libraries must know before they start that processes will fork.
// Otherwise children lack pages (verbs, CXI, UCX), or a fork ends the process (EFA, in some
// versions even without an EFA device).
[[maybe_unused]] const int forks_are_announced = [] {
  for (const char* variable :
       {"RDMAV_FORK_SAFE", "IBV_FORK_SAFE", "CXI_FORK_SAFE", "FI_EFA_FORK_SAFE"}) {
    ::setenv(variable, "1", 0);
  }
  return ::setenv("UCX_IB_FORK_INIT", "y", 0);
}();

bool in_forked_child = false;

struct Output {
  int number = -1;
  struct stat file {};
  std::string path;
} output;

// Moves a descriptor above the numbers that libraries tend to close or to use.
int out_of_the_way(int file) {
  constexpr int usual_numbers = 500;
  const int moved = file < 0 ? -1 : ::fcntl(file, F_DUPFD_CLOEXEC, usual_numbers);
  if (moved < 0) return file;
  ::close(file);
  return moved;
}

std::string name_in(const std::string& variable) { return variable.substr(0, variable.find('=')); }

// Returns whether a variable "K=V" matches the patterns of place_variable. It does not use
// std::regex, whose locale needs the thread support of the C++ library (docs/isolation.md).
auto is_of_place() {
  const char* const patterns = std::getenv(place_variable);
  std::vector<std::string> wanted{place_variable}, excepted;
  for (std::string_view rest = patterns == nullptr ? "" : patterns; !rest.empty();) {
    const std::string_view pattern = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(pattern.size() + 1, rest.size()));
    const bool is_excepted = pattern.starts_with('!');
    (is_excepted ? excepted : wanted).emplace_back(pattern.substr(is_excepted ? 1 : 0));
  }
  return [=](const std::string& each) {
    const std::string name = name_in(each);
    const auto fits = [&](const std::string& pattern) {
      return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
    };
    return std::ranges::any_of(wanted, fits) && std::ranges::none_of(excepted, fits);
  };
}

void leave_place() {
  if (std::getenv(place_variable) == nullptr) return;
  const auto is_one = is_of_place();
  for (const std::string& each : environment_here()) {
    if (is_one(each)) ::unsetenv(name_in(each).c_str());
  }
}

// A file without a name, in memory if the system allows that.
int nameless_file() {
  const int file = ::memfd_create("mpitcheck-child", MFD_CLOEXEC);
  if (file >= 0) return out_of_the_way(file);
  std::string path = (std::filesystem::temp_directory_path() / "mpitcheck-child-XXXXXX").string();
  const int on_disk = ::mkostemp(path.data(), O_CLOEXEC);
  if (on_disk >= 0) ::unlink(path.c_str());
  return out_of_the_way(on_disk);
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

std::vector<std::string> environment_here() {
  std::vector<std::string> variables;
  for (char** each = environ; *each != nullptr; ++each) variables.emplace_back(*each);
  return variables;
}

std::vector<std::string> without_place(std::vector<std::string> environment) {
  std::erase_if(environment, is_of_place());
  return environment;
}

int wait_for(pid_t child, std::optional<Watcher> watch) {
  constexpr int milliseconds_between_looks = 10;
  const int ending = watch ? static_cast<int>(::syscall(SYS_pidfd_open, child, 0)) : -1;
  int status = 0;
  pid_t ended = 0;
  while ((ended = ::waitpid(child, &status, watch ? WNOHANG : 0)) == 0 ||
         (ended < 0 && errno == EINTR)) {
    if (!watch) continue;
    (*watch)(child);
    pollfd end{ending, POLLIN, 0};  // if it is -1, only the timeout ends the wait
    ::poll(&end, 1, milliseconds_between_looks);
  }
  if (ending >= 0) ::close(ending);
  return status;
}

int work_as_child(FunctionRef<void(int out)> work, int out, protocol::PageFrames* frames) {
  in_forked_child = true;
  ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);  // children do not inherit it
  // A fault must end the child at once: the target's own handler may print, hang or fork.
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) {
    std::signal(signal, SIG_DFL);
  }
  if (frames != nullptr) leave_frames_in(*frames);
  try {
    work(out);
  } catch (...) {
    return child_threw;
  }
  return 0;
}

namespace {

ChildResult in_fork(FunctionRef<void(int out)> work, std::optional<Watcher> watch) {
  // A file, not a pipe: it keeps what a dead child wrote, and needs no reader.
  const int file = nameless_file();
  void* const shared = ::mmap(nullptr, sizeof(protocol::PageFrames), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* const frames = shared == MAP_FAILED ? nullptr : static_cast<protocol::PageFrames*>(shared);
  std::fflush(nullptr);
  ChildrenAreOurs children;
  const pid_t parent = ::getpid();
  const pid_t child = file < 0 ? -1 : ::fork();
  if (child < 0) throw std::runtime_error("no child process to be had");
  if (child == 0) {
    // If the waiting thread ends, the kernel ends the child.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(child_threw);
    leave_place();
    children.restore();
    note_output(file, join("/proc/", parent, "/fd/", file));
    ::_exit(work_as_child(work, file, frames));
  }
  const int status = wait_for(child, watch);
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

ChildResult require_reached_work(ChildResult child) {
  if (child.reached_work) return child;
  throw CannotGoOn(join(
      "a second process that comes as far as the first (",
      child.signal != 0 ? signal_name(child.signal) : join("exit status ", child.exit_code), ")"));
}

// Ends a child that makes no progress.
class HangWatch {
 public:
  explicit HangWatch(const Pace& pace) : pace_(pace) {}
  void operator()(pid_t child) const {
    constexpr int looks_between = 20;
    if (++looks_ % looks_between != 0) return;
    if (const std::uint64_t moved = pace_.moved(); moved != last_) {
      last_ = moved;
      given_ = {};
    }
    given_.look({child});
    if (given_.seconds() < pace_.patience) return;
    found_ = true;
    ::kill(child, SIGKILL);
  }
  [[nodiscard]] bool found() const { return found_; }

 private:
  const Pace& pace_;
  mutable int looks_ = 0;
  mutable std::uint64_t last_ = 0;
  mutable GivenTime given_;
  mutable bool found_ = false;
};

// The fork itself may cause a hang: the child lacks the threads and timers of its parent, such as a
// thread that holds a lock.
ChildResult in_watched_fork(FunctionRef<void(int out)> work) {
  Forks& forks = Forks::instance();
  Replay& replay = Replay::instance();
  if (forks.pace().patience == 0 || !forks.is_library_used() || !replay.is_available()) {
    return in_fork(work, {});
  }
  const HangWatch watch(forks.pace());
  ChildResult child = in_fork(work, Watcher(watch));
  if (!watch.found()) return child;
  child = replay.run_in_new_process({});
  forks.hung(join("nothing moved for ", forks.pace().patience, " s"));
  return child;
}

// The blocks of a child's child are not recorded, so no process can replay them.
ChildResult in_process(FunctionRef<void(int out)> work, std::optional<Watcher> watch, bool forks) {
  Replay& replay = Replay::instance();
  if (is_child()) {
    if (!can_fork()) throw CannotGoOn("a child that forks, which this MPI does not survive");
    return in_fork(work, watch);
  }
  if (auto recorded = replay.recorded_result()) return require_reached_work(*std::move(recorded));
  if (replay.is_active()) replay.run_block(work);
  ChildResult child = !forks  ? replay.run_in_new_process(watch)
                      : watch ? in_fork(work, watch)
                              : in_watched_fork(work);
  replay.record(child);
  return require_reached_work(std::move(child));
}

}  // namespace

ChildResult in_child(FunctionRef<void(int out)> work, std::optional<Watcher> watch) {
  return in_process(work, watch, can_fork() && !Forks::need_own_start());
}

ChildResult in_child_without_start(FunctionRef<void(int out)> work, std::optional<Watcher> watch) {
  return in_process(work, watch, can_fork());
}

ChildResult in_fresh_process(FunctionRef<void(int out)> work, std::optional<Watcher> watch) {
  return in_process(work, watch, false);
}

ChildResult in_confirmed_child(FunctionRef<void(int out)> work, std::optional<Watcher> watch) {
  ChildResult child = in_child(work, watch);
  const bool died = child.signal != 0 || child.exit_code != 0;
  if (!died || !child.forked || is_child() || !Forks::instance().is_library_used() ||
      !Replay::instance().is_available()) {
    return child;
  }
  try {
    return in_fresh_process(work, watch);
  } catch (const CannotGoOn&) {
    return child;
  }
}

bool is_child() { return in_forked_child; }

void note_output(int out, std::string path) {
  output.number = out;
  output.path = std::move(path);
  ::fstat(out, &output.file);
}

bool keep_output_open(int out) {
  if (out != output.number) return true;
  struct stat now {};
  if (::fstat(out, &now) == 0) {
    return now.st_dev == output.file.st_dev && now.st_ino == output.file.st_ino;
  }
  const int again = ::open(output.path.c_str(), O_RDWR | O_CLOEXEC);
  if (again < 0) return false;
  if (again != out) {
    const int placed = ::dup3(again, out, O_CLOEXEC);
    ::close(again);
    if (placed < 0) return false;
  }
  return ::lseek(out, 0, SEEK_END) >= 0;
}

ChildrenAreOurs::ChildrenAreOurs() {
  struct sigaction now {};
  if (::sigaction(SIGCHLD, nullptr, &now) != 0 ||
      (now.sa_handler == SIG_DFL && (now.sa_flags & SA_NOCLDWAIT) == 0)) {
    return;
  }
  before_ = now;
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  ::sigaction(SIGCHLD, &usual, nullptr);
}

void ChildrenAreOurs::restore() {
  if (before_) ::sigaction(SIGCHLD, &*before_, nullptr);
  before_.reset();
}

bool write_all(int file, std::string_view text) {
  if (!keep_output_open(file)) return false;
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace mpitcheck
