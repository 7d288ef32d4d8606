// SPDX-License-Identifier: BSD-3-Clause
// Finds out, once per target, which calls end the process or hang. Forked children make every call
// by which tests enumerate and read objects.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/quarantine.hpp"
#include "conformance/harness/facts/cannot_go_on.hpp"
#include "conformance/harness/facts/function_ref.hpp"

namespace mpitcheck {

/// Runs `calls`, and stops quietly at a call that is missing, refused or in quarantine.
template <class Calls>
void as_far_as_possible(const Calls& calls) {
  try {
    calls();
  } catch (const NotCalled&) {
  } catch (const CannotGoOn&) {
  }
}

/// Makes each call by which tests list, read and use objects, in this process and the present phase
/// of MPI. Calls in quarantine are skipped. Does not communicate.
void ask_for_everything();

/// Raises events, and makes each call that callbacks may make. MPI must be initialized.
void ask_in_callbacks();

/// The result of work in a forked child.
struct Attempt {
  bool finished = false;
  std::optional<DeadlyCall> death;  // the MPI_T call that ended it, if any
  std::string how;                  // how the child ended, if it did not finish
  std::string output;
  std::vector<std::string> frames = {};  // of the library, if a fault ended it
};

/// Time limit of a call in seconds of GivenTime. It grows with the start-up time of the target.
double patience();

/// Runs `work(out)` in a forked child (process/child.hpp). The child is ended if an MPI_T call
/// takes longer than `seconds_for(function)`, in seconds of GivenTime. A call in a child of the
/// child has twice that time.
Attempt attempt(FunctionRef<void(int out)> work,
                FunctionRef<double(const std::string& function)> seconds_for);

/// Puts calls into the quarantine of this process.
class Survey {
 public:
  /// `found` receives each call that is added.
  explicit Survey(std::function<void(const DeadlyCall&)> found = {});

  /// Runs `work` in children, with one more call in quarantine each time, until a child finishes or
  /// dies outside MPI_T. Returns the last attempt.
  Attempt get_through(FunctionRef<void(int out)> work, double seconds = patience());

  /// Puts a call into quarantine, or all calls of its function if too many of them are there.
  void add(DeadlyCall call);

 private:
  std::function<void(const DeadlyCall&)> found_;
  std::map<std::string, int> deaths_, hangs_;
};

}  // namespace mpitcheck
