// SPDX-License-Identifier: BSD-3-Clause
// The process that watches a storm.
#include "stress/signals/handler_outcome.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <new>
#include <optional>

#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/process/shared.hpp"
#include "conformance/harness/process/stacks.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "stress/signals/storm.hpp"

namespace mpitcheck::stress {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// A process without progress for so many seconds of GivenTime is stuck.
constexpr double patience = 1;
constexpr Seconds printing_patience{5};
constexpr std::size_t frames_shown = 12;
constexpr char tells_missing = 'm', tells_wrong = 'w';

/// Shared with the child; unmapped at the end.
class SharedPage {
 public:
  SharedPage() : memory_(share(sizeof(StormPage))), page_(new (memory_) StormPage) {}
  ~SharedPage() { unshare(memory_); }
  SharedPage(const SharedPage&) = delete;
  SharedPage& operator=(const SharedPage&) = delete;

  StormPage& operator*() { return *page_; }
  StormPage* operator->() { return page_; }

 private:
  void* memory_;
  StormPage* page_;
};

/// The stack of the interrupted thread, as one line.
std::string stack_of(pid_t process) {
  const ChildResult printer =
      in_child([&](int out) { evidence::become_stack_printer(process, out); },
               [end = Clock::now() + printing_patience](pid_t child) {
                 if (Clock::now() >= end) ::kill(child, SIGKILL);
               });
  const evidence::Stacks stacks = evidence::parse_stacks(printer.output);
  if (stacks.threads.empty()) return "no stack: " + stacks.problem;
  std::string line;
  for (const std::string& frame : stacks.threads.front().frames) {
    if (!line.empty()) line += " < ";
    line += frame;
    if (static_cast<std::size_t>(std::count(line.begin(), line.end(), '<')) >= frames_shown) break;
  }
  return line;
}

/// Ends a storm that is stuck, and keeps its stack.
class Watchdog {
 public:
  explicit Watchdog(StormPage& page) : page_(page) {}

  void look_at(pid_t child) {
    const std::uint64_t moved = page_.deliveries + page_.rounds;
    if (page_.phase != StormPhase::delivering || moved != last_) {
      last_ = moved;
      given_ = {};
      return;
    }
    given_.look({child});
    if (where_ || given_.seconds() < patience) return;
    where_ = join(interrupted(), ": ", stack_of(child));
    ::kill(child, SIGKILL);
  }

  /// Nothing if it was never stuck.
  [[nodiscard]] const std::optional<std::string>& where() const { return where_; }

  /// The call that the last signal interrupted.
  static std::string interrupted() {
    return "interrupting " + Recorder::instance().call_in_progress();
  }

 private:
  StormPage& page_;
  std::uint64_t last_ = 0;
  GivenTime given_;  // since the last progress
  std::optional<std::string> where_;
};

void tell(int out, char kind, const std::string& text) {
  const std::string line = kind + text;
  [[maybe_unused]] const ssize_t written = ::write(out, line.data(), line.size());
}

std::string deliveries_text(std::uint64_t number) {
  return join(number, number == 1 ? " delivery" : " deliveries");
}

}  // namespace

HandlerOutcome try_in_handler(Action action, const Control& control) {
  SharedPage page;
  Watchdog watchdog(*page);
  const ChildResult child = in_child(
      [&](int out) {
        try {
          if (const std::string wrong = storm(action, control, *page); !wrong.empty()) {
            tell(out, tells_wrong, wrong);
          }
        } catch (const CannotGoOn& lack) {
          tell(out, tells_missing, lack.what());
        } catch (const Quarantined& held) {
          tell(out, tells_missing, held.what());
        }
      },
      [&](pid_t process) { watchdog.look_at(process); });
  HandlerOutcome tried;
  tried.deliveries = page->deliveries;
  const std::string after = " after " + deliveries_text(tried.deliveries);
  const bool died = child.signal != 0 || child.exit_code != 0;
  const std::string end =
      child.signal != 0 ? signal_name(child.signal) : join("exit status ", child.exit_code);
  if (watchdog.where()) {
    tried.outcome = join("deadlocked", after, ", ", *watchdog.where());
  } else if (died && page->phase != StormPhase::baseline) {
    tried.outcome = join("crashed", after, ", ", Watchdog::interrupted(), ": ", end);
  } else if (died) {
    tried.missing = join("a process that goes on without signals (", end, " in ",
                         Recorder::instance().call_in_progress(), ")");
  } else if (child.output.starts_with(tells_missing)) {
    tried.missing = child.output.substr(1);
  } else if (child.output.starts_with(tells_wrong)) {
    tried.outcome = join("wrong value", after, ": ", child.output.substr(1));
  } else if (tried.deliveries == 0) {
    tried.missing = "a signal that was delivered";
  } else {
    tried.survived = true;
    tried.outcome = "survived " + deliveries_text(tried.deliveries);
    if (page->usual_code != MPI_SUCCESS) {
      tried.outcome += join(", always ", code_name(page->usual_code), " as without signals");
    }
  }
  return tried;
}

}  // namespace mpitcheck::stress
