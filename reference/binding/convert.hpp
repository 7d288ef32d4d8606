// SPDX-License-Identifier: BSD-3-Clause
// Between the types of the ABI and those of the engine: opaque pointers and handle words, info
// objects, which belong to the runtime, and hints, the callbacks of tools.
#pragma once

#include <atomic>
#include <cstdint>
#include <new>
#include <type_traits>

#include "reference/binding/int_handles.hpp"
#include "reference/engine/core/registration.hpp"
#include "reference/engine/core/types.hpp"
#include "reference/runtime/export.hpp"
#include "reference/runtime/library.hpp"

namespace mpit::binding {

using mpit::Engine;
using mpit::engine;

constexpr int to_int(Code code) { return static_cast<int>(code); }

/// Before the type of a function: what it calls becomes part of it, as far as it is known here.
#define IN_ONE_PIECE [[gnu::flatten]]

/// The same, by the call that makes everything.
template <auto method, class... Arguments>
[[gnu::noinline, gnu::cold]] int first_answer(Arguments... arguments) noexcept {
  try {
    return to_int((make_engine().*method)(arguments...));
  } catch (const std::bad_alloc&) {
    return to_int(Code::memory);
  }
}

/// What the method of this process's engine answers. No frame of its own: both calls are its last.
template <auto method, class... Arguments>
int answer(Arguments... arguments) {
  Engine* const known = known_engine.load(std::memory_order_acquire);
  if (known == nullptr) [[unlikely]]
    return first_answer<method>(arguments...);
  return to_int((known->*method)(arguments...));
}

template <class Word, class Handle>
Word to_word(Handle handle) {
  if constexpr (std::is_integral_v<Handle>) {
    return IntHandles<Word>::word_of(handle);
  } else {
    return static_cast<Word>(reinterpret_cast<std::uintptr_t>(handle));
  }
}

template <class Handle, class Word>
Handle to_handle(Word word) {
  if constexpr (std::is_integral_v<Handle>) {
    return IntHandles<Word>::handle_of(word);
  } else {
    return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(word));
  }
}

/// Lets the engine read and write a caller's handle variable as a word; null stays null.
template <class Word, class Handle>
class WordArgument {
 public:
  explicit WordArgument(Handle* variable)
      : variable_(variable), word_(variable ? to_word<Word>(*variable) : Word{}), given_(word_) {}
  WordArgument(const WordArgument&) = delete;
  WordArgument& operator=(const WordArgument&) = delete;
  ~WordArgument() {
    if (variable_ && word_ != given_) *variable_ = to_handle<Handle>(word_);
  }
  Word* get() { return variable_ ? &word_ : nullptr; }

 private:
  Handle* variable_;
  Word word_;
  const Word given_;
};

/// Pointers are words where they are.
template <class Word, class Object>
class WordArgument<Word, Object*> {
 public:
  explicit WordArgument(Object** variable) : word_(reinterpret_cast<Word*>(variable)) {
    static_assert(sizeof(Word) == sizeof(Object*));
  }
  Word* get() { return word_; }

 private:
  Word* word_;
};

/// Fetches the contents of `info`; none for MPI_INFO_NULL. invalid if it is no info object, memory.
Code hints_of(MPI_Info info, Hints& hints) noexcept;

/// A new info object, which the caller of MPI frees. Throws std::bad_alloc.
MPI_Info new_info(Hints hints);

/// Gives an OUT argument, which may be null, a new info object once the engine has succeeded.
class InfoArgument {
 public:
  explicit InfoArgument(MPI_Info* variable) : variable_(variable) {}
  Hints* get() { return variable_ ? &hints_ : nullptr; }
  /// Passes `code` on, or memory.
  int deliver(Code code) noexcept;

 private:
  MPI_Info* variable_;
  Hints hints_;
};

// The callbacks of tools as the engine takes them. A null function becomes no callback.
EventCallback to_event_callback(MPI_T_event_cb_function* function, void* user_data);
FreeCallback to_free_callback(MPI_T_event_free_cb_function* function, void* user_data);
DroppedHandler to_dropped_handler(MPI_T_event_dropped_cb_function* function);

}  // namespace mpit::binding
