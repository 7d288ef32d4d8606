// SPDX-License-Identifier: BSD-3-Clause
// What MPI does in a process that never calls MPI_T. A test that judges the effect of MPI_T on MPI
// asks this where MPI disappoints it: what MPI does anyway is not charged to MPI_T.
#pragma once

#include <string>
#include <string_view>

#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// A look at MPI without MPI_T: in a process that is started anew, once per test, and only where a
/// check fails. Has static storage duration.
class Baseline {
 public:
  /// `look` brings MPI up and returns in words what is odd about it; "": nothing is.
  Baseline(std::string_view name, std::string (*look)());

  /// What is odd about MPI without MPI_T, be it that the process does not come to its end; "":
  /// nothing is, or it cannot be started.
  [[nodiscard]] std::string oddity() const;
  [[nodiscard]] std::string_view name() const { return name_; }

 private:
  friend int look_without_tool(const std::string& name, const std::string& file);
  [[nodiscard]] std::string measured() const;

  std::string_view name_;
  std::string (*look_)();
  std::size_t number_;
};

/// Lets this process and those that it forks look once each. To be called before a test begins.
void share_baselines();

/// In the process that was started for it: looks, and writes the answer to `file`. Returns the exit
/// code.
int look_without_tool(const std::string& name, const std::string& file);

/// For main().
inline constexpr std::string_view baseline_option = "--without-tool";

/// Test::check() of what MPI does. Where it fails, and MPI is odd without MPI_T too, nothing is
/// charged: the oddity is noted as the library's behaviour, and as what the test lacks.
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
