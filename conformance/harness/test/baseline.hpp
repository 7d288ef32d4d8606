// SPDX-License-Identifier: BSD-3-Clause
// The behaviour of MPI in a process that never calls MPI_T. A test that judges the effect of MPI_T
// on MPI compares with it when a check fails, so that a fault of MPI alone is not charged to MPI_T.
#pragma once

#include <string>
#include <string_view>

#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// A look at MPI without MPI_T in a new process. It runs at most once per test, and only if a check
/// fails. Has static storage duration.
class Baseline {
 public:
  /// `look` initializes MPI and describes in words what is wrong with it; "" means nothing.
  Baseline(std::string_view name, std::string (*look)());

  /// The oddity of MPI without MPI_T, including a process that does not end. "" means that nothing
  /// is wrong, or that the process cannot be started.
  [[nodiscard]] std::string oddity() const;
  [[nodiscard]] std::string_view name() const { return name_; }

 private:
  friend int look_without_tool(const std::string& name, const std::string& file);
  [[nodiscard]] std::string measured() const;

  std::string_view name_;
  std::string (*look_)();
  std::size_t number_;
};

/// Lets this process and its forked children share one look each. Call it before a test begins.
void share_baselines();

/// In the process that was started for it: looks and writes the result to `file`. Returns the exit
/// code.
int look_without_tool(const std::string& name, const std::string& file);

/// The option of main() for that process.
inline constexpr std::string_view baseline_option = "--without-tool";

/// Test::check() of what MPI does. If the check fails and MPI fails without MPI_T too, there is no
/// offence: the oddity is recorded as behaviour of the library and as missing.
template <class Subject, class MakeFact>
bool check_beside(Test& t, const Baseline& baseline, Clause clause, const Subject& subject,
                  const Expected<MakeFact>& expected) {
  if (!expected.ok) {
    if (const std::string odd = baseline.oddity(); !odd.empty()) {
      t.behaviour(clause, join(baseline.name(), ", without MPI_T"), odd);
      t.missing(join(baseline.name(), " as it should be without MPI_T (", odd, ")"));
      return false;
    }
  }
  return t.check(clause, subject, expected);
}

/// MPI_Finalize() returns MPI_SUCCESS.
extern const Baseline plain_finalize;

}  // namespace mpitcheck
