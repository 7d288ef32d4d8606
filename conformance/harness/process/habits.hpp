// SPDX-License-Identifier: BSD-3-Clause
// The file of habits, which the runner writes before the first test: how processes of the target
// must be started, and which of the operations on which most tests depend do not work.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck {

/// A foundation that does not work. Foundations are reading texts, listing, look-up, allocation and
/// reading values. The survey tries each (conformance/harness/survey/foundations.cpp).
struct Foundation {
  std::string name;  // "handles of cvars"
  // The kind of object that tests lack without it, in the words of Test::missing: "cvar". May be
  // empty.
  std::string kind;
  std::string how;     // "MPI_T_ERR_INVALID (40 of 40)"
  std::string clause;  // the rule that it breaks; only this rule is charged
  // The function that refuses. Empty if there are several, or if none refuses.
  std::string function;
  std::string code;  // the code of the refusal

  [[nodiscard]] std::string label() const { return name + ": " + how + ", see " + clause; }
};

/// The runner's preflight and survey find this out, and the runner writes it into a file. Without
/// the file, forks work, MPI needs no launcher and no foundation is broken.
struct Habits {
  bool forks_with_tool = true;  // a forked process can use what its parent initialized
  bool forks_with_mpi = true;
  double start_seconds = 0;              // start-up time of MPI, after a first start
  std::vector<std::string> start;        // command prefix of a program that starts MPI, or empty
  std::vector<std::string> environment;  // of that command, each "K=V"
  /// Functions of MPI that work in a process without MPI_T (calls/blame.hpp); nothing if unknown.
  std::optional<std::set<std::string, std::less<>>> works_alone;
  /// Parts of the repertoire (test/repertoire.hpp) that failed in the preflight: name and problem.
  std::map<std::string, std::string> broken_parts;
  std::vector<Foundation> broken_foundations;
};

/// The content of the file that habits_variable names, read once. The defaults if there is none.
const Habits& habits();

/// The name of the foundation that is about lengths of texts.
inline constexpr std::string_view lengths_foundation = "lengths of texts";

bool is_broken_foundation(std::string_view name);
/// The broken foundation that may explain `missing`, the words of Test::missing; null if none does.
const Foundation* foundation_of(std::string_view missing);
/// The broken foundation whose function refuses everything with that code; null if there is none.
/// Only its own clause is charged with such refusals.
const Foundation* foundation_refusing(std::string_view function, std::string_view code);

}  // namespace mpitcheck
