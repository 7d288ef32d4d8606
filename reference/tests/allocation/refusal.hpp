// SPDX-License-Identifier: BSD-3-Clause
// Refuses a single request of a program to the system. Links replacements of operator new and of
// functions of the C library into the program.
#pragma once

namespace mpit {

/// The functions that can be refused: operator new; mmap; pthread_create; pthread_key_create and
/// pthread_setspecific; membarrier(2).
enum class Resource { memory, mapping, thread, thread_key, barrier };

/// While it lives, refuses this thread's nth request of a kind, counted from 1, and no other.
class Refusal {
 public:
  explicit Refusal(long nth, Resource of = Resource::memory);
  ~Refusal();
  Refusal(const Refusal&) = delete;
  Refusal& operator=(const Refusal&) = delete;

  /// Whether there was an nth request.
  bool happened() const;
};

/// For functions that replace those of the system: whether this call is refused. Signal-safe.
bool refused_now(Resource asked) noexcept;

/// The number of allocations by operator new that are not deleted yet, in the whole program.
long live_allocations();

}  // namespace mpit
