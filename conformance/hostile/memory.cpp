// SPDX-License-Identifier: BSD-3-Clause
// Libraries that spoil memory, or take it all.
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "hostile/act.hpp"

namespace mpitcheck::hostile {
namespace {

// Where nothing ends a process that takes too much, the machine must survive the test of that.
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

/// Everything that was allocated is overwritten.
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

const Verdicts spoilt{"crash", "timeout"};
const Verdicts spoilt_launched{"crash", "timeout", "early-exit"};

}  // namespace

std::vector<Act> acts_of_memory() {
  return {
      {"trample_heap", "Fills the heap with nonsense", [] { trample_heap(0xa5); }, spoilt, spoilt,
       spoilt_launched},
      {"clear_heap", "Fills the heap with zeros", [] { trample_heap(0); }, spoilt, spoilt,
       spoilt_launched},
      {"smash_stack", "Overwrites the stack", smash_stack, died, died, died_launched},
      {"exhaust_stack", "Recurses for ever", [] { recurse(0); }, died, died, died_launched},
      {"take_memory", "Takes memory until it is stopped", take_all, died, died, died_launched},
  };
}

}  // namespace mpitcheck::hostile
