// SPDX-License-Identifier: BSD-3-Clause
// Finding out, once per target, which calls end the process or never return: everything that tests
// enumerate and read is asked for in forked children.
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

/// What is missing, refused or in quarantine ends these few calls only.
template <class Calls>
void as_far_as_possible(const Calls& calls) {
  try {
    calls();
  } catch (const NotCalled&) {
  } catch (const CannotGoOn&) {
  }
}

/// Makes each call by which tests list, read and use what is there, in the present phase and
/// process. What is in quarantine is stepped over. Nothing is communicated.
void ask_for_everything();

/// Lets events happen and makes each call that callbacks may make. MPI must be up.
void ask_in_callbacks();

/// What became of work in a forked child.
struct Attempt {
  bool finished = false;
  std::optional<DeadlyCall> death;  // the call of MPI_T that ended it, if one did
  std::string how;                  // it ended, if it did not finish
  std::string output;
  std::vector<std::string> frames = {};  // of the library, where a fault ended it
};

/// Seconds for a call, of GivenTime: more where the target takes long to come up.
double patience();

/// Runs `work` in a forked child, which has a descriptor to write to. It is ended if a call of
/// MPI_T takes longer than `seconds_for(function)` of GivenTime, twice that in a child of its own.
Attempt attempt(FunctionRef<void(int out)> work,
                FunctionRef<double(const std::string& function)> seconds_for);

/// Fills the quarantine of this process.
class Survey {
 public:
  /// `found` hears of each call that is added.
  explicit Survey(std::function<void(const DeadlyCall&)> found = {});

  /// Runs `work` in children, with one more call in quarantine each time, until one comes to its
  /// end or dies outside of MPI_T. Returns the last attempt.
  Attempt get_through(FunctionRef<void(int out)> work, double seconds = patience());

  /// Puts a call into quarantine; all of its function, if too many of its objects are there.
  void add(DeadlyCall call);

 private:
  std::function<void(const DeadlyCall&)> found_;
  std::map<std::string, int> deaths_, hangs_;
};

}  // namespace mpitcheck
