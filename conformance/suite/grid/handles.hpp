// SPDX-License-Identifier: BSD-3-Clause
// Handles, sessions and registrations as cells need them: live, freed, of another session. They are
// left to the process's end. What the library refuses throws NothingToTry.
#pragma once

#include <string_view>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/grid/objects.hpp"

namespace mpitcheck::grid {

/// What is lacking to try a cell on.
struct NothingToTry : CannotGoOn {
  using CannotGoOn::CannotGoOn;
};

/// The index, unless there is no such object.
int existing(int index, std::string_view what);
/// Of a call that only prepares.
void must_succeed(std::string_view what, int code);

class Handles {
 public:
  explicit Handles(const Objects& objects) : objects_(objects) {}

  MPI_T_cvar_handle cvar();
  MPI_T_cvar_handle stale_cvar();

  static MPI_T_pvar_session session();
  static MPI_T_pvar_session stale_session();

  /// Of the session; `runs`: started, if it can be.
  MPI_T_pvar_handle pvar(MPI_T_pvar_session session, bool runs);
  MPI_T_pvar_handle stale_pvar(MPI_T_pvar_session session);
  /// Of a session that was freed.
  MPI_T_pvar_handle orphan_pvar();

  [[nodiscard]] MPI_T_event_registration registration() const;
  [[nodiscard]] MPI_T_event_registration stale_registration() const;
  /// Hints that a registration has.
  static MPI_Info hints_of(MPI_T_event_registration registration);

  [[nodiscard]] MPI_T_enum enumeration() const;
  /// How many it has.
  [[nodiscard]] int items() const;

  /// Elements of the last variable.
  [[nodiscard]] int count() const { return count_; }

 private:
  const Objects& objects_;
  int count_ = 0;
};

}  // namespace mpitcheck::grid
