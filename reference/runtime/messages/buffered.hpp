// SPDX-License-Identifier: BSD-3-Clause
// Buffered sends. They complete at once, because a copy of the message waits for its receive.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "reference/runtime/objects/objects.hpp"

namespace mpit::runtime {

/// The program's attached buffer and its occupancy. Copies are kept elsewhere; the buffer's size
/// limits their total. Guarded by the process's lock.
class BufferedSends {
 public:
  /// Throws MPI_ERR_BUFFER if a buffer is attached.
  void attach(void* buffer, int size);
  /// Returns the attached buffer; throws MPI_ERR_BUFFER without one. All messages must have been
  /// sent.
  std::pair<void*, int> detach();
  /// Throws MPI_ERR_BUFFER if there is no room for a message of `bytes` bytes.
  void reserve(std::size_t bytes);
  /// Adds a send that was not complete at once.
  void add(Ref<Request> send);
  /// Whether all messages were sent.
  bool is_empty();

 private:
  void forget_complete();

  bool attached_ = false;
  void* buffer_ = nullptr;
  int size_ = 0;
  std::vector<Ref<Request>> pending_;
};

struct Call;
struct Route;

/// Makes a buffered send of `count` elements, whose arguments were checked. It completes at once.
void send_buffered(Call& call, const Route& route, const Type& type, const void* buffer,
                   std::size_t count);

}  // namespace mpit::runtime
