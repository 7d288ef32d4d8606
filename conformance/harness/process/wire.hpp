// SPDX-License-Identifier: BSD-3-Clause
// Messages with open files between the runner and a nursery (conformance/harness/test/nursery.hpp),
// over a socket of packets.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mpitcheck {

/// One message. It does not own its files; the receiver closes them.
struct Packet {
  std::string text;
  std::vector<int> files;
};

/// False if the other side is gone or does not accept the message.
bool send_packet(int socket, const Packet& packet);

/// Waits for a message of at most 64 KiB. Empty if no message can arrive. The files are closed in
/// programs that are started later (close-on-exec).
std::optional<Packet> receive_packet(int socket);

}  // namespace mpitcheck
