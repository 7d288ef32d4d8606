// SPDX-License-Identifier: BSD-3-Clause
// The supervisor process: start, limit, clean up, report.
#include "conformance/harness/process/supervisor.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/process/process_table.hpp"
#include "conformance/harness/process/stacks.hpp"
#include "conformance/harness/process/watch.hpp"

namespace mpitcheck {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr Seconds linger{0.5};       // for daemons of an MPI, which end by themselves
constexpr Seconds kill_patience{5};  // for processes that survive SIGKILL
constexpr Seconds poll_pause{0.01};
constexpr Seconds look_pause{0.2};      // between looks at a test's memory and time
constexpr double look_share = 0.05;     // maximum share of the time for these looks
constexpr Seconds stacks_patience{5};   // for the stacks of all processes of a test
constexpr double watched_share = 0.25;  // the last part of the time limit

Clock::time_point from_now(Seconds delay) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(delay);
}

// Executes `command` in this process, with default actions of signals, no core dumps and no input.
// Returns errno on failure.
int become(const Command& command, int output, int errors) {
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(null, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  std::vector<char*> words, environment;
  for (const std::string& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
  for (const std::string& entry : command.environment) {
    environment.push_back(const_cast<char*>(entry.c_str()));
  }
  words.push_back(nullptr);
  environment.push_back(nullptr);
  if (::chdir(command.directory.c_str()) == 0) {
    ::execve(words[0], words.data(), environment.data());
  }
  return errno;
}

/// Everything from here on runs in the supervisor's own process.
class Supervisor {
 public:
  Supervisor(const Command& command, const Limits& limits, pid_t runner, const Outlets& outlets)
      : command_(command),
        limits_(limits),
        runner_(runner),
        output_(outlets.output),
        errors_(outlets.errors),
        report_(outlets.ending),
        stacks_(outlets.stacks),
        pages_(limits.progress_pages) {
    ::sigemptyset(&watched_);
    for (const int number : {SIGCHLD, gentle_signal, at_once_signal})
      ::sigaddset(&watched_, number);
  }

  Ending run() {
    const Clock::time_point begin = Clock::now();
    start();
    if (main_ > 0) watch();
    ending_.seconds = Seconds(Clock::now() - begin).count();
    clean_up();
    return ending_;
  }

 private:
  const Command& command_;
  const Limits& limits_;
  pid_t runner_;
  int output_, errors_, report_, stacks_;
  ProgressWatch pages_;
  sigset_t watched_{};
  pid_t main_ = -1;
  bool main_ended_ = false;
  pid_t printer_ = -1;  // prints stacks; -1: none is running
  bool at_once_ = false;
  GivenTime given_;
  Clock::time_point next_look_{};  // at memory and time
  Ending ending_;

  void start() {
    int failure[2];
    if (::pipe2(failure, O_CLOEXEC) != 0) {
      ending_.start_error = errno;
      return;
    }
    main_ = ::fork();
    if (main_ == 0) {
      ::close(failure[0]);
      become_command(failure[1]);
    }
    const int fork_error = errno;
    ::close(failure[1]);
    if (main_ < 0) ending_.start_error = fork_error;
    if (main_ > 0) ::setpgid(main_, main_);  // the child does it too: either may be first
    int error = 0;
    if (::read(failure[0], &error, sizeof error) == sizeof error) ending_.start_error = error;
    ::close(failure[0]);
    ::close(output_);
    if (errors_ != output_) ::close(errors_);
  }

  [[noreturn]] void become_command(int failure) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int error = become(command_, output_, errors_);
    [[maybe_unused]] const ssize_t written = ::write(failure, &error, sizeof error);
    ::_exit(127);
  }

  /// Waits for a signal until `until`, then collects ended processes. Returns the request that
  /// arrived, if any.
  std::optional<int> wait_until(Clock::time_point until) {
    const Seconds left = std::max(Seconds(until - Clock::now()), Seconds(0));
    const double whole = static_cast<double>(static_cast<time_t>(left.count()));
    const timespec timeout{static_cast<time_t>(whole),
                           static_cast<long>((left.count() - whole) * 1e9)};
    siginfo_t info{};
    const int number = ::sigtimedwait(&watched_, &info, &timeout);
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(-1, &status, WNOHANG)) > 0) {
      if (ended == printer_) printer_ = -1;
      if (ended != main_) continue;
      main_ended_ = true;
      ending_.wait_status = status;
    }
    // Only the runner may send requests. Signals of the target are ignored.
    if (number > 0 && number != SIGCHLD && info.si_pid == runner_) return number;
    if (::getppid() != runner_) return at_once_signal;
    return std::nullopt;
  }

  void watch() {
    const Seconds ceiling{limits_.seconds * most_times_limit};
    const Clock::time_point begin = Clock::now();
    std::optional<Clock::time_point> end_of_grace;
    double until = limits_.seconds * (1 - watched_share);  // GivenTime of the next action
    bool is_watched = false;
    plan_look(Seconds(0), until);
    while (!main_ended_) {
      const std::optional<int> request =
          wait_until(end_of_grace ? std::min(*end_of_grace, next_look_) : next_look_);
      if (main_ended_) return;
      if (request == at_once_signal || (end_of_grace && Clock::now() >= *end_of_grace)) {
        at_once_ = true;
      }
      if (!at_once_ && Clock::now() >= next_look_) look(until);
      if (at_once_) return;
      if (end_of_grace) continue;
      const Seconds passed = Clock::now() - begin;
      if (!is_watched && (given_.seconds() >= until || passed >= ceiling * (1 - watched_share))) {
        is_watched = true;
        pages_.begin();
        until = std::max(limits_.seconds, given_.seconds() + limits_.seconds * watched_share);
        plan_look(Seconds(0), until);
      } else if (is_watched && (given_.seconds() >= until || passed >= ceiling)) {
        ending_.timed_out = true;
        look_closer();
      }
      if (ending_.timed_out || request == gentle_signal) {
        ::kill(-main_, SIGTERM);
        ::kill(-main_, SIGCONT);
        end_of_grace = from_now(Seconds(limits_.grace));
      }
    }
  }

  /// Plans the next look after a pause, or as soon as given_ may reach `until`. The pause is long
  /// enough to bound the share of time that looks take.
  void plan_look(Seconds cost, double until) {
    const Seconds left{until - given_.seconds()};
    next_look_ = from_now(std::max({std::min(look_pause, left), poll_pause, cost / look_share}));
  }

  /// Samples the time and memory of the command's processes. Too much memory ends the command.
  void look(double until) {
    const Clock::time_point begin = Clock::now();
    const std::vector<pid_t> processes = remaining();
    given_.look(processes);
    const std::uint64_t memory = limits_.memory == 0 ? 0 : own_memory(processes);
    if (memory > limits_.memory) {
      ending_.memory = memory;
      at_once_ = true;
    }
    plan_look(Clock::now() - begin, until);
  }

  /// Inspects a command that reached its time limit.
  void look_closer() {
    ending_.given = given_.seconds();
    ending_.watched = limits_.seconds * watched_share;
    pages_.end(ending_);
    if (stacks_ < 0) return;
    const auto until = from_now(stacks_patience);
    for (const pid_t pid : of_programs(remaining(), command_.words)) {
      printer_ = ::fork();
      if (printer_ == 0) evidence::become_stack_printer(pid, stacks_);
      while (printer_ > 0 && Clock::now() < until && !at_once_) {
        if (wait_until(from_now(poll_pause)) == at_once_signal) at_once_ = true;
      }
      if (printer_ < 0) continue;
      ::kill(printer_, SIGKILL);
      constexpr std::string_view late = "\nmpitcheck: taking them took too long\n";
      [[maybe_unused]] const ssize_t written = ::write(stacks_, late.data(), late.size());
      return;
    }
  }

  /// The descendants that still run. A process without children has none. Most commands leave none,
  /// and reading all processes of the machine is expensive.
  [[nodiscard]] std::vector<pid_t> remaining() const {
    siginfo_t ended{};
    if (::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0) return {};
    return descendants(::getpid());
  }

  void wait_for_nobody(Seconds patience) {
    const auto until = from_now(patience);
    while (Clock::now() < until && !at_once_ && !remaining().empty()) {
      if (wait_until(from_now(poll_pause)) == at_once_signal) at_once_ = true;
    }
  }

  void note_names(const std::vector<pid_t>& processes) {
    std::string names;
    for (const pid_t pid : processes) {
      char path[64], comm[32]{};
      std::snprintf(path, sizeof path, "/proc/%d/comm", static_cast<int>(pid));
      const int file = ::open(path, O_RDONLY | O_CLOEXEC);
      const ssize_t length = file < 0 ? 0 : ::read(file, comm, sizeof comm - 1);
      if (file >= 0) ::close(file);
      if (length > 1)
        names +=
            (names.empty() ? "" : " ") + std::string(comm, static_cast<std::size_t>(length) - 1);
    }
    std::strncpy(ending_.left_names, names.c_str(), sizeof ending_.left_names - 1);
  }

  /// Ends the processes that the command left: waits, then sends SIGTERM, then SIGKILL.
  void clean_up() {
    wait_for_nobody(linger);
    std::vector<pid_t> left = remaining();
    if (main_ended_ && !left.empty()) {
      ending_.left_behind = static_cast<int>(left.size());
      note_names(left);
    }
    if (!left.empty() && !at_once_) {
      for (const pid_t pid : left) ::kill(pid, SIGTERM);
      wait_for_nobody(linger);
    }
    const auto until = from_now(kill_patience);
    while (!(left = remaining()).empty() && Clock::now() < until) {
      kill_hard(left);
      wait_until(from_now(poll_pause));
    }
    wait_until(Clock::now());
    ending_.unkillable = static_cast<int>(left.size());
  }
};

}  // namespace

void supervise(const Command& command, const Limits& limits, pid_t runner, const Outlets& outlets) {
  ::setsid();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::prctl(PR_SET_PDEATHSIG, at_once_signal);
  if (::getppid() != runner) ::_exit(0);
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  Ending ending = Supervisor(command, limits, runner, outlets).run();
  [[maybe_unused]] const ssize_t written = ::write(outlets.ending, &ending, sizeof ending);
  ::_exit(0);
}

}  // namespace mpitcheck
