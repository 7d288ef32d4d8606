// SPDX-License-Identifier: BSD-3-Clause
// Shared parts of faults with several threads: passages, and the look-up of pvar handles by
// threads.
#pragma once

#include <sched.h>

#include <atomic>
#include <map>
#include <mutex>
#include <optional>

#include "conformance/faults/conventions/replies.hpp"

namespace mpitcheck::faults {

/// A passage through code of a library that does not support several threads. It knows whether
/// other threads are in that code.
class Passage {
 public:
  explicit Passage(std::atomic<int>& inside) : inside_(inside), others_(inside_++) {}
  ~Passage() { --inside_; }
  Passage(const Passage&) = delete;
  Passage& operator=(const Passage&) = delete;

  [[nodiscard]] bool has_others() const { return others_ > 0; }

  /// Lets other threads run in every `nth` passage.
  static void linger(int nth) {
    thread_local int passages = 0;
    if (++passages % nth == 0) ::sched_yield();
  }

 private:
  std::atomic<int>& inside_;
  const int others_;
};

/// The facts about a live pvar handle, returned as copies for use by several threads.
struct KnownHandle {
  MPI_T_pvar_session session;
  int index;
  int count;
  PvarFacts facts;

  [[nodiscard]] bool can_readreset() const { return facts.atomic == 1 && facts.readonly == 0; }
};

/// The live pvar handles, for any thread.
class KnownHandles {
 public:
  static KnownHandles& all() {
    static KnownHandles known;
    return known;
  }

  void add(MPI_T_pvar_handle handle, const KnownHandle& known) {
    const std::lock_guard lock(mutex_);
    handles_.insert_or_assign(handle, known);
  }
  [[nodiscard]] std::optional<KnownHandle> find(MPI_T_pvar_handle handle) {
    const std::lock_guard lock(mutex_);
    const auto found = handles_.find(handle);
    return found == handles_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::mutex mutex_;
  std::map<MPI_T_pvar_handle, KnownHandle> handles_;
};

/// Replaces the functions that change the list.
inline void know_handles(Interface& mpi) {
  MPITCHECK_OUTPUT_OF(
      MPI_T_pvar_handle_alloc,
      KnownHandles::all().add(*handle, {pe_session, pvar_index, *count, PvarFacts(pvar_index)}));
}

}  // namespace mpitcheck::faults
