// SPDX-License-Identifier: BSD-3-Clause
// The stack frames of the library at a fault that ended a process. Equal frames show that crashes
// of several calls have one cause.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/protocol.hpp"

namespace mpitcheck {

/// Installs handlers for SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT, unless a signal has another
/// handler. At a fault the handler writes lines into `room`: the innermost frames of the library,
/// the called function of MPI, and, in parentheses, remarks on the stack or its thread. Then the
/// signal ends the process. The handlers do not allocate. `room` must exist until the process ends.
void leave_frames_in(protocol::PageFrames& room);

/// The lines in `room`, e.g. "libmpi.so.40+0x8a2b0 MPI_T_pvar_start+0x1c", the innermost first, or
/// no_library_frame.
std::vector<std::string> frames_in(std::string_view room);

}  // namespace mpitcheck
