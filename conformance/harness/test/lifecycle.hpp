// SPDX-License-Identifier: BSD-3-Clause
// Initialization and finalization of MPI and the tool interface around a test.
#pragma once

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// The state that the harness sets up before a test's body.
enum class Setup {
  nothing,     // the body does everything itself
  tool,        // MPI_T_init_thread; MPI is not initialized
  mpi,         // MPI_T_init_thread, then MPI_Init
  each_phase,  // the body runs twice: with the tool interface only, then after MPI_Init
};

/// Initializes and finalizes MPI and the tool interface. The teardown finalizes what is still
/// initialized: the tool interface first, then MPI. Other orders have tests of their own.
class Lifecycle {
 public:
  /// Sets the size that MPI_COMM_WORLD must have. mpi_init() and mpi_init_thread() throw
  /// std::runtime_error for another size, because the launcher of another MPI starts separate jobs.
  /// A size of one is not checked.
  void expect_world(int np) { expected_world_ = np; }

  /// MPI_T_init_thread with this thread level. Returns the level provided; throws CannotGoOn on
  /// failure.
  int tool_init(int required = MPI_THREAD_SINGLE);
  /// MPI_T_finalize, balancing one tool_init; returns its code.
  int tool_finalize();
  /// MPI_Init(NULL, NULL); throws CannotGoOn on failure.
  void mpi_init();
  /// MPI_Init_thread(NULL, NULL, required, ...). Returns the level provided; throws CannotGoOn on
  /// failure.
  int mpi_init_thread(int required);
  /// MPI_Finalize; returns its code.
  int mpi_finalize();

  /// Whether another tool in this process has initialized the interface, or does so in MPI_Init.
  /// Call it before any initialization. Forked children try it: PMPI_T_finalize succeeds there only
  /// if another tool has initialized the interface.
  [[nodiscard]] bool is_tool_held_by_others() const;

  /// Finalizes whatever is still initialized.
  void tear_down();

  [[nodiscard]] bool mpi_is_up() const { return mpi_up_; }

 private:
  void check_world() const;

  int expected_world_ = 1;
  int tool_inits_ = 0;
  bool mpi_up_ = false;
};

}  // namespace mpitcheck
