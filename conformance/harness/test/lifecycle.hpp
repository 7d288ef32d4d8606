// SPDX-License-Identifier: BSD-3-Clause
// Bringing MPI and the tool interface up and down around a test.
#pragma once

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// What the harness sets up before a test's body.
enum class Setup {
  nothing,     // the body does everything itself
  tool,        // MPI_T_init_thread; MPI not initialised
  mpi,         // MPI_T_init_thread, then MPI_Init
  each_phase,  // the body runs twice: with the tool interface only, then after MPI_Init
};

/// Tracks what has been brought up through it, so that the teardown takes down exactly that:
/// the tool interface first, then MPI (the usual order; other orders have tests of their own).
class Lifecycle {
 public:
  /// How many processes MPI_COMM_WORLD must have: with others than the launcher started, nothing
  /// between processes would be examined. mpi_init and mpi_init_thread then throw a
  /// std::runtime_error. One process is not checked.
  void expect_world(int np) { expected_world_ = np; }

  /// MPI_T_init_thread with this thread level; throws CannotGoOn if it does not succeed. Returns
  /// the level granted.
  int tool_init(int required = MPI_THREAD_SINGLE);
  /// MPI_T_finalize, balancing one tool_init; returns its code.
  int tool_finalize();
  /// MPI_Init(NULL, NULL); throws CannotGoOn if it does not succeed.
  void mpi_init();
  /// MPI_Init_thread(NULL, NULL, required, ...): returns the level granted; throws likewise.
  int mpi_init_thread(int required);
  /// MPI_Finalize; returns its code.
  int mpi_finalize();

  /// Whether another tool in this process, in which nothing is up yet, has the interface up, or
  /// will have once MPI_Init was called. It is tried in forked children, where as many finalizes as
  /// the tool owes, made by the twins, bring it down.
  [[nodiscard]] bool is_tool_held_by_others() const;

  /// Balances whatever is still up.
  void tear_down();

  [[nodiscard]] bool mpi_is_up() const { return mpi_up_; }

 private:
  void check_world() const;

  int expected_world_ = 1;
  int tool_inits_ = 0;
  bool mpi_up_ = false;
};

}  // namespace mpitcheck
