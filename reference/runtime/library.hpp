// SPDX-License-Identifier: BSD-3-Clause
// The only instance of this library's engine and its runtime.
#pragma once

#include <atomic>
#include <new>

#include "reference/engine/core/engine.hpp"

namespace mpit::runtime {
class Process;
}

namespace mpit {

/// The result of engine(); null before the first call.
extern std::atomic<Engine*> known_engine;
/// Creates everything on its first call.
[[gnu::noinline, gnu::cold]] Engine& make_engine();

/// The engine of this process, with the runtime's variables registered. The first call of either
/// function creates both, thread safely. They are never destroyed, since tools may call at any
/// time.
inline Engine& engine() {
  Engine* const known = known_engine.load(std::memory_order_acquire);
  if (known == nullptr) [[unlikely]]
    return make_engine();
  return *known;
}

/// The result of process(); null before everything exists.
extern std::atomic<runtime::Process*> known_process;

/// The runtime of this process.
inline runtime::Process& process() {
  runtime::Process* const known = known_process.load(std::memory_order_acquire);
  if (known != nullptr) [[likely]]
    return *known;
  make_engine();
  return *known_process.load(std::memory_order_relaxed);
}

/// process(), but null if it does not exist and there is no memory to create it.
inline runtime::Process* process_if_memory() noexcept {
  try {
    return &process();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace mpit
