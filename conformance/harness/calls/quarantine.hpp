// SPDX-License-Identifier: BSD-3-Clause
// The calls that end the process or hang on this target. The runner has them found once
// (conformance/harness/survey/survey.hpp) and passes the list to every test process, which skips
// them. A bad object thus costs the tests that object, not their verdicts. The test
// survival.queries reports these calls.
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

/// Tests whose isolated children examine only whether a call returns. A death there costs one
/// object and is the test's own finding. These tests make the call, unless it hangs or fails for
/// every object.
struct OwnRule {
  std::string_view function;
  Clause clause;
};
std::span<const OwnRule> own_rules();

/// One per process and its forked children. Not thread-safe, like the recorder.
class Quarantine {
 public:
  static Quarantine& instance();

  /// From now on these calls are skipped.
  void set(std::vector<DeadlyCall> calls);
  /// Sets the list that the environment names, if any.
  void set_from_environment();
  [[nodiscard]] const std::vector<DeadlyCall>& calls() const { return calls_; }

  /// The isolated children of a test examine this clause: see OwnRule.
  void examining(Clause clause);

  /// Throws Quarantined if the call is to be skipped. Call it only if calls_are_guarded.
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

  /// For calls that cannot be recorded: whether the quarantine has the call for any object, or for
  /// this object (no_object: only calls about no object). A hit counts as met.
  bool holds_any(std::string_view function);
  bool holds(std::string_view function, int object);

  /// The calls that were skipped so far, here and in forked children, for people.
  [[nodiscard]] std::vector<std::string> met() const;

  /// For the survey: publishes the call in progress to the parent.
  void watch();
  struct Watched {
    std::size_t function;  // index into all_functions()
    int object;
    bool inside;                     // the call has not returned
    pid_t caller;                    // the process that makes it
    bool finished;                   // set by the survey
    unsigned long count;             // of calls
    std::array<bool, 128> returned;  // by function: some call returned
  };
  [[nodiscard]] Watched* watched() const { return watched_; }
  [[nodiscard]] bool has_returned(std::string_view function) const;
  /// For calls that do not go through a Function, e.g. from callbacks.
  void enter(std::string_view function, int object);
  void leave();

 private:
  template <class Fits>
  bool note_met(const Fits& fits);

  std::vector<DeadlyCall> calls_;
  std::vector<bool> exempt_;  // parallel to calls_
  char* met_ = nullptr;       // parallel to calls_, shared with children
  ObjectHandles handles_;
  Watched* watched_ = nullptr;

  [[noreturn]] void skip(std::size_t number);
};

}  // namespace mpitcheck
