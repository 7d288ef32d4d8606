// SPDX-License-Identifier: BSD-3-Clause
// What processes ask of each other's windows. It is noted when the program calls, and done in the
// fence that ends the epoch.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/runtime/call.hpp"

namespace mpit::runtime {

/// One of the runs of bytes that an access consists of: `offset` from the target's base. Behind a
/// put follow its bytes.
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

/// Does what the program's `requests` ask for in this process's memory; the answers to gets, one
/// behind the other.
std::vector<std::byte> serve(const Window& window, const std::vector<std::byte>& requests);

}  // namespace mpit::runtime
