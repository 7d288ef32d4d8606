// SPDX-License-Identifier: BSD-3-Clause
// A library that says that it was loaded into a test program, and that the fault "subtle" showed.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string_view>

namespace {

struct Greeting {
  Greeting() {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, "preloaded\n", 10);
    const char* const fault = std::getenv("MPITCHECK_FAULT");
    const char* const effect = std::getenv("MPITCHECK_FAULT_EFFECT");
    if (fault == nullptr || effect == nullptr || std::string_view(fault) != "subtle") return;
    constexpr std::uint64_t numbers[] = {1, 1, 1};
    std::ofstream(effect, std::ios::binary)
        .write(reinterpret_cast<const char*>(numbers), sizeof numbers);
  }
} greeting;

}  // namespace
