// SPDX-License-Identifier: BSD-3-Clause
// The poll loop over supervisors, their output and signals.
#include "ci/mpitcheck/process/scheduler.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "conformance/harness/facts/protocol.hpp"
#include "conformance/harness/process/process_table.hpp"

namespace mpitcheck {
namespace {

constexpr int tick_milliseconds = 1000;
constexpr std::size_t stacks_bound = 1U << 20U;

sigset_t watched_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int number : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&set, number);
  return set;
}

/// Ended with a verdict, though it may have been asked to stop. Of launchers nobody knows.
bool has_spoken(const Outcome& outcome) {
  if (!outcome.ending || !WIFEXITED(outcome.ending->wait_status)) return false;
  const int code = WEXITSTATUS(outcome.ending->wait_status);
  return code == protocol::exit_passed || code == protocol::exit_failed ||
         code == protocol::exit_skipped;
}

void close_all(Supervised& process) {
  for (int* descriptor : {&process.output, &process.errors, &process.stacks, &process.ending}) {
    if (*descriptor >= 0) ::close(std::exchange(*descriptor, -1));
  }
}

}  // namespace

Scheduler::Scheduler(int slots) : slots_(slots) {
  const sigset_t set = watched_signals();
  ::sigprocmask(SIG_BLOCK, &set, nullptr);
  signals_ = ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signals_ < 0) throw std::system_error(errno, std::generic_category(), "signalfd");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

Scheduler::~Scheduler() {
  for (auto& [supervisor, running] : running_) end_at_once(supervisor);
  for (auto& [supervisor, running] : running_) {
    close_all(running.process);  // first: nobody waits for room in a pipe
    ::waitpid(supervisor, nullptr, 0);
  }
  ::close(signals_);
}

bool Scheduler::start(const Job& job, Done done) {
  const int slots = std::min(job.slots, slots_);
  while (!interrupted() && used_ + slots > slots_) step();
  take_signals();
  if (interrupted()) return false;
  const Supervised process =
      start_supervised(job.command, job.limits, job.errors_apart, job.nursery);
  used_ += slots;
  running_.emplace(process.supervisor,
                   Running{process, Capture(job.output_bound), Capture(), Capture(stacks_bound),
                           slots, job.launched, std::move(done)});
  return true;
}

void Scheduler::finish() {
  while (!running_.empty()) step();
}

void Scheduler::step() {
  std::vector<pollfd> polled{{signals_, POLLIN, 0}};
  for (const auto& [supervisor, running] : running_) {
    for (const int descriptor :
         {running.process.output, running.process.errors, running.process.stacks}) {
      if (descriptor >= 0) polled.push_back({descriptor, POLLIN, 0});
    }
  }
  ::poll(polled.data(), polled.size(), tick_milliseconds);
  for (auto& [supervisor, running] : running_) {
    drain(running.process.output, running.output);
    drain(running.process.errors, running.errors);
    drain(running.process.stacks, running.stacks);
  }
  take_signals();
  reap();
  const auto now = std::chrono::steady_clock::now();
  if (tick_ && now - last_tick_ >= std::chrono::milliseconds(tick_milliseconds)) {
    last_tick_ = now;
    tick_();
  }
}

void Scheduler::take_signals() {
  signalfd_siginfo info{};
  while (::read(signals_, &info, sizeof info) == sizeof info) {
    if (info.ssi_signo == SIGCHLD) continue;
    ++interrupts_;
    for (const auto& [supervisor, running] : running_) {
      if (interrupts_ == 1) {
        end_gently(supervisor);
      } else {
        end_at_once(supervisor);
      }
    }
  }
}

void Scheduler::reap() {
  pid_t ended = 0;
  while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
    if (running_.count(ended) > 0) conclude(ended);
  }
}

void Scheduler::conclude(pid_t supervisor) {
  const auto found = running_.find(supervisor);
  Running running = std::move(found->second);
  running_.erase(found);
  used_ -= running.slots;
  // A descriptor that somebody still holds is no reason to wait: what is in the pipe now is all
  // there is.
  drain(running.process.output, running.output);
  drain(running.process.errors, running.errors);
  drain(running.process.stacks, running.stacks);
  Outcome outcome;
  Ending ending;
  if (::read(running.process.ending, &ending, sizeof ending) == sizeof ending) {
    outcome.ending = ending;
  } else {
    end_orphans();
  }
  close_all(running.process);
  outcome.output = running.output.text();
  outcome.output_lost = running.output.lost();
  outcome.errors = running.errors.text();
  outcome.stacks = running.stacks.text();
  if (!interrupted() || (!running.launched && has_spoken(outcome)))
    running.done(std::move(outcome));
}

void Scheduler::end_orphans() {
  for (int attempt = 0; attempt < 100; ++attempt) {
    // In this order: what is below another supervisor now is still there, or gone, when that one is
    // asked.
    std::vector<pid_t> orphans = descendants(::getpid());
    std::set<pid_t> known;
    for (const auto& [supervisor, running] : running_) {
      known.insert(supervisor);
      for (const pid_t pid : descendants(supervisor)) known.insert(pid);
    }
    std::erase_if(orphans, [&](pid_t pid) { return known.count(pid) > 0; });
    if (orphans.empty()) return;
    kill_hard(orphans);
    ::usleep(10'000);
  }
}

void Scheduler::drain(int& descriptor, Capture& capture) {
  constexpr int most_blocks = 64;  // then the others have their turn
  char block[65536];
  for (int i = 0; i < most_blocks && descriptor >= 0; ++i) {
    const ssize_t length = ::read(descriptor, block, sizeof block);
    if (length > 0) {
      capture.add({block, static_cast<std::size_t>(length)});
    } else if (length == 0) {
      ::close(std::exchange(descriptor, -1));
    } else {
      if (errno == EINTR) continue;
      return;
    }
  }
}

}  // namespace mpitcheck
