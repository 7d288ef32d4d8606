// SPDX-License-Identifier: BSD-3-Clause
// Owns the global state.
#include "reference/runtime/library.hpp"

#include <memory>

#include "reference/runtime/job/process.hpp"
#include "reference/variants/variant_editor.hpp"
#include "reference/variants/variants.hpp"

namespace mpit {
namespace {

std::unique_ptr<VariantEditor> make_editor() {
  const auto variant = variant_from_environment();
  return variant ? std::make_unique<VariantEditor>(*variant) : nullptr;
}

// The engine and the runtime, on pages of their own, because a variant hides these from forked
// processes.
struct alignas(4096) Library {
  Library() { reach(Moment::start); }

  void reach(Moment moment) {
    if (editor) editor->reach(moment, engine);
  }

  // Null without a variant, because an editor that looks at each variable slows down the start.
  const std::unique_ptr<VariantEditor> editor = make_editor();
  Engine engine{editor ? editor->behaviour() : Behaviour{}, editor.get()};
  runtime::Process process{
      engine, [this](runtime::Process::Phase phase) {
        reach(phase == runtime::Process::Phase::active ? Moment::mpi_init : Moment::mpi_finalize);
      }};
};

Library& library() {
  static Library& instance = *new Library;
  return instance;
}

}  // namespace

constinit std::atomic<Engine*> known_engine{nullptr};
constinit std::atomic<runtime::Process*> known_process{nullptr};

Engine& make_engine() {
  Engine& made = library().engine;
  known_process.store(&library().process, std::memory_order_release);
  known_engine.store(&made, std::memory_order_release);
  return made;
}

}  // namespace mpit
