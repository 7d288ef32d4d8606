// SPDX-License-Identifier: BSD-3-Clause
// A library that says that it was loaded into a test program.
#include <unistd.h>

namespace {

struct Greeting {
  Greeting() { [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, "preloaded\n", 10); }
} greeting;

}  // namespace
