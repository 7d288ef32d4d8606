// SPDX-License-Identifier: BSD-3-Clause
// Where in the library a fault ended a process: which functions, so that one bug that several calls
// run into is seen to be one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/protocol.hpp"

namespace mpitcheck {

/// If a fault ends this process from now on, the innermost frames of the library and the function
/// of MPI that was called are written into `room`, a line each, before the signal does what it
/// always does. Others' handlers stay. Lines in parentheses are about the stack or its thread.
void leave_frames_in(protocol::PageFrames& room);

/// In place of frames: the stack was read, and the library is not on it.
inline constexpr std::string_view no_library_frame = "(none of the library)";

/// "libmpi.so.40+0x8a2b0 MPI_T_pvar_start+0x1c", the innermost first.
std::vector<std::string> frames_in(std::string_view room);

}  // namespace mpitcheck
