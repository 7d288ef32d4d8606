// SPDX-License-Identifier: BSD-3-Clause
// Libraries that change the environment of the process: limits, folders, variables, descriptors,
// output, our own records, and memory.
#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "conformance/hostile/act.hpp"

namespace mpitcheck::hostile {

namespace {

void limit(__rlimit_resource resource, rlim_t most) {
  const rlimit both{most, most};
  ::setrlimit(resource, &both);
}

/// Raises limits as far as allowed. The next crash then writes core files.
void raise_limits() {
  for (const auto resource : {RLIMIT_CORE, RLIMIT_NOFILE, RLIMIT_STACK, RLIMIT_CPU}) {
    limit(resource, RLIM_INFINITY);
  }
  std::abort();
}

void remove_results() {
  std::error_code error;
  std::filesystem::remove_all(option_of_process("--result"), error);
}

void leave_folder() {
  if (::chdir("/") != 0) std::abort();
}

// Some MPIs need their environment variables in MPI_Init.
const Verdicts lost_mpi{"fail", "crash", "early-exit"};
const Verdicts ended{"crash", "timeout"};
const Verdicts short_of_memory{"crash", "early-exit", "error", "fail"};

void close_from(int first) {
  for (int file = first; file < 1024; ++file) ::close(file);  // including the harness's
}

void use_up() {
  while (::dup(0) >= 0) {
  }
}

// A launcher may communicate with its processes through such descriptors.
const Verdicts cut_off{"fail", "crash", "timeout", "early-exit"};

// The suite itself can no longer write its result, unless a call of MPI_T ends the process before.
const Verdicts unwritten{"inconclusive", "crash", "early-exit"};

constexpr int megabytes = 4;

void flood(int stream) {
  const std::string block(1U << 20U, 'x');
  for (int i = 0; i < megabytes; ++i) {
    [[maybe_unused]] const ssize_t written = ::write(stream, block.data(), block.size());
  }
}

std::string record(const std::string& kind, const std::string& fields) {
  return "{\"record\":\"" + kind + "\",\"nonce\":\"" + option_of_process("--nonce") + "\"" +
         fields + "}\n";
}

std::string forged_end() {
  return record("end", ",\"verdict\":\"pass\",\"message\":\"\",\"clauses\":[]");
}

void print_forged() {
  const std::string text = forged_end() + record("closed", "") + "all.tests: pass\n";
  for (const int stream : {1, 2}) {
    [[maybe_unused]] const ssize_t written = ::write(stream, text.data(), text.size());
  }
}

void into_result_files(const std::string& text) {
  const std::string folder = option_of_process("--result") + "/";
  DIR* const directory = ::opendir(folder.c_str());
  if (directory == nullptr) return;
  while (const dirent* item = ::readdir(directory)) {
    const std::string name = item->d_name;
    if (name.ends_with(".jsonl")) std::ofstream(folder + name, std::ios::app) << text;
  }
  ::closedir(directory);
}

const Verdicts unreadable{"error"};

// An upper limit, since the machine must survive the test even if nothing ends the process.
constexpr std::size_t piece = 64U << 20U;
constexpr int most_pieces = 48;

void take_all() {
  for (int i = 0; i < most_pieces; ++i) {
    void* const memory = std::malloc(piece);
    if (memory == nullptr) break;
    std::memset(memory, 1, piece);
  }
  sleep_forever();
}

/// Overwrites everything that was allocated.
void trample_heap(int byte) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0;
    unsigned long end = 0;
    const bool is_heap = line.find("[heap]") != std::string::npos;
    if (!is_heap || std::sscanf(line.c_str(), "%lx-%lx", &begin, &end) != 2) continue;
    std::memset(reinterpret_cast<void*>(begin), byte, end - begin);
    return;
  }
}

[[gnu::noinline]] void smash_stack() {
  volatile char buffer[16];
  volatile char* volatile beyond = buffer;
  for (int i = 0; i < 4096; ++i) beyond[i] = 0x41;
}

[[gnu::noinline]] int recurse(int depth) {  // NOLINT(misc-no-recursion)
  volatile char frame[65536];
  frame[0] = static_cast<char>(depth);
  return depth == INT_MAX ? 0 : recurse(depth + 1) + frame[0];
}

// If the call returns and the process crashes later, no rule is charged.
const Verdicts spoilt{"crash", "timeout", "inconclusive"};
const Verdicts spoilt_launched{"crash", "timeout", "early-exit", "inconclusive"};

}  // namespace

std::vector<Act> acts_of_surroundings() {
  return {
      {"few_descriptors", "Allows no new descriptors", [] { limit(RLIMIT_NOFILE, 0); }, unwritten,
       broken, unwritten},
      {"small_files", "Allows no file to grow", [] { limit(RLIMIT_FSIZE, 0); }, unwritten,
       unwritten, unwritten},
      {"little_memory", "Allows no more memory", [] { limit(RLIMIT_AS, 0); }, short_of_memory,
       short_of_memory, short_of_memory},
      {"little_time",
       "Limits itself to one second, and computes without end",
       [] { limit(RLIMIT_CPU, 1), spin(); },
       ended,
       ended,
       {"crash", "timeout", "early-exit"}},
      {"raise_limits", "Raises all limits, then aborts", raise_limits, died, died, died_launched},
      {"other_folder", "Changes to another folder", leave_folder, broken, broken, broken},
      // The other process may run after the removal, and then reports that it cannot write.
      {"remove_results",
       "Removes the folder of the results",
       remove_results,
       left,
       left,
       {"early-exit", "error"}},
      {"clear_environment", "Clears the environment", [] { ::clearenv(); }, lost_mpi, broken,
       lost_mpi},
  };
}

std::vector<Act> acts_of_descriptors() {
  return {
      {"close_streams", "Closes stdin, stdout and stderr",
       [] {
         for (const int stream : {0, 1, 2}) ::close(stream);
       },
       broken, broken, broken},
      {"close_all", "Closes each descriptor", [] { close_from(0); }, broken, broken, cut_off},
      {"close_others", "Closes each descriptor except the streams", [] { close_from(3); }, broken,
       broken, cut_off},
      {"use_up_descriptors", "Uses all remaining descriptors", use_up, unwritten, broken,
       unwritten},
  };
}

std::vector<Act> acts_of_output() {
  return {
      {"flood_stdout", "Prints megabytes to stdout", [] { flood(1); }, broken, broken, broken},
      {"flood_stderr", "Prints megabytes to stderr", [] { flood(2); }, broken, broken, broken},
      {"print_verdicts", "Prints the records of a test that passes", print_forged, broken, broken,
       broken},
      {"garbage_in_results", "Writes nonsense into the result file",
       [] { into_result_files("\xff\x01 nonsense\n"); }, unreadable, unreadable, unreadable},
      {"verdict_in_results", "Writes into the result file that the test passed",
       [] { into_result_files(forged_end()); }, unreadable, unreadable, unreadable},
      {"verdict_and_exit_0",
       "Writes that the test passed, without the nonce, and exits with 0",
       [] {
         into_result_files("{\"record\":\"end\",\"verdict\":\"pass\",\"clauses\":[]}\n");
         ::_exit(0);
       },
       unreadable,
       unreadable,
       {"error", "early-exit", "crash"}},
  };
}

std::vector<Act> acts_of_memory() {
  return {
      {"trample_heap", "Fills the heap with nonsense", [] { trample_heap(0xa5); }, spoilt, spoilt,
       spoilt_launched},
      {"clear_heap", "Fills the heap with zeros", [] { trample_heap(0); }, spoilt, spoilt,
       spoilt_launched},
      {"smash_stack", "Overwrites the stack", smash_stack, died, died, died_launched},
      {"exhaust_stack", "Recurses without end", [] { recurse(0); }, died, died, died_launched},
      {"take_memory", "Takes memory until it is stopped", take_all, died, died, died_launched},
  };
}

}  // namespace mpitcheck::hostile
