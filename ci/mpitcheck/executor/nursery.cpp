// SPDX-License-Identifier: BSD-3-Clause
// Starts a nursery and sends it requests.
#include "ci/mpitcheck/executor/nursery.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <optional>
#include <utility>

#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/process/wire.hpp"

// The headers of glibc 2.28 lack system calls that the running kernel may have.
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif

namespace mpitcheck {
namespace {

constexpr int answer_patience = 5000;  // milliseconds
constexpr auto by_pidfd = static_cast<idtype_t>(3);
constexpr int away_from_the_library = 100;  // descriptor of the socket, at least

bool is_readable(int file, int patience) {
  pollfd polled{file, POLLIN, 0};
  return ::poll(&polled, 1, patience) > 0;
}

// The child of this process that the answer of a nursery names, or -1. The answer is untrusted,
// because the nursery contains the library.
pid_t child_named(const std::string& answer) {
  const pid_t pid = whole_number<pid_t>(answer).value_or(-1);
  siginfo_t info{};
  const bool is_child =
      pid > 0 && ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0;
  return is_child ? pid : -1;
}

void close_file(int& file) {
  if (file >= 0) ::close(std::exchange(file, -1));
}

}  // namespace

Nursery::Nursery(Command command) { start(std::move(command)); }

Nursery::~Nursery() { give_up(); }

void Nursery::start(Command command) {
  std::array<int, 2> pair{}, output{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair.data()) != 0) return;
  socket_ = pair[0];
  if (::pipe2(output.data(), O_CLOEXEC | O_NONBLOCK) != 0) output = {-1, -1};
  printed_ = output[0];
  const pid_t runner = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::setsid();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int socket = ::fcntl(pair[1], F_DUPFD, away_from_the_library);
    if (socket < 0 || output[1] < 0 || ::getppid() != runner) ::_exit(127);
    command.words.insert(command.words.end(), {"--nursery", std::to_string(socket)});
    become(command, output[1], output[1]);
    ::_exit(127);
  }
  ::close(pair[1]);
  close_file(output[1]);
  if (pid > 0) process_ = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (process_ < 0) give_up();
}

bool Nursery::is_up() {
  if (up_ || socket_ < 0 || !is_readable(socket_, 0)) return up_;
  up_ = receive_packet(socket_).has_value() && !is_readable(printed_, 0);
  if (!up_) give_up();
  return up_;
}

pid_t Nursery::make_supervisor(const std::string& request, const Outlets& outlets) {
  std::array<int, 2> go{};
  if (!is_up() || ::pipe2(go.data(), O_CLOEXEC) != 0) return -1;
  pid_t pid = -1;
  if (send_packet(socket_, {request, {outlets.output, outlets.ending, outlets.stacks, go[0]}}) &&
      is_readable(socket_, answer_patience)) {
    const auto answer = receive_packet(socket_);
    if (answer) pid = child_named(answer->text);
    if (!answer) give_up();
  } else {
    give_up();
  }
  // Without this byte the new process exits, so that the test cannot run twice.
  if (pid > 0 && ::write(go[1], "!", 1) != 1) pid = -1;
  for (const int file : go) ::close(file);
  return pid > 0 ? pid : -1;
}

void Nursery::give_up() {
  up_ = false;
  close_file(socket_);
  close_file(printed_);
  if (process_ < 0) return;
  ::syscall(SYS_pidfd_send_signal, process_, SIGKILL, nullptr, 0);
  siginfo_t info{};
  ::waitid(by_pidfd, static_cast<id_t>(process_), &info, WEXITED);
  close_file(process_);
}

}  // namespace mpitcheck
