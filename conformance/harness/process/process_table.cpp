// SPDX-License-Identifier: BSD-3-Clause
// Reads /proc/*/stat: the family tree, and the demand and use of processor time.
#include "conformance/harness/process/process_table.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace mpitcheck {
namespace {

struct Entry {
  pid_t parent = 0;
  char state = '?';
  std::uint64_t used = 0;  // processor time in ticks, including ended children
  int threads = 1;
};

/// The beginning of a file of /proc/PID; empty if there is none.
std::string head_of_file(const char* pid, const char* name) {
  char path[96];
  std::snprintf(path, sizeof path, "/proc/%.60s/%s", pid, name);
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  char text[512];
  const ssize_t length = ::read(file, text, sizeof text);
  ::close(file);
  return {text, static_cast<std::size_t>(std::max<ssize_t>(length, 0))};
}

/// The entry of a process or a thread ("PID/task/TID"). The name in it may contain blanks and
/// parentheses.
bool read_entry(const char* pid, Entry& entry) {
  const std::string text = head_of_file(pid, "stat");
  const std::size_t name_end = text.rfind(')');
  int parent = 0;
  std::uint64_t user = 0, system = 0, user_of_children = 0, system_of_children = 0;
  if (name_end == std::string::npos ||
      std::sscanf(text.c_str() + name_end + 1,
                  " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" SCNu64 " %" SCNu64 " %" SCNu64
                  " %" SCNu64 " %*d %*d %d",
                  &entry.state, &parent, &user, &system, &user_of_children, &system_of_children,
                  &entry.threads) != 7) {
    return false;
  }
  entry.parent = parent;
  entry.used = user + system + user_of_children + system_of_children;
  return true;
}

/// Calls `use(name)` for each entry of a folder of /proc that is a number.
template <class Use>
void each_number(const char* folder, const Use& use) {
  DIR* directory = ::opendir(folder);
  if (directory == nullptr) return;
  while (const dirent* item = ::readdir(directory)) {
    if (item->d_name[0] >= '1' && item->d_name[0] <= '9') use(item->d_name);
  }
  ::closedir(directory);
}

bool is_wanting(const Entry& entry) { return entry.state == 'R' || entry.state == 'D'; }

std::unordered_map<pid_t, Entry> all_processes() {
  std::unordered_map<pid_t, Entry> table;
  each_number("/proc", [&](const char* pid) {
    Entry entry;
    if (read_entry(pid, entry)) table[std::atoi(pid)] = entry;
  });
  return table;
}

}  // namespace

std::vector<pid_t> descendants(pid_t ancestor) {
  const auto table = all_processes();
  std::unordered_map<pid_t, std::vector<pid_t>> children;
  for (const auto& [pid, entry] : table) children[entry.parent].push_back(pid);
  std::vector<pid_t> found;
  std::vector<pid_t> open{ancestor};
  std::unordered_set<pid_t> seen{ancestor};  // a reused id must not lead to a loop
  while (!open.empty()) {
    const pid_t parent = open.back();
    open.pop_back();
    for (const pid_t child : children[parent]) {
      if (!seen.insert(child).second) continue;
      open.push_back(child);
      if (table.at(child).state != 'Z' && table.at(child).state != 'X') found.push_back(child);
    }
  }
  return found;
}

std::uint64_t own_memory(const std::vector<pid_t>& processes) {
  std::uint64_t pages = 0;
  for (const pid_t pid : processes) {
    const std::string text = head_of_file(std::to_string(pid).c_str(), "statm");
    std::uint64_t size = 0, resident = 0, shared = 0;
    if (std::sscanf(text.c_str(), "%" SCNu64 " %" SCNu64 " %" SCNu64, &size, &resident, &shared) ==
            3 &&
        resident > shared) {
      pages += resident - shared;
    }
  }
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

Demand demand_of(pid_t process) {
  const std::string pid = std::to_string(process);
  Entry entry;
  if (!read_entry(pid.c_str(), entry)) return {};
  const auto self = static_cast<pid_t>(::syscall(SYS_gettid));  // glibc 2.28 has no gettid()
  if (entry.threads <= 1) return {entry.used, process != self && is_wanting(entry)};
  Demand demand{entry.used, false};
  each_number(("/proc/" + pid + "/task").c_str(), [&](const char* tid) {
    Entry thread;
    if (demand.wants_more || std::atoi(tid) == self) return;
    demand.wants_more = read_entry((pid + "/task/" + tid).c_str(), thread) && is_wanting(thread);
  });
  return demand;
}

void kill_hard(const std::vector<pid_t>& processes) {
  // All are stopped first, so that a process that forks quickly cannot escape.
  for (const pid_t pid : processes) ::kill(pid, SIGSTOP);
  for (const pid_t pid : processes) ::kill(pid, SIGKILL);
}

}  // namespace mpitcheck
