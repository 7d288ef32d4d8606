// SPDX-License-Identifier: BSD-3-Clause
// The behaviour of MPI in a process that never calls MPI_T. A test of the effect of MPI_T on MPI
// compares with it when a check fails, so that MPI_T is not charged with a fault of MPI.
#pragma once

#include <string>
#include <string_view>

#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// An observation of MPI without MPI_T, in a new process. It is made at most once per test, and
/// only if a check fails. Objects must have static storage duration.
class Baseline {
 public:
  /// `look` initializes MPI and returns in words what is wrong with it, or "".
  Baseline(std::string_view name, std::string (*look)());

  /// The fault of MPI without MPI_T, in words: the result of `look`, or how the new process ended.
  /// "" means that MPI works, or that the process cannot be started.
  [[nodiscard]] std::string oddity() const;
  [[nodiscard]] std::string_view name() const { return name_; }

 private:
  friend int look_without_tool(const std::string& name, const std::string& file);
  [[nodiscard]] std::string measured() const;

  std::string_view name_;
  std::string (*look_)();
  std::size_t number_;
};

/// Lets forked children use the observations of this process and vice versa. Call it before a test
/// begins.
void share_baselines();

/// In the new process: makes the observation `name` and writes its result to `file`. Returns a
/// protocol::ExitCode.
int look_without_tool(const std::string& name, const std::string& file);

/// The option of main() for that process.
inline constexpr std::string_view baseline_option = "--without-tool";

/// Test::check() of the behaviour of MPI. If the check fails and MPI is at fault without MPI_T too,
/// that is not an offence. It is recorded as behaviour of the library and as missing. Returns
/// whether the check passed.
template <class Subject, class MakeFact>
bool check_beside(Test& t, const Baseline& baseline, Clause clause, const Subject& subject,
                  const Expected<MakeFact>& expected) {
  if (!expected.ok()) {
    if (const std::string odd = baseline.oddity(); !odd.empty()) {
      t.behaviour(clause, join(baseline.name(), ", without MPI_T"), odd);
      t.missing(join(baseline.name(), " as it should be without MPI_T (", odd, ")"));
      return false;
    }
  }
  return t.check(clause, subject, expected);
}

/// The observation whether MPI_Init and MPI_Finalize return MPI_SUCCESS.
extern const Baseline plain_finalize;

}  // namespace mpitcheck
