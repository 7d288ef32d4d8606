// SPDX-License-Identifier: BSD-3-Clause
// Messages with open files between the runner and a nursery (harness/nursery.hpp), over a socket of
// packets.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mpitcheck {

/// One message; it owns nothing: whoever receives it closes its files.
struct Packet {
  std::string text;
  std::vector<int> files;
};

/// False if the other side is gone or takes no message.
bool send_packet(int socket, const Packet& packet);

/// Waits for a message of at most 64 KiB; nothing if none can come any more. Files are closed in
/// programs that are started later.
std::optional<Packet> receive_packet(int socket);

}  // namespace mpitcheck
