// SPDX-License-Identifier: BSD-3-Clause
// What the process is doing: the call in progress, the last calls, which codes each function
// returned.
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

/// One per process. Its page lies in a shared mapping of `<rank>.progress` once `map_page` was
/// called, so that the runner reads it after a crash. Not thread-safe: tests record from one
/// thread.
class Recorder {
 public:
  static Recorder& instance();

  /// Moves the page into a shared mapping of `path`; false (and the page stays private) on failure.
  /// `is_there`: the file is the page of a process whose way this one goes again.
  bool map_page(const std::string& path, bool is_there = false);

  /// The page as it is, and back to that.
  [[nodiscard]] protocol::ProgressPage page() const { return *page_; }
  void restore(const protocol::ProgressPage& page) { *page_ = page; }

  void phase(std::string_view name) { page_->phase.set(name); }
  void clause(std::string_view id) { page_->clause.set(id); }
  [[nodiscard]] std::string phase() const { return std::string(page_->phase.view()); }

  /// The test's clause number `place`, and what was seen of it so far; more than there is room for
  /// are left out.
  void name_tally(std::size_t place, std::string_view clause);
  void tally(std::size_t place, std::uint64_t examined, std::uint64_t offenders);

  /// Every call of the library comes through these two; `text` is "MPI_T_x(arguments)". Calls from
  /// within callbacks are inside others, which are in progress again when they return.
  void call_begins(const std::string& text);
  /// `is_answered`: the standard's text says what such a call answers.
  void call_ends(std::string_view function, const std::string& text, int code,
                 bool is_answered = false);
  /// Ends what call_begins() recorded of several threads that call the library.
  void passage_ends(const std::string& text);
  /// What a forked child had in progress when it ended: the record says that it did not return.
  void call_is_lost();

  /// A function of MPI_T is called, recorded or not: from here on MPI may behave otherwise.
  void use_tool(bool used = true) { page_->tool_used = used ? 1 : 0; }
  [[nodiscard]] bool is_tool_used() const { return page_->tool_used != 0; }

  /// Where frames go if a fault ends this process.
  [[nodiscard]] protocol::PageFrames& frames() { return page_->frames; }

  /// Tells a watcher that work goes on where calls are not recorded. From any thread.
  void step();

  /// Another number after each call, in any process, and each step.
  [[nodiscard]] std::uint64_t moves() const;

  /// The last finished calls, oldest first, at most `most`.
  [[nodiscard]] std::vector<std::string> last_calls(std::size_t most) const;

  /// Calls begun so far, by this process and its forked children.
  [[nodiscard]] std::size_t calls_begun() const { return page_->calls; }

  /// A call is in progress; after the end of a forked child: it ended in one.
  [[nodiscard]] bool in_call() const { return page_->in_call != 0; }

  /// The call in progress, or the last one.
  [[nodiscard]] std::string call_in_progress() const { return std::string(page_->call.view()); }

  /// Takes over a code that a forked child saw, or a call that was not recorded.
  void adopt_code(std::string_view function, int code, bool is_answered = false);

  /// Is told of each answer of the interface that is none of its codes, in forked children as well;
  /// nothing: nobody is.
  using StrayListener = std::function<void(std::string_view function, int code, bool is_answered)>;
  void on_stray_code(StrayListener listener) { on_stray_code_ = std::move(listener); }

  /// "MPI_T_x": its function.
  [[nodiscard]] std::string last_function() const;
  /// That of the last of the finished calls that returned the code of that name; if none did, of
  /// the last call.
  [[nodiscard]] std::string last_function_with(std::string_view code) const;

  using CodesByFunction = std::map<std::string, std::set<int>, std::less<>>;
  [[nodiscard]] const CodesByFunction& codes() const { return codes_; }
  /// How many there are of all functions.
  [[nodiscard]] std::size_t codes_known() const { return codes_known_; }

 private:
  Recorder();
  void leave_call();

  protocol::ProgressPage* page_;
  std::vector<std::string> outer_;  // the calls in progress in this process, but for the last
  int depth_ = 0;                   // how many there are
  CodesByFunction codes_;
  std::size_t codes_known_ = 0;
  StrayListener on_stray_code_;
};

/// Makes a call of another interface than MPI_T, recorded as `text`, "MPI_x(arguments)"; returns
/// its code.
template <class Call>
int recorded(std::string_view text, const Call& make_call) {
  Recorder& recorder = Recorder::instance();
  recorder.call_begins(std::string(text));
  const int code = make_call();
  recorder.call_ends(text.substr(0, text.find('(')), std::string(text), code);
  return code;
}

}  // namespace mpitcheck
