// SPDX-License-Identifier: BSD-3-Clause
// Reads /proc/*/stat for the family tree.
#include "conformance/harness/process/process_table.hpp"

#include <dirent.h>
#include <fcntl.h>
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
};

/// How a file of /proc/PID begins; empty if there is none.
std::string head_of_file(const char* pid, const char* name) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%.20s/%s", pid, name);
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  char text[512];
  const ssize_t length = ::read(file, text, sizeof text);
  ::close(file);
  return {text, static_cast<std::size_t>(std::max<ssize_t>(length, 0))};
}

/// The parent and state of one process; the name in between may hold blanks and parentheses.
bool read_entry(const char* pid, Entry& entry) {
  const std::string text = head_of_file(pid, "stat");
  const std::size_t name_end = text.rfind(')');
  int parent = 0;
  if (name_end == std::string::npos ||
      std::sscanf(text.c_str() + name_end + 1, " %c %d", &entry.state, &parent) != 2) {
    return false;
  }
  entry.parent = parent;
  return true;
}

std::unordered_map<pid_t, Entry> all_processes() {
  std::unordered_map<pid_t, Entry> table;
  DIR* directory = ::opendir("/proc");
  if (directory == nullptr) return table;
  while (const dirent* item = ::readdir(directory)) {
    if (item->d_name[0] < '1' || item->d_name[0] > '9') continue;
    Entry entry;
    if (read_entry(item->d_name, entry)) table[std::atoi(item->d_name)] = entry;
  }
  ::closedir(directory);
  return table;
}

}  // namespace

std::vector<pid_t> descendants(pid_t ancestor) {
  const auto table = all_processes();
  std::unordered_map<pid_t, std::vector<pid_t>> children;
  for (const auto& [pid, entry] : table) children[entry.parent].push_back(pid);
  std::vector<pid_t> found;
  std::vector<pid_t> open{ancestor};
  std::unordered_set<pid_t> seen{ancestor};  // a reused id must not make a loop
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

void kill_hard(const std::vector<pid_t>& processes) {
  // Stopped first: a process that forks as fast as it can then cannot outrun the killing.
  for (const pid_t pid : processes) ::kill(pid, SIGSTOP);
  for (const pid_t pid : processes) ::kill(pid, SIGKILL);
}

}  // namespace mpitcheck
