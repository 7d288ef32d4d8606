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

/// Sends a message of at most 64 KiB and 8 files. False if the other side is gone or does not
/// accept it.
bool send_packet(int socket, const Packet& packet);

/// Waits for a message. Empty if the other side closed the socket, or on an error. Received files
/// are close-on-exec.
std::optional<Packet> receive_packet(int socket);

}  // namespace mpitcheck
