// SPDX-License-Identifier: BSD-3-Clause
// Runs eu-stack and makes its frames readable.
#include "conformance/harness/process/stacks.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace mpitcheck::evidence {
namespace {

constexpr std::size_t most_threads = 64;
constexpr std::size_t most_frames = 24;
constexpr std::size_t longest_frame = 120;
constexpr std::string_view not_installed = "mpitcheck: eu-stack does not start: ";

/// Outermost functions of every stack. The first one found, and all frames outside it, are left
/// out.
constexpr std::string_view bottoms[] = {"mpitcheck::run_test",
                                        "__libc_start_call_main",
                                        "__libc_start_main",
                                        "_start",
                                        "start_thread",
                                        "clone",
                                        "clone3",
                                        "__clone",
                                        "__clone3"};

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

pid_t number_of(std::string_view text) {
  pid_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// A function's name without its type, arguments, template arguments and symbol version.
std::string plain_name(std::string_view name) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  name = name.substr(0, name.find('@'));
  take_prefix(name, "__GI_");
  std::string out;
  int depth = 0;
  while (!name.empty()) {
    if (take_prefix(name, unnamed)) continue;
    const char c = name.front();
    const bool call_operator = out.ends_with("operator") && take_prefix(name, "()");
    if (call_operator) {
      out += "()";
      continue;
    }
    if (c == '(' && depth == 0) break;
    depth += c == '<' || c == '{' ? 1 : 0;
    if (depth == 0) out += c;
    depth -= (c == '>' || c == '}') && depth > 0 ? 1 : 0;
    name.remove_prefix(1);
  }
  out.resize(std::min({out.size(), out.find('['), longest_frame}));
  const bool has_type = out.find("operator") == std::string::npos;
  return has_type ? out.substr(out.rfind(' ') + 1) : out;
}

/// "#1  0x0000 name - /path/of/module": the name, and the module if it is a library.
std::string frame_of(std::string_view line) {
  const std::size_t address = line.find("0x");
  if (address == std::string_view::npos) return {};
  line.remove_prefix(std::min(line.find(' ', address), line.size()));
  const std::size_t dash = line.rfind(" - ");
  std::string_view name = line.substr(0, dash);
  std::string_view module = dash == std::string_view::npos ? "" : line.substr(dash + 3);
  while (take_prefix(name, " ")) {
  }
  module = module.substr(module.find_last_of('/') + 1);
  const bool of_library = module.find(".so") != std::string_view::npos;
  const std::string shown = name.empty() ? "?" : plain_name(name);
  return of_library ? shown + " (" + std::string(module.substr(0, longest_frame)) + ")" : shown;
}

bool is_bottom(std::string_view frame) {
  return std::ranges::find(bottoms, frame.substr(0, frame.find(' '))) != std::end(bottoms);
}

/// Whether the function only forwards a call.
bool is_plumbing(std::string_view frame) {
  constexpr std::string_view beginnings[] = {"std::", "? (libstdc++",
                                             "mpitcheck::noting_what_is_missing"};
  return std::ranges::any_of(beginnings, [&](auto begin) { return frame.starts_with(begin); });
}

class Parser {
 public:
  void line(std::string_view text) {
    if (take_prefix(text, "PID ")) {
      process_ = number_of(text);
    } else if (take_prefix(text, "TID ")) {
      begin_thread();
    } else if (text.starts_with("#")) {
      if (is_open_) add_frame(frame_of(text));
    } else if (take_prefix(text, not_installed)) {
      stacks_.problem = "eu-stack does not start (" + std::string(text.substr(0, longest_frame)) +
                        "): install the package elfutils";
    } else if (text.starts_with("eu-stack: ") &&
               (text.ends_with("not permitted") || text.ends_with("ermission denied"))) {
      stacks_.problem =
          "ptrace is refused: it needs the capability SYS_PTRACE, or kernel.yama.ptrace_scope=0";
    } else if (take_prefix(text, "mpitcheck: ")) {
      stacks_.problem = text.substr(0, longest_frame);
    }
  }

  Stacks result() { return std::move(stacks_); }

 private:
  Stacks stacks_;
  pid_t process_ = 0;
  bool is_open_ = false;  // the next frames belong to the last thread
  std::size_t left_out_ = 0;

  void begin_thread() {
    is_open_ = stacks_.threads.size() < most_threads;
    left_out_ = 0;
    if (is_open_) stacks_.threads.push_back({process_, {}});
    if (!is_open_) stacks_.problem = "more threads than are shown";
  }

  void add_frame(const std::string& frame) {
    if (is_bottom(frame)) {
      is_open_ = false;
    } else if (!frame.empty() && !is_plumbing(frame)) {
      std::vector<std::string>& frames = stacks_.threads.back().frames;
      if (left_out_ == 0 && frames.size() < most_frames) {
        frames.push_back(frame);
      } else {
        if (left_out_++ == 0) frames.emplace_back();
        frames.back() = "(" + std::to_string(left_out_) + " more)";
      }
    }
  }
};

}  // namespace

void become_stack_printer(pid_t process, int out) {
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  ::unsetenv("LD_PRELOAD");
  ::unsetenv("DEBUGINFOD_URLS");  // otherwise eu-stack asks servers for debug information
  const std::string number = std::to_string(process);
  ::execlp("eu-stack", "eu-stack", "-m", "-n", "64", "-p", number.c_str(), nullptr);
  const std::string why = std::string(not_installed) + std::strerror(errno) + "\n";
  [[maybe_unused]] const ssize_t written = ::write(out, why.data(), why.size());
  ::_exit(127);
}

Stacks parse_stacks(std::string_view printed) {
  Parser parser;
  while (!printed.empty()) {
    const std::size_t length = std::min(printed.find('\n'), printed.size());
    parser.line(printed.substr(0, length));
    printed.remove_prefix(std::min(length + 1, printed.size()));
  }
  return parser.result();
}

}  // namespace mpitcheck::evidence
