// SPDX-License-Identifier: BSD-3-Clause
// Sessions and handles of performance variables of the draft's interface.
#pragma once

#include "conformance/draft2011/suite/draft.hpp"
#include "conformance/draft2011/suite/shown.hpp"
#include "conformance/harness/objects/variables.hpp"

namespace mpitcheck::draft {

/// A session of the draft, freed (with its handles) at the end of its scope. Throws CannotGoOn if
/// none can be created.
class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] MPIT_Perfvar_session get() const { return session_; }
  /// Leaves the session to the caller.
  MPIT_Perfvar_session release();
  /// A new handle, for MPI_COMM_WORLD where one is wanted. Throws CannotGoOn if it is refused.
  MPIT_Perfvar_handle handle(const PvarInfo& pvar) const;

 private:
  MPIT_Perfvar_session session_ = MPIT_PERFVAR_SESSION_NULL;
};

/// The result of MPIT_Perfvar_get_info for one variable.
Perfvar perfvar(int index);

/// Begins (true) or ends the counting of MPI_T_pvar_handle_free calls; returns their number.
int count_frees(bool begin);

}  // namespace mpitcheck::draft
