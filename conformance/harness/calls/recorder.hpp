// SPDX-License-Identifier: BSD-3-Clause
// The calls of the process: the one in progress, and the last ones.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/return_codes.hpp"

namespace mpitcheck {

/// One per process. The calls are on the progress page. Not thread-safe: tests record from one
/// thread.
class Recorder {
 public:
  static Recorder& instance();

  /// Record the begin and the end of a call of the library. `text` is "MPI_T_x(arguments)". Calls
  /// from callbacks nest: the outer call is in progress again when they return.
  void call_begins(const std::string& text);
  /// `is_answered`: see ReturnCodes::add().
  void call_ends(std::string_view function, const std::string& text, int code,
                 bool is_answered = false);
  /// Ends a call_begins() that stands for calls of several threads.
  void passage_ends(const std::string& text);
  /// Records that the call in which a forked child ended did not return.
  void call_is_lost();

  /// Notes that an MPI_T function was called, recorded or not. MPI may behave differently
  /// afterwards.
  void use_tool(bool used = true) { page().tool_used = used ? 1 : 0; }
  [[nodiscard]] bool is_tool_used() const { return page().tool_used != 0; }

  /// The last finished calls, at most `most`, oldest first.
  [[nodiscard]] std::vector<std::string> last_calls(std::size_t most) const;

  /// Calls begun so far, by this process and its forked children.
  [[nodiscard]] std::size_t calls_begun() const { return page().calls; }

  /// Whether a call is in progress. After the end of a forked child: whether it ended in a call.
  [[nodiscard]] bool in_call() const { return page().in_call != 0; }

  /// The call in progress, or the last one.
  [[nodiscard]] std::string call_in_progress() const { return std::string(page().call.view()); }

  /// The function of the last call: "MPI_T_x".
  [[nodiscard]] std::string last_function() const;
  /// The function of the last finished call that returned the code of that name; if there is none,
  /// of the last call.
  [[nodiscard]] std::string last_function_with(std::string_view code) const;

 private:
  Recorder() = default;
  void leave_call();
  [[nodiscard]] protocol::ProgressPage& page() const { return progress_.page(); }

  Progress& progress_ = Progress::instance();
  ReturnCodes& codes_ = ReturnCodes::instance();
  std::vector<std::string> outer_;  // calls in progress in this process, except the last
  int depth_ = 0;                   // number of calls in progress
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
