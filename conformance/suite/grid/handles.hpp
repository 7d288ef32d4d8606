// SPDX-License-Identifier: BSD-3-Clause
// Handles, sessions and registrations that cells need: live, freed, or of another session. The end
// of the process frees them. A refusal of the library throws NothingToTry.
#pragma once

#include <string_view>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/grid/objects.hpp"

namespace mpitcheck::grid {

/// An object that a cell needs is missing.
struct NothingToTry : CannotGoOn {
  using CannotGoOn::CannotGoOn;
};

/// The index; throws if there is no such object.
int existing(int index, std::string_view what);
/// Checks the code of a call that only prepares.
void must_succeed(std::string_view what, int code);

class Handles {
 public:
  explicit Handles(const Objects& objects) : objects_(objects) {}

  MPI_T_cvar_handle cvar();
  MPI_T_cvar_handle stale_cvar();

  static MPI_T_pvar_session session();
  static MPI_T_pvar_session stale_session();

  /// A handle in the session; `runs`: started, if possible.
  MPI_T_pvar_handle pvar(MPI_T_pvar_session session, bool runs);
  MPI_T_pvar_handle stale_pvar(MPI_T_pvar_session session);
  /// A handle of a freed session.
  MPI_T_pvar_handle orphan_pvar();

  [[nodiscard]] MPI_T_event_registration registration() const;
  [[nodiscard]] MPI_T_event_registration stale_registration() const;
  /// Hints of a registration.
  static MPI_Info hints_of(MPI_T_event_registration registration);

  [[nodiscard]] MPI_T_enum enumeration() const;
  /// Number of its items.
  [[nodiscard]] int items() const;

  /// Elements of the last variable.
  [[nodiscard]] int count() const { return count_; }

 private:
  const Objects& objects_;
  int count_ = 0;
};

}  // namespace mpitcheck::grid
