// SPDX-License-Identifier: BSD-3-Clause
// The program mpitcheck-executor runs commands at the same time, each under a supervisor, and
// captures their output in one poll loop. scheduler.py starts it in another session, so that Ctrl-C
// reaches only Python. The end of scheduler.py ends all commands. Protocol: client.hpp.
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "ci/mpitcheck/executor/client.hpp"
#include "conformance/harness/process/process_table.hpp"
#include "conformance/harness/process/stacks.hpp"
#include "conformance/harness/process/supervisor.hpp"

namespace mpitcheck {
namespace {

constexpr std::size_t stacks_bound = 1U << 20U;

/// The head and the tail of the output of a process.
class Capture {
 public:
  /// Keeps at most `bound` bytes: half of them from the beginning and half from the end.
  explicit Capture(std::size_t bound) : half_(bound / 2) {}

  void add(std::string_view bytes) {
    const std::size_t room = std::min(bytes.size(), half_ - head_.size());
    head_ += bytes.substr(0, room);
    bytes.remove_prefix(room);
    if (bytes.size() > half_) {
      dropped_ += bytes.size() - half_;
      bytes.remove_prefix(bytes.size() - half_);
    }
    tail_ += bytes;
    if (tail_.size() > 2 * half_) trim();
  }

  /// The kept bytes, with a line in the middle that says how many are missing.
  std::string take() {
    if (tail_.size() > half_) trim();
    if (dropped_ == 0) return std::move(head_) + tail_;
    return head_ + "\n[... " + std::to_string(dropped_) + " bytes left out ...]\n" + tail_;
  }

  /// Bytes that take() left out.
  [[nodiscard]] std::uint64_t lost() const { return dropped_; }

 private:
  std::size_t half_;
  std::string head_;
  std::string tail_;  // at most 2 * half_ bytes; trimmed only when it is full
  std::uint64_t dropped_ = 0;

  void trim() {
    dropped_ += tail_.size() - half_;
    tail_.erase(0, tail_.size() - half_);
  }
};

/// A job in progress.
struct Running {
  std::uint64_t id;
  Supervised process;
  Capture output, errors, stacks;
  std::size_t ranks;  // number of ranks whose progress is watched

  void drain() {
    drain(process.output, output);
    drain(process.errors, errors);
    drain(process.stacks, stacks);
  }

  void close_all() {
    for (int* file : {&process.output, &process.errors, &process.stacks, &process.ending}) {
      if (*file >= 0) ::close(std::exchange(*file, -1));
    }
  }

 private:
  static void drain(int& file, Capture& capture) {
    constexpr int most_blocks = 64;  // per call, so that other processes get their turn
    char block[block_size];
    for (int i = 0; i < most_blocks && file >= 0; ++i) {
      const ssize_t length = ::read(file, block, sizeof block);
      if (length > 0) {
        capture.add({block, static_cast<std::size_t>(length)});
      } else if (length == 0) {
        ::close(std::exchange(file, -1));
      } else if (errno != EINTR) {
        return;
      }
    }
  }
};

json to_json(const Ending& ending, std::size_t ranks) {
  std::vector<int> movement;
  for (std::size_t i = 0; i < std::min(ranks, most_ranks_watched); ++i) {
    movement.push_back(static_cast<int>(ending.movement[i]));
  }
  return {{"start_error", ending.start_error},
          {"wait_status", ending.wait_status},
          {"timed_out", ending.timed_out},
          {"seconds", ending.seconds},
          {"given", ending.given},
          {"memory", ending.memory},
          {"left_behind", ending.left_behind},
          {"unkillable", ending.unkillable},
          {"watched", ending.watched},
          {"movement", movement}};
}

json to_json(const evidence::Stacks& stacks) {
  json threads = json::array();
  for (const evidence::Stack& stack : stacks.threads) {
    threads.push_back({stack.process, stack.frames});
  }
  return {{"threads", threads}, {"problem", stacks.problem}};
}

class Executor {
 public:
  explicit Executor(Client& client) : client_(client) {
    sigset_t all;
    ::sigfillset(&all);  // only the client or SIGKILL ends this process
    ::sigprocmask(SIG_BLOCK, &all, nullptr);
    sigset_t watched;
    ::sigemptyset(&watched);
    ::sigaddset(&watched, SIGCHLD);
    signals_ = ::signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
    if (signals_ < 0) throw std::system_error(errno, std::generic_category(), "signalfd");
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  }

  ~Executor() {
    for (auto& [supervisor, running] : running_) end_at_once(supervisor);
    for (auto& [supervisor, running] : running_) {
      running.close_all();  // so that no process blocks on a full pipe
      ::waitpid(supervisor, nullptr, 0);
    }
    running_.clear();
    end_orphans();
  }

  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Runs until the client is gone.
  void run() {
    while (step()) {
    }
  }

 private:
  Client& client_;
  int signals_ = -1;
  std::map<pid_t, Running> running_;

  bool step() {
    std::vector<pollfd> polled{client_.polled(), {signals_, POLLIN, 0}};
    const auto add = [&](int file) {
      if (file >= 0) polled.push_back({file, POLLIN, 0});
    };
    for (const auto& [supervisor, running] : running_) {
      add(running.process.output);
      add(running.process.errors);
      add(running.process.stacks);
    }
    ::poll(polled.data(), polled.size(), -1);
    for (auto& [supervisor, running] : running_) running.drain();
    const bool goes_on = client_.receive();
    while (const auto message = client_.next()) obey(*message);
    reap();
    client_.send(MSG_DONTWAIT);
    return goes_on;
  }

  void obey(const Message& message) {
    const std::string what = message.head.at("do");
    if (what == "start") {
      start(message);
    } else if (what == "end") {
      const bool at_once = message.head.at("at_once");
      for (const auto& [supervisor, running] : running_) {
        at_once ? end_at_once(supervisor) : end_gently(supervisor);
      }
    }
  }

  void start(const Message& message) {
    const json& head = message.head;
    const Limits limits{head.at("seconds"), head.at("grace"), head.at("memory"),
                        texts_of(message.parts.at(3))};
    const Command command{texts_of(message.parts.at(0)), texts_of(message.parts.at(1)),
                          message.parts.at(2)};
    const std::size_t bound = head.at("output_bound");
    const Supervised process = start_supervised(command, limits, head.at("errors_apart"));
    running_.emplace(process.supervisor,
                     Running{head.at("id"), process, Capture(bound), Capture(block_size),
                             Capture(stacks_bound), limits.progress_pages.size()});
  }

  void reap() {
    signalfd_siginfo info{};
    while (::read(signals_, &info, sizeof info) == sizeof info) {
    }
    pid_t ended = 0;
    while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
      if (auto found = running_.extract(ended)) conclude(found.mapped());
    }
  }

  void conclude(Running& running) {
    // Another process may still hold the pipe open. Only what is in the pipe now counts.
    running.drain();
    json head{{"tell", "done"}, {"id", running.id}, {"ending", nullptr}};
    Ending ending;
    if (::read(running.process.ending, &ending, sizeof ending) == sizeof ending) {
      head["ending"] = to_json(ending, running.ranks);
    } else {
      end_orphans();
    }
    running.close_all();
    const std::vector<std::string> parts{running.output.take(), running.errors.take(),
                                         ending.left_names};
    head["output_lost"] = running.output.lost();
    head["stacks"] = to_json(evidence::parse_stacks(running.stacks.take()));
    client_.tell(std::move(head), parts);
  }

  void end_orphans() const {
    for (int attempt = 0; attempt < 100; ++attempt) {
      // This order matters. A process that is below a supervisor now is still there, or gone, when
      // the descendants of that supervisor are read.
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
};

}  // namespace
}  // namespace mpitcheck

int main() {
  mpitcheck::Client client;
  try {
    mpitcheck::Executor(client).run();
    return 0;
  } catch (const std::exception& problem) {
    client.tell({{"tell", "error"}}, {problem.what()});
    client.send(0);
    return 1;
  }
}
