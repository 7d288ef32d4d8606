// SPDX-License-Identifier: BSD-3-Clause
// Sleeping until another process has something to tell, and waking it.
#pragma once

#include "job_segment.hpp"

namespace mpit::runtime {

/// Notes in `slot` that `sender` sent something or made room, and wakes its process if it sleeps.
void ring_bell(ProcessSlot& slot, int sender);

/// Returns when there is something in `slot.senders` or `slot.bell` is not `bell` any more. Looks
/// for a moment first (longer on a core of its own), then lets others run, then sleeps. One thread
/// of the slot's process at a time.
void await_bell(ProcessSlot& slot, std::uint32_t bell, bool own_core);

/// Changes `slot.bell` and thereby ends await_bell.
void wake(ProcessSlot& slot);

}  // namespace mpit::runtime
