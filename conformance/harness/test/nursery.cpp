// SPDX-License-Identifier: BSD-3-Clause
// Initializes the tool interface unless it is bare, checks that fork() copies the whole state, then
// serves requests.
#include "conformance/harness/test/nursery.hpp"

#include <dirent.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/protocol.hpp"
#include "conformance/harness/process/supervisor.hpp"
#include "conformance/harness/process/wire.hpp"
#include "conformance/harness/test/registry.hpp"
#include "conformance/harness/test/run_test.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

using nlohmann::json;

namespace {

std::set<std::string> names_in(const char* folder) {
  std::set<std::string> names;
  DIR* directory = ::opendir(folder);
  if (directory == nullptr) return names;
  while (const dirent* item = ::readdir(directory)) {
    if (item->d_name[0] != '.') names.insert(item->d_name);
  }
  ::closedir(directory);
  return names;
}

std::set<std::string> shared_memory() {
  std::set<std::string> mappings;
  std::ifstream file("/proc/self/maps");
  for (std::string line; std::getline(file, line);) {
    const std::size_t rights = line.find(' ') + 1;
    if (line.compare(rights, 2, "rw") == 0 && line[rights + 3] == 's') mappings.insert(line);
  }
  return mappings;
}

/// The state of a process that fork() does not copy.
struct Footprint {
  std::set<std::string> descriptors = names_in("/proc/self/fd");
  std::set<std::string> shared = shared_memory();
  std::size_t threads = names_in("/proc/self/task").size();

  bool operator==(const Footprint&) const = default;
  [[nodiscard]] bool is_one_thread() const { return threads == 1; }
  /// Whether no descriptor is open except the standard files, the socket and the folder that is
  /// read for this check.
  [[nodiscard]] bool is_nothing_but(int socket) const {
    std::set<std::string> others = descriptors;
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, socket}) {
      others.erase(std::to_string(file));
    }
    return others.size() <= 1 && shared.empty() && is_one_thread();
  }
};

bool has_timers() {
  for (const int kind : {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF}) {
    itimerval timer{};
    ::getitimer(static_cast<decltype(ITIMER_REAL)>(kind), &timer);
    if (timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0) return true;
  }
  return false;
}

bool has_children() { return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

/// Initializes the tool interface as a test does. False if copies of this process would differ.
bool bring_up(Lifecycle& lifecycle) {
  Progress::instance().phase("setup");  // creates the page, which is shared memory
  const Footprint before;
  try {
    lifecycle.tool_init();
  } catch (const CannotGoOn&) {
    return false;
  }
  std::fflush(nullptr);
  return before == Footprint() && before.is_one_thread() && !has_timers() && !has_children();
}

/// Whether loading the library left only state that fork() copies.
bool is_untouched(int socket) {
  return Footprint().is_nothing_but(socket) && !has_timers() && !has_children();
}

const TestInfo* served_test(const json& request, bool by_bare_one) {
  const std::string name = request.at("test");
  for (const TestInfo& test : all_tests()) {
    const bool begins_bare = test.needs.setup == Setup::nothing;
    if (test.name == name && begins_bare == by_bare_one && test.needs.np == 1) return &test;
  }
  return nullptr;
}

Limits limits_of(const json& request) {
  return {request.at("seconds"), request.at("grace"), request.at("memory"), request.at("pages")};
}

/// Turns the process that was made for a request into its supervisor. The test runs in a child of
/// it.
[[noreturn]] void become_supervisor(const char* program, const TestInfo& test, const json& request,
                                    const std::vector<int>& files, const Lifecycle* brought_up,
                                    pid_t runner) {
  const auto file = [&](RequestFile kind) { return files[static_cast<std::size_t>(kind)]; };
  char go = 0;
  const bool wanted = ::read(file(RequestFile::go), &go, 1) == 1;
  ::close(file(RequestFile::go));
  if (!wanted) ::_exit(0);
  sigset_t mask;
  ::sigprocmask(SIG_SETMASK, nullptr, &mask);
  const std::string work = request.at("work");
  RunOptions options;
  options.result_directory = request.at("result");
  options.nonce = request.at("nonce");
  options.seed = request.at("seed");
  options.brought_up = brought_up;
  Command command;
  command.words = {program};
  command.directory = work;
  command.inside = [&] {
    ::sigprocmask(SIG_SETMASK, &mask, nullptr);
    ::setenv("TMPDIR", work.c_str(), 1);
    ::setenv(time_limit_variable, join(limits_of(request).seconds).c_str(), 1);
    return run_test(test, options);
  };
  supervise(command, limits_of(request), runner,
            {file(RequestFile::output), file(RequestFile::output), file(RequestFile::ending),
             file(RequestFile::stacks)});
}

// Forks a child of the runner, which waits for it as for its own supervisors. This process has one
// thread, so the other actions of fork() in the C library are not needed.
pid_t fork_beside() {
  constexpr unsigned long flags = CLONE_PARENT | SIGCHLD;
#if defined(__s390__)  // its clone() takes the stack first
  return static_cast<pid_t>(::syscall(SYS_clone, 0, flags, 0, 0, 0));
#else
  return static_cast<pid_t>(::syscall(SYS_clone, flags, 0, 0, 0, 0));
#endif
}

pid_t serve(const char* program, int socket, const Packet& packet, const Lifecycle* brought_up,
            pid_t runner) {
  const json request = json::parse(packet.text);
  const TestInfo* const test = served_test(request, brought_up == nullptr);
  if (test == nullptr || packet.files.size() != static_cast<std::size_t>(RequestFile::count)) {
    return -1;
  }
  const pid_t pid = fork_beside();
  if (pid == 0) {
    ::close(socket);
    become_supervisor(program, *test, request, packet.files, brought_up, runner);
  }
  return pid;
}

}  // namespace

int run_nursery(const char* program, int socket, bool is_bare) {
  const pid_t runner = ::getppid();
  Lifecycle lifecycle;
  if (!(is_bare ? is_untouched(socket) : bring_up(lifecycle))) return protocol::exit_skipped;
  const Lifecycle* const brought_up = is_bare ? nullptr : &lifecycle;
  send_packet(socket, {"up", {}});
  while (const auto packet = receive_packet(socket)) {
    const pid_t pid = serve(program, socket, *packet, brought_up, runner);
    for (const int file : packet->files) ::close(file);
    send_packet(socket, {std::to_string(pid), {}});
  }
  // This process is not a test. Tests of their own examine how the library ends.
  ::_exit(protocol::exit_passed);
}

}  // namespace mpitcheck
