// SPDX-License-Identifier: BSD-3-Clause
// The functions of the library in which a fault ended a process. They show that crashes of several
// calls are one bug.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/protocol.hpp"

namespace mpitcheck {

/// If a fault ends this process from now on, the innermost frames of the library and the called
/// function of MPI are written into `room`, one per line, before the signal has its usual effect.
/// Handlers of others remain. Lines in parentheses are about the stack or its thread.
void leave_frames_in(protocol::PageFrames& room);

/// Stands for frames when the stack was read and the library is not on it.
inline constexpr std::string_view no_library_frame = "(none of the library)";

/// "libmpi.so.40+0x8a2b0 MPI_T_pvar_start+0x1c", the innermost first.
std::vector<std::string> frames_in(std::string_view room);

}  // namespace mpitcheck
