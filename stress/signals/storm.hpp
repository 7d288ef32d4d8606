// SPDX-License-Identifier: BSD-3-Clause
// A process under a storm of signals whose handler calls one function.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "stress/control/control.hpp"
#include "stress/signals/pvar_use.hpp"

namespace mpitcheck::stress {

/// Where a storm is: what happens in the baseline is not blamed on signals.
enum class StormPhase { baseline, delivering, over };

/// What a storm tells a watching process while it goes on; lies in shared memory.
struct StormPage {
  std::atomic<std::uint64_t> deliveries{0};  // handlers that came to their end
  std::atomic<std::uint64_t> rounds{0};      // of what the signals interrupt
  std::atomic<int> usual_code{MPI_SUCCESS};  // what the function gives without signals
  std::atomic<StormPhase> phase{StormPhase::baseline};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "shared, and used in a handler");

/// Brings MPI up, rehearses without signals, then lets signals interrupt messages, queries and the
/// use of handles, and judges. Returns what is wrong, empty if nothing is. Throws CannotGoOn.
std::string storm(Action action, const Control& control, StormPage& page);

}  // namespace mpitcheck::stress
