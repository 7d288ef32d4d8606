// SPDX-License-Identifier: BSD-3-Clause
// The calls that end the process or hang on this target. The survey finds them once
// (conformance/harness/survey/survey.hpp). The runner passes the list to every test process, which
// skips these calls. A bad object thus costs a test that object, not its verdict. The test
// survival.queries reports the calls.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/calls/deadly_call.hpp"
#include "conformance/harness/calls/object.hpp"
#include "mpitcheck/clauses.hpp"

namespace mpitcheck {

/// A clause whose tests examine in isolated children whether calls of `function` return. These
/// tests make the calls in spite of the quarantine, unless the calls hang or fail for every object.
/// A death costs one object and is a finding of the test.
struct OwnRule {
  std::string_view function;
  Clause clause;
};
std::span<const OwnRule> own_rules();

/// One per process and its forked children. Not thread-safe, like the recorder.
class Quarantine {
 public:
  static Quarantine& instance();

  /// Whether calls go through before() and after(), because there are entries or a survey watches.
  [[nodiscard]] static bool guards_calls() { return guards_calls_; }

  /// From now on these calls are skipped.
  void set(std::vector<DeadlyCall> calls);
  /// Sets the list that the environment names, if any.
  void set_from_environment();
  [[nodiscard]] const std::vector<DeadlyCall>& calls() const { return calls_; }

  /// The isolated children of a test examine this clause: see OwnRule.
  void examining(Clause clause);

  /// Before and after each call, only if guards_calls(). before() throws Quarantined if the call
  /// must be skipped.
  template <class... Args>
  void before(std::string_view function, Args... args) {
    enter(function, handles_.object_of(function, args...));
    handles_.forget(function, args...);
  }
  template <class... Args>
  void after(std::string_view function, Args... args) {
    handles_.note(function, args...);
    leave();
  }

  /// For unrecorded calls: whether the quarantine has a call of the function for any object, or for
  /// this one. With no_object only calls about no object count. A hit counts as skipped.
  bool holds_any(std::string_view function);
  bool holds(std::string_view function, int object);

  /// Texts for people about the calls that were skipped so far, here and in forked children.
  [[nodiscard]] std::vector<std::string> met() const;

  /// The call in progress, in memory that is shared with the parent process.
  struct Watched {
    std::size_t function;  // index into all_functions()
    int object;
    bool inside;                     // the call has not returned
    pid_t caller;                    // the process that makes it
    bool finished;                   // set by the survey
    unsigned long count;             // of calls
    std::array<bool, 128> returned;  // by function: some call returned
  };
  /// For the survey: shows the call in progress from now on.
  Watched& watch();
  /// Whether some call of the function returned while calls were watched.
  [[nodiscard]] bool has_returned(std::string_view function) const;
  /// before() and after() for calls that do not go through a Function, e.g. in callbacks.
  void enter(std::string_view function, int object);
  void leave();

 private:
  template <class Fits>
  bool note_met(const Fits& fits);

  static inline constinit bool guards_calls_ = false;
  std::vector<DeadlyCall> calls_;
  std::vector<bool> exempt_;  // parallel to calls_
  char* met_ = nullptr;       // parallel to calls_, shared with children
  ObjectHandles handles_;
  Watched* watched_ = nullptr;

  [[noreturn]] void skip(std::size_t number);
};

}  // namespace mpitcheck
