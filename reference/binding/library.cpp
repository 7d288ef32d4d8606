// SPDX-License-Identifier: BSD-3-Clause
// Owner of the global state.
#include "binding/library.hpp"

#include "runtime/process.hpp"

namespace mpit::binding {
namespace {

struct Library {
  Engine engine;
  runtime::Process process{engine};
};

Library& library() {
  static Library& instance = *new Library;
  return instance;
}

}  // namespace

Engine& engine() { return library().engine; }

runtime::Process& process() { return library().process; }

}  // namespace mpit::binding
