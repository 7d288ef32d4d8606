// SPDX-License-Identifier: BSD-3-Clause
// A process under a storm of signals whose handler calls one function.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "stress/control/control.hpp"
#include "stress/signals/pvar_use.hpp"

namespace mpitcheck::stress {

/// The phase of a storm: events in the baseline are not charged to signals.
enum class StormPhase { baseline, delivering, over };

/// The state of a storm for a watching process; in shared memory.
struct StormPage {
  std::atomic<std::uint64_t> deliveries{0};  // handlers that returned
  std::atomic<std::uint64_t> rounds{0};      // rounds of the interrupted work
  std::atomic<int> usual_code{MPI_SUCCESS};  // the code without signals
  std::atomic<StormPhase> phase{StormPhase::baseline};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "shared, and used in a handler");

/// Initializes MPI, rehearses without signals, then lets signals interrupt messages, queries and
/// the use of handles, and judges. Returns what is wrong; empty if nothing is. Throws CannotGoOn.
std::string storm(Action action, const Control& control, StormPage& page);

}  // namespace mpitcheck::stress
