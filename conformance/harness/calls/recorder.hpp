// SPDX-License-Identifier: BSD-3-Clause
// The activity of the process: the call in progress, the last calls, and the codes of each
// function.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/harness/facts/protocol.hpp"

namespace mpitcheck {

/// One per process. After map_page() its page is in a shared mapping of `<rank>.progress`, so that
/// the runner can read it after a crash. Not thread-safe except step(): tests record from one
/// thread.
class Recorder {
 public:
  static Recorder& instance();

  /// Moves the page into a shared mapping of `path`; false (and the page stays private) on failure.
  /// `is_there`: the file exists and belongs to the process that this one replays.
  bool map_page(const std::string& path, bool is_there = false);

  /// Saves and restores the page.
  [[nodiscard]] protocol::ProgressPage page() const { return *page_; }
  void restore(const protocol::ProgressPage& page) { *page_ = page; }

  /// Set the phase and the clause under examination.
  void phase(std::string_view name) { page_->phase.set(name); }
  void clause(std::string_view id) { page_->clause.set(id); }
  [[nodiscard]] std::string phase() const { return std::string(page_->phase.view()); }

  /// Names clause number `place` of the test, and sets its counts. Clauses beyond the page's room
  /// are dropped.
  void name_tally(std::size_t place, std::string_view clause);
  void tally(std::size_t place, std::uint64_t examined, std::uint64_t offenders);

  /// Record the begin and the end of a call of the library. `text` is "MPI_T_x(arguments)". Calls
  /// from callbacks nest: the outer call is in progress again when they return.
  void call_begins(const std::string& text);
  /// `is_answered`: the standard's text determines the code of this call.
  void call_ends(std::string_view function, const std::string& text, int code,
                 bool is_answered = false);
  /// Ends a call_begins() that stands for calls of several threads.
  void passage_ends(const std::string& text);
  /// Records that the call in which a forked child ended did not return.
  void call_is_lost();

  /// Notes that an MPI_T function was called, recorded or not. MPI may behave differently
  /// afterwards.
  void use_tool(bool used = true) { page_->tool_used = used ? 1 : 0; }
  [[nodiscard]] bool is_tool_used() const { return page_->tool_used != 0; }

  /// Receives the frames if a fault ends this process.
  [[nodiscard]] protocol::PageFrames& frames() { return page_->frames; }

  /// Shows a watcher that unrecorded work makes progress. Callable from any thread.
  void step();

  /// A number that changes with each call of this process and its forked children, and with step().
  [[nodiscard]] std::uint64_t moves() const;

  /// The last finished calls, at most `most`, oldest first.
  [[nodiscard]] std::vector<std::string> last_calls(std::size_t most) const;

  /// Calls begun so far, by this process and its forked children.
  [[nodiscard]] std::size_t calls_begun() const { return page_->calls; }

  /// Whether a call is in progress. After the end of a forked child: whether it ended in a call.
  [[nodiscard]] bool in_call() const { return page_->in_call != 0; }

  /// The call in progress, or the last one.
  [[nodiscard]] std::string call_in_progress() const { return std::string(page_->call.view()); }

  /// Adds a code that a forked child saw, or that an unrecorded call returned.
  void adopt_code(std::string_view function, int code, bool is_answered = false);

  /// Sets the listener for codes that are not MPI_T's, in this process and in forked children; an
  /// empty one stops the reports. Returns the former listener.
  using StrayListener = std::function<void(std::string_view function, int code, bool is_answered)>;
  StrayListener on_stray_code(StrayListener listener) {
    return std::exchange(on_stray_code_, std::move(listener));
  }

  /// The function of the last call: "MPI_T_x".
  [[nodiscard]] std::string last_function() const;
  /// The function of the last finished call that returned the code of that name; if there is none,
  /// of the last call.
  [[nodiscard]] std::string last_function_with(std::string_view code) const;

  using CodesByFunction = std::map<std::string, std::set<int>, std::less<>>;
  [[nodiscard]] const CodesByFunction& codes() const { return codes_; }
  /// Number of different codes over all functions.
  [[nodiscard]] std::size_t codes_known() const { return codes_known_; }

 private:
  Recorder();
  void leave_call();

  protocol::ProgressPage* page_;
  std::vector<std::string> outer_;  // calls in progress in this process, except the last
  int depth_ = 0;                   // number of calls in progress
  CodesByFunction codes_;
  std::size_t codes_known_ = 0;
  StrayListener on_stray_code_;
};

/// Makes a call outside MPI_T, recorded as `text`, "MPI_x(arguments)", and returns its code.
template <class Call>
int recorded(std::string_view text, const Call& make_call) {
  Recorder& recorder = Recorder::instance();
  recorder.call_begins(std::string(text));
  const int code = make_call();
  recorder.call_ends(text.substr(0, text.find('(')), std::string(text), code);
  return code;
}

}  // namespace mpitcheck
