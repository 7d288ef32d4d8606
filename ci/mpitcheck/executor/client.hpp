// SPDX-License-Identifier: BSD-3-Clause
// The protocol between the executor and scheduler.py.
//
// The stdin of the executor is a socket. Both sides send messages: a line of JSON, then raw parts,
// whose lengths are in "parts". In a part that is a list of texts, NUL ends each text. Requests
// have "do":
//   start    starts a job: id, seconds, grace, memory, errors_apart, output_bound;
//            parts: words, environment, directory, progress pages
//   end      ends the running jobs: at_once, or in two stages
// Messages of the executor have "tell":
//   done     a job ended: id, output_lost, ending (null: its supervisor was killed), stacks;
//            parts: output, errors, names of processes that were left behind
//   error    the executor cannot go on; parts: the reason
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck {

using nlohmann::json;

inline constexpr std::size_t block_size = 1U << 16U;  // bytes of one read

/// The texts of a part that is a list.
inline std::vector<std::string> texts_of(std::string_view part) {
  std::vector<std::string> texts;
  while (!part.empty()) {
    texts.emplace_back(part.substr(0, part.find('\0')));
    part.remove_prefix(std::min(texts.back().size() + 1, part.size()));
  }
  return texts;
}

/// A message: its JSON and its raw parts.
struct Message {
  json head;
  std::vector<std::string> parts;
};

/// The connection to scheduler.py. Sending does not block, because both sides may send at the same
/// time. Not thread-safe.
class Client {
 public:
  /// Takes over stdin and puts /dev/null in its place, so that started processes do not get the
  /// socket.
  Client() : socket_(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
    const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::dup2(null, STDIN_FILENO);
    ::close(null);
  }

  /// The events to wait for.
  [[nodiscard]] pollfd polled() const {
    return {socket_, static_cast<short>(unsent_.empty() ? POLLIN : POLLIN | POLLOUT), 0};
  }

  /// Reads what has arrived. False if the other side closed the connection.
  bool receive() {
    char block[block_size];
    const ssize_t length = ::recv(socket_, block, sizeof block, MSG_DONTWAIT);
    if (length > 0) received_.append(block, static_cast<std::size_t>(length));
    return length > 0 || (length < 0 && (errno == EAGAIN || errno == EINTR));
  }

  /// The next message that has arrived completely, if any. Throws json::exception if it is
  /// malformed.
  std::optional<Message> next() {
    const std::size_t end = received_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    Message message{json::parse(received_.begin(), received_.begin() + static_cast<long>(end)), {}};
    const std::vector<std::size_t> sizes = message.head.at("parts");
    std::size_t at = end + 1;
    for (const std::size_t size : sizes) {
      if (received_.size() < at + size) return std::nullopt;
      message.parts.push_back(received_.substr(at, size));
      at += size;
    }
    received_.erase(0, at);
    return message;
  }

  /// Sends a message. Keeps the bytes that the other side does not accept yet.
  void tell(json head, const std::vector<std::string>& parts) {
    std::vector<std::size_t> sizes;
    sizes.reserve(parts.size());
    for (const std::string& part : parts) sizes.push_back(part.size());
    head["parts"] = sizes;
    unsent_ += head.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    for (const std::string& part : parts) unsent_ += part;
    send(MSG_DONTWAIT);
  }

  /// Sends what was kept. `flags` are those of ::send(); without MSG_DONTWAIT it blocks.
  void send(int flags) {
    while (sent_ < unsent_.size()) {
      const ssize_t sent =
          ::send(socket_, &unsent_[sent_], unsent_.size() - sent_, flags | MSG_NOSIGNAL);
      if (sent <= 0) return;
      sent_ += static_cast<std::size_t>(sent);
    }
    unsent_.clear();
    sent_ = 0;
  }

 private:
  int socket_;
  std::string received_, unsent_;
  std::size_t sent_ = 0;  // bytes of unsent_
};

}  // namespace mpitcheck
