// SPDX-License-Identifier: BSD-3-Clause
// Reads /proc/*/stat for the family tree.
#include "process_table.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

namespace mpitcheck {
namespace {

struct Entry {
  pid_t parent = 0;
  char state = '?';
};

/// The parent and state of one process; the name in between may hold blanks and parentheses.
bool read_entry(const char* pid, Entry& entry) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char text[512];
  const ssize_t length = ::read(file, text, sizeof text - 1);
  ::close(file);
  if (length <= 0) return false;
  text[length] = '\0';
  const char* after_name = std::strrchr(text, ')');
  int parent = 0;
  if (after_name == nullptr || std::sscanf(after_name + 1, " %c %d", &entry.state, &parent) != 2) {
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

void kill_hard(const std::vector<pid_t>& processes) {
  // Stopped first: a process that forks as fast as it can then cannot outrun the killing.
  for (const pid_t pid : processes) ::kill(pid, SIGSTOP);
  for (const pid_t pid : processes) ::kill(pid, SIGKILL);
}

}  // namespace mpitcheck
