// SPDX-License-Identifier: BSD-3-Clause
// The calls that end the process, or never return, on this target. The runner has them found once
// (harness/survey.hpp) and tells every test process, which steps over them: one bad object costs
// the tests that object, not their verdicts. What reports them is the test survival.queries.
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

/// Tests whose isolated children examine just whether a call is survived: there one death costs one
/// object, and is theirs to report. They make the call unless it hangs or kills for every object.
struct OwnRule {
  std::string_view function;
  Clause clause;
};
std::span<const OwnRule> own_rules();

/// One per process, and its forked children. Not thread-safe, as the recorder.
class Quarantine {
 public:
  static Quarantine& instance();

  /// From now on these calls are stepped over.
  void set(std::vector<DeadlyCall> calls);
  /// The same with the list that the environment names; nothing without one.
  void set_from_environment();
  [[nodiscard]] const std::vector<DeadlyCall>& calls() const { return calls_; }

  /// The isolated children of a test examine this clause: see OwnRule.
  void examining(Clause clause);

  /// Throws Quarantined if the call is to be stepped over. Call through calls_are_guarded alone.
  template <class... Args>
  void before(std::string_view function, Args... args) {
    enter(function, handles_.object_of(function, args...));
    handles_.forget(args...);
  }
  template <class... Args>
  void after(std::string_view function, Args... args) {
    handles_.note(function, args...);
    leave();
  }

  /// Where calls are made that cannot be recorded: whether some object's is not to be made; whether
  /// this object's is not (no_object: none at all). Counts as met.
  bool holds_any(std::string_view function);
  bool holds(std::string_view function, int object);

  /// What was stepped over so far, here and in forked children, as text for people.
  [[nodiscard]] std::vector<std::string> met() const;

  /// For the survey: notes which call is being made, for a parent to see.
  void watch();
  struct Watched {
    std::size_t function;  // its place among all_functions()
    int object;
    bool inside;                     // the call has not returned
    pid_t caller;                    // the process that makes it
    bool finished;                   // the survey's own word
    unsigned long count;             // of calls
    std::array<bool, 128> returned;  // by function: some call did
  };
  [[nodiscard]] Watched* watched() const { return watched_; }
  [[nodiscard]] bool has_returned(std::string_view function) const;
  /// For calls that do not come through a Function: from inside callbacks.
  void enter(std::string_view function, int object);
  void leave();

 private:
  template <class Fits>
  bool note_met(const Fits& fits);

  std::vector<DeadlyCall> calls_;
  std::vector<bool> exempt_;  // as calls_
  char* met_ = nullptr;       // as calls_, shared with children
  ObjectHandles handles_;
  Watched* watched_ = nullptr;

  [[noreturn]] void step_over(std::size_t number);
};

}  // namespace mpitcheck
