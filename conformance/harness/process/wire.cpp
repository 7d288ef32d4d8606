// SPDX-License-Identifier: BSD-3-Clause
// sendmsg and recvmsg with SCM_RIGHTS.
#include "conformance/harness/process/wire.hpp"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace mpitcheck {
namespace {

constexpr std::size_t most_bytes = 64U << 10U;
constexpr std::size_t most_files = 8;

/// Room for the files of one message.
struct Ancillary {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(most_files * sizeof(int))> bytes{};
};

}  // namespace

bool send_packet(int socket, const Packet& packet) {
  if (packet.files.size() > most_files) return false;
  iovec part{const_cast<char*>(packet.text.data()), packet.text.size()};
  Ancillary ancillary;
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (const std::size_t bytes = packet.files.size() * sizeof(int); bytes > 0) {
    message.msg_control = ancillary.bytes.data();
    message.msg_controllen = CMSG_SPACE(bytes);
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(bytes);
    std::memcpy(CMSG_DATA(header), packet.files.data(), bytes);
  }
  ssize_t sent = 0;
  while ((sent = ::sendmsg(socket, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR) {
  }
  return sent == static_cast<ssize_t>(packet.text.size());
}

std::optional<Packet> receive_packet(int socket) {
  Packet packet;
  packet.text.resize(most_bytes);
  iovec part{packet.text.data(), packet.text.size()};
  Ancillary ancillary;
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = ancillary.bytes.data();
  message.msg_controllen = ancillary.bytes.size();
  ssize_t length = 0;
  while ((length = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
  }
  if (length <= 0) return std::nullopt;
  packet.text.resize(static_cast<std::size_t>(length));
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    packet.files.resize((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(packet.files.data(), CMSG_DATA(header), packet.files.size() * sizeof(int));
  }
  return packet;
}

}  // namespace mpitcheck
