// SPDX-License-Identifier: BSD-3-Clause
// What the executor and scheduler.py tell each other.
//
// The stdin of the executor is a socket, over which both sides send messages: a line of JSON, then
// as many parts of raw bytes as "parts" gives lengths; in a list of texts, NUL ends each. Requests,
// by "do":
//   start    a job: id, seconds, grace, memory, errors_apart, output_bound, nursery; parts: words,
//            environment, directory, progress pages, request of the nursery
//   nursery  starts one: name; parts: words, environment, directory
//   close    ends all nurseries
//   end      ends the running jobs: at_once, or in two stages
//   orphans  ends what has lost its supervisor or never had one; answered by "orphans"
// What it tells, by "tell":
//   done     a job: id, output_lost, ending (null: its supervisor was ended from outside), stacks;
//            parts: output, errors, names of what was left behind
//   error    it cannot go on; parts: why
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

inline constexpr std::size_t block_size = 1U << 16U;  // bytes that are read at once

/// The texts of a part that is a list.
inline std::vector<std::string> texts_of(std::string_view part) {
  std::vector<std::string> texts;
  while (!part.empty()) {
    texts.emplace_back(part.substr(0, part.find('\0')));
    part.remove_prefix(std::min(texts.back().size() + 1, part.size()));
  }
  return texts;
}

struct Message {
  json head;
  std::vector<std::string> parts;
};

/// The other side of the socket. Sending never waits: it may be about to send as well.
class Client {
 public:
  /// Takes stdin, which no process that is started is to have.
  Client() : socket_(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
    const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::dup2(null, STDIN_FILENO);
    ::close(null);
  }

  [[nodiscard]] pollfd polled() const {
    return {socket_, static_cast<short>(unsent_.empty() ? POLLIN : POLLIN | POLLOUT), 0};
  }

  /// Takes what has come; false if nothing will any more.
  bool receive() {
    char block[block_size];
    const ssize_t length = ::recv(socket_, block, sizeof block, MSG_DONTWAIT);
    if (length > 0) received_.append(block, static_cast<std::size_t>(length));
    return length > 0 || (length < 0 && (errno == EAGAIN || errno == EINTR));
  }

  /// The next message that has come whole.
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

  /// Sends a message, or keeps what the other side does not take yet.
  void tell(json head, const std::vector<std::string>& parts) {
    std::vector<std::size_t> sizes;
    sizes.reserve(parts.size());
    for (const std::string& part : parts) sizes.push_back(part.size());
    head["parts"] = sizes;
    unsent_ += head.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    for (const std::string& part : parts) unsent_ += part;
    send(MSG_DONTWAIT);
  }

  /// Sends what was kept; `flags` as for send().
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
  std::size_t sent_ = 0;  // of these
};

}  // namespace mpitcheck
