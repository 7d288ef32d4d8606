// SPDX-License-Identifier: BSD-3-Clause
// What a program asks of the system, refused one at a time. Links replacements of operator new and
// of functions of the C library into the program.
#pragma once

namespace mpit {

/// operator new; mmap; pthread_create; pthread_key_create and pthread_setspecific; membarrier(2).
enum class Resource { memory, mapping, thread, thread_key, barrier };

/// Refuses what this thread asks for the nth time (from 1) from here on, and nothing else.
class Refusal {
 public:
  explicit Refusal(long nth, Resource of = Resource::memory);
  ~Refusal();
  Refusal(const Refusal&) = delete;
  Refusal& operator=(const Refusal&) = delete;

  /// Whether there was an nth time.
  bool happened() const;
};

/// For what replaces a function: whether this call of it is refused.
bool refused_now(Resource asked) noexcept;

/// What operator new gave and operator delete did not get back, in the whole program.
long live_allocations();

}  // namespace mpit
