// SPDX-License-Identifier: BSD-3-Clause
// Many handles, sessions, registrations; made without record, freed with what holds them. Usable
// from any thread.
#pragma once

#include <vector>

#include "harness/mpi.hpp"
#include "harness/variables.hpp"

namespace mpitcheck::bench {

class HeldCvarHandles {
 public:
  HeldCvarHandles(const CvarInfo& cvar, int count);
  ~HeldCvarHandles();
  HeldCvarHandles(HeldCvarHandles&&) = default;
  HeldCvarHandles& operator=(HeldCvarHandles&&) = delete;

  [[nodiscard]] MPI_T_cvar_handle first() const { return handles_.front(); }

 private:
  std::vector<MPI_T_cvar_handle> handles_;
};

class HeldSessions {
 public:
  explicit HeldSessions(int count);
  ~HeldSessions();
  HeldSessions(HeldSessions&&) = default;
  HeldSessions& operator=(HeldSessions&&) = delete;

  [[nodiscard]] MPI_T_pvar_session first() const { return sessions_.front(); }

 private:
  std::vector<MPI_T_pvar_session> sessions_;
};

/// Handles of one pvar in a session of their own, freed with it.
class HeldPvarHandles {
 public:
  HeldPvarHandles(const PvarInfo& pvar, int count);

  [[nodiscard]] MPI_T_pvar_session session() const { return session_.first(); }
  [[nodiscard]] MPI_T_pvar_handle first() const { return first_; }
  /// Throws if it fails.
  void start_all() const;

 private:
  HeldSessions session_{1};
  MPI_T_pvar_handle first_ = MPI_T_PVAR_HANDLE_NULL;
};

class HeldRegistrations {
 public:
  HeldRegistrations(int event_index, int bind, int count);
  ~HeldRegistrations();
  HeldRegistrations(HeldRegistrations&&) = default;
  HeldRegistrations& operator=(HeldRegistrations&&) = delete;

 private:
  std::vector<MPI_T_event_registration> handles_;
};

}  // namespace mpitcheck::bench
