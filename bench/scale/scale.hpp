// SPDX-License-Identifier: BSD-3-Clause
// Cost against size: scale/<what>/<N>. Many handles, sessions and registrations, created
// unrecorded, freed with their owner, and usable from any thread.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

#include "bench/common/program.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "reference/tests/private_memory.hpp"

namespace mpitcheck::bench {

void add_cvar_handles();
void add_pvar_handles();
void add_sessions();
void add_registrations();
void add_queries();
void add_threads();
/// The reference's engine alone, with any number of variables.
void add_engine();

/// The number of objects whose memory is measured.
inline constexpr int many = 10000;

/// Bytes that the library uses for each of `many` objects. The objects that `make()` creates live
/// as long as its result, which uses `own` bytes for each. Call it before benchmarks run, since
/// libraries keep freed memory.
template <class Make>
double bytes_each(std::size_t own, const Make& make) {
  const long before = mpit::private_kib();
  const auto things = make();
  const long kib = mpit::private_kib() - before;
  return static_cast<double>(kib) * 1024 / many - static_cast<double>(own);
}

/// Registers scale/<what>/<N> for the sizes, timed by `body(state, N)`.
template <class Body>
void add_sizes(const std::string& what, const char* baseline, std::initializer_list<int> sizes,
               const Body& body) {
  for (const int size : sizes) {
    add(join("scale/", what, "/", size), baseline,
        [body, size](auto& state) { body(state, size); });
  }
}

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
