// SPDX-License-Identifier: BSD-3-Clause
// Decides whether this process may fork children that use the library (docs/isolation.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace mpitcheck {

/// A limit for forked children that make no progress. Such a child is ended, and its work is done
/// in a fresh process, which has no limit. If that process hangs too, the test hangs.
struct Pace {
  std::uint64_t (*moved)() = nullptr;  // a number that changes while a child makes progress
  double patience = 0;                 // seconds of GivenTime; 0: no limit
};

/// The use of the library by this process and its parents, and the trouble with their forks. One
/// per process; forked children have a copy.
class Forks {
 public:
  static Forks& instance() {
    static Forks& forks = *new Forks;
    return forks;
  }

  /// Count successful calls of MPI_T_init_thread and MPI_T_finalize. Only recorded calls count.
  void tool_was_initialized() {
    ++open_inits_;
    tool_was_up_ = true;
  }
  void tool_was_finalized() {
    if (open_inits_ > 0) --open_inits_;
  }
  /// Whether an MPI_T_init_thread lacks its MPI_T_finalize.
  [[nodiscard]] bool is_tool_up() const { return open_inits_ > 0; }

  /// Whether MPI or MPI_T is initialized in this process, or was before. Threads of the library may
  /// outlive its end.
  [[nodiscard]] bool is_library_used() const;
  /// Whether a forked child can use MPI and MPI_T as far as they are initialized here.
  [[nodiscard]] bool are_possible() const;
  /// Whether a child that initializes MPI must be started with Habits::start, not forked.
  [[nodiscard]] static bool need_own_start();

  /// By default there is no limit.
  void limit(Pace pace) { pace_ = pace; }
  [[nodiscard]] const Pace& pace() const { return pace_; }

  /// Notes that a forked child hung but a fresh process did not. From now on no children are forked
  /// while the library is in use. `trouble` is the text of the report.
  void hung(std::string trouble) { trouble_ = std::move(trouble); }
  /// The text of hung(), or "".
  [[nodiscard]] std::string_view trouble() const { return trouble_; }

 private:
  int open_inits_ = 0;
  bool tool_was_up_ = false;
  Pace pace_;
  std::string trouble_;
};

/// Forks::are_possible() of this process.
inline bool can_fork() { return Forks::instance().are_possible(); }

}  // namespace mpitcheck
