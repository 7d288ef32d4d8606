// SPDX-License-Identifier: BSD-3-Clause
// Decides how a job ends from the ends of its processes.
#include "reference/mpiexec/supervise.hpp"

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>

#include "reference/support/signal_name.hpp"

namespace mpit::mpiexec {
namespace {

using runtime::JobSegment;
using runtime::ProcessState;

constexpr int signal_base = 128;

class Supervisor {
 public:
  Supervisor(const std::vector<pid_t>& ranks, const JobSegment& segment)
      : ranks_(ranks), segment_(segment), codes_(ranks.size(), -1) {}

  int run() {
    const sigset_t watched = watched_signals();
    for (;;) {
      reap();
      const bool missing = find_missing_rank();
      if (verdict_) return end_all();
      if (running_ == 0) return first_failure();
      // Polls while a rank is missing, because no signal reports that another rank calls MPI_Init.
      const timespec tick{0, 100'000'000};
      const int signal =
          missing ? sigtimedwait(&watched, nullptr, &tick) : sigwaitinfo(&watched, nullptr);
      if (signal > 0 && signal != SIGCHLD) return end_by(signal);
    }
  }

 private:
  void reap() {
    int status = 0;
    for (pid_t child; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
      const auto found = std::find(ranks_.begin(), ranks_.end(), child);
      if (found == ranks_.end()) continue;  // an orphan that a rank left behind
      --running_;
      record_end(static_cast<int>(found - ranks_.begin()), status);
    }
  }

  // Records the exit code of a rank, and fails the job if the rank ended before MPI_Finalize.
  void record_end(int rank, int status) {
    const ProcessState state = segment_.slot(rank).state;
    if (WIFSIGNALED(status)) {
      const int number = WTERMSIG(status);
      code_of(rank) = signal_base + number;
      return fail_job(rank, signal_base + number, "was killed by " + signal_name(number));
    }
    const int code = WEXITSTATUS(status);
    code_of(rank) = code;
    if (state == ProcessState::aborted) {
      const int asked = segment_.slot(rank).exit_code;
      return fail_job(rank, asked == 0 ? 1 : asked, "");
    }
    if (state == ProcessState::active) {
      fail_job(rank, code == 0 ? 1 : code,
               "ended with exit code " + std::to_string(code) + " without MPI_Finalize");
    }
  }

  // Whether a rank ended without MPI_Init. Fails the job if others use MPI, as they may wait for
  // it.
  bool find_missing_rank() {
    int missing = -1;
    bool used = false;
    for (int rank = static_cast<int>(ranks_.size()) - 1; rank >= 0; --rank) {
      const ProcessState state = segment_.slot(rank).state;
      used = used || state == ProcessState::active;
      if (state == ProcessState::started && code_of(rank) >= 0) missing = rank;
    }
    if (used && missing >= 0) {
      const int code = code_of(missing);
      fail_job(missing, code == 0 ? 1 : code,
               "ended with exit code " + std::to_string(code) +
                   " without MPI_Init, which others have called");
    }
    return missing >= 0;
  }

  int& code_of(int rank) { return codes_[static_cast<std::size_t>(rank)]; }

  // Fails the job. Only the first failure counts, since it may have caused the others.
  void fail_job(int rank, int code, const std::string& what) {
    if (verdict_) return;
    verdict_ = code;
    if (what.empty()) return;  // the process has printed the reason
    std::fprintf(stderr, "mpiexec: rank %d %s; the job is ended\n", rank, what.c_str());
  }

  int first_failure() const {
    const auto failed =
        std::find_if(codes_.begin(), codes_.end(), [](int code) { return code != 0; });
    return failed == codes_.end() ? 0 : *failed;
  }

  void signal_all(int number) const {
    for (std::size_t rank = 0; rank != ranks_.size(); ++rank) {
      if (codes_[rank] < 0) kill(ranks_[rank], number);
    }
  }

  int end_by(int number) {
    signal_all(number);
    const timespec grace{0, 500'000'000};
    sigset_t ended;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    verdict_ = signal_base + number;  // later failures may result from the signal
    for (reap(); running_ > 0 && sigtimedwait(&ended, nullptr, &grace) > 0;) reap();
    return end_all();
  }

  // Kills the ranks, then the processes that they started, which become children of this process.
  int end_all() {
    signal_all(SIGKILL);
    for (std::size_t rank = 0; rank != ranks_.size(); ++rank) {
      if (codes_[rank] < 0) waitpid(ranks_[rank], nullptr, 0);
    }
    for (auto orphans = list_children(); !orphans.empty(); orphans = list_children()) {
      for (const pid_t orphan : orphans) kill(orphan, SIGKILL);
      for (const pid_t orphan : orphans) waitpid(orphan, nullptr, 0);
    }
    return *verdict_;
  }

  static std::vector<pid_t> list_children() {
    const std::string self = std::to_string(getpid());
    std::ifstream file("/proc/self/task/" + self + "/children");
    std::vector<pid_t> children;
    for (pid_t child; file >> child;) children.push_back(child);
    return children;
  }

  const std::vector<pid_t>& ranks_;
  const JobSegment& segment_;
  std::vector<int> codes_;  // by rank; -1: still running
  std::size_t running_ = ranks_.size();
  std::optional<int> verdict_;
};

}  // namespace

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM}) sigaddset(&signals, number);
  return signals;
}

int supervise(const std::vector<pid_t>& ranks, const runtime::JobSegment& segment) {
  return Supervisor(ranks, segment).run();
}

}  // namespace mpit::mpiexec
