// SPDX-License-Identifier: BSD-3-Clause
// Common parts of functions of files.
#pragma once

#include <string>

#include "reference/runtime/call.hpp"

namespace mpit::runtime {

/// Runs `body(call, file)`; errors go to the file's handler.
template <class Body>
int call_file(const char* function, MPI_File file, Body body) {
  return call_active(
      function, [&](Call& call) { body(call, *require(call.process.files, file, MPI_ERR_FILE)); },
      file);
}

/// Throws the error class for errno (MPI-5.0 section 14.7), with the name of the failed operation.
[[noreturn]] void fail_of_system(int error, const std::string& what);

}  // namespace mpit::runtime
