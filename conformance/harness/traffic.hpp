// SPDX-License-Identifier: BSD-3-Clause
// Traffic of known size within one process: what makes performance variables move.
#pragma once

namespace mpitcheck {

/// Sends `count` messages of `bytes` bytes to this process on MPI_COMM_SELF and receives them; even
/// ones are sent before their receive is posted, odd ones after. MPI must be up. Throws
/// std::runtime_error if a message arrives damaged or a call of MPI fails.
void self_traffic(int count, int bytes);

}  // namespace mpitcheck
