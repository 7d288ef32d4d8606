// SPDX-License-Identifier: BSD-3-Clause
// Calls error handlers.
#pragma once

#include "reference/runtime/job/process.hpp"

namespace mpit::runtime {

/// Passes `error` to the error handler of `comm` (of MPI_COMM_SELF if `comm` is invalid) and
/// returns its code. Ends the program if the handler requires it, or if there is none before
/// MPI_Init. Takes the process's lock.
[[gnu::noinline]] int raise_error(Process& process, const char* function, MPI_Comm comm,
                                  const Error& error);
/// raise_error() for the error handler of a session or window; that of MPI_COMM_SELF for an invalid
/// one.
[[gnu::noinline]] int raise_error(Process& process, const char* function, MPI_Session session,
                                  const Error& error);
[[gnu::noinline]] int raise_error(Process& process, const char* function, MPI_Win win,
                                  const Error& error);
/// raise_error() for the error handler of a file; that of MPI_FILE_NULL for an invalid one.
[[gnu::noinline]] int raise_error(Process& process, const char* function, MPI_File file,
                                  const Error& error);

}  // namespace mpit::runtime
