// SPDX-License-Identifier: BSD-3-Clause
// Accesses to other processes' windows. Calls of the program record them; the fence that ends the
// epoch performs them.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/runtime/call.hpp"

namespace mpit::runtime {

/// One of the runs of bytes of an access: `offset` from the target's base. The bytes of a put
/// follow it.
struct Access {
  enum class Kind : std::size_t { put, get };
  Kind kind;
  std::size_t offset;
  std::size_t bytes;
};

/// Runs `body(call, window)`; errors go to the window's handler.
template <class Body>
int call_win(const char* function, MPI_Win win, Body body) {
  return call_active(
      function, [&](Call& call) { body(call, *require(call.process.wins, win, MPI_ERR_WIN)); },
      win);
}

/// Performs the program's `requests` in this process's memory. Returns the answers to gets,
/// adjacent.
std::vector<std::byte> serve(const Window& window, const std::vector<std::byte>& requests);

}  // namespace mpit::runtime
