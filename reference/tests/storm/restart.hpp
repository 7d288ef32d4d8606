// SPDX-License-Identifier: BSD-3-Clause
// The interface goes down and comes up under signals.
#pragma once

#include <cstdint>

namespace storm {

/// Initializes and finalizes the interface, sessions and handles alive, until `deliveries` signals
/// came. Nobody else may have it initialized.
void restart_under_signals(std::uint64_t deliveries, int timers, long hertz);

/// What is done in a signal handler meanwhile: any of the six functions may find the handle gone.
void interrupt_restart() noexcept;

}  // namespace storm
