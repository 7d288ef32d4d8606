// SPDX-License-Identifier: BSD-3-Clause
// Owner of the global state.
#include "binding/library.hpp"

#include "runtime/process.hpp"
#include "variants/variant_editor.hpp"
#include "variants/variants.hpp"

namespace mpit::binding {
namespace {

struct Library {
  Library() { editor.reach(Moment::start, engine); }

  VariantEditor editor{variant_from_environment()};
  Engine engine{editor.behaviour(), &editor};
  runtime::Process process{engine, [this](runtime::Process::Phase phase) {
                             editor.reach(phase == runtime::Process::Phase::active
                                              ? Moment::mpi_init
                                              : Moment::mpi_finalize,
                                          engine);
                           }};
};

Library& library() {
  static Library& instance = *new Library;
  return instance;
}

}  // namespace

constinit std::atomic<Engine*> known_engine{nullptr};

Engine& make_engine() {
  Engine& made = library().engine;
  known_engine.store(&made, std::memory_order_release);
  return made;
}

runtime::Process& process() { return library().process; }

}  // namespace mpit::binding
