// SPDX-License-Identifier: BSD-3-Clause
// Converts between the types of the ABI and those of the engine: opaque pointers and handle words,
// info objects (which the runtime owns) and hints, and the callbacks of tools.
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

/// Attribute of a function: inlines its calls, as far as their definitions are visible.
#define MPIT_IN_ONE_PIECE [[gnu::flatten]]

/// call_engine() for the first call of the process, which creates the engine. MPI_T_ERR_MEMORY
/// without memory to create it.
template <auto method, class... Arguments>
[[gnu::noinline, gnu::cold]] int call_engine_first(Arguments... arguments) noexcept {
  try {
    return to_int((make_engine().*method)(arguments...));
  } catch (const std::bad_alloc&) {
    return to_int(Code::memory);
  }
}

/// Calls the method of this process's engine and returns its code as an int. Both calls are tail
/// calls, so that this function needs no stack frame.
template <auto method, class... Arguments>
int call_engine(Arguments... arguments) {
  Engine* const known = known_engine.load(std::memory_order_acquire);
  if (known == nullptr) [[unlikely]]
    return call_engine_first<method>(arguments...);
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

/// Gives the engine access to a caller's handle variable as a word. The destructor copies a changed
/// word back. get() is null if the variable is.
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

/// Handles that are pointers need no copy: the engine accesses the variable in place.
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

/// Copies the contents of `info` to `hints`: none for MPI_INFO_NULL. Returns success, memory, or
/// invalid if `info` is not an info object. Takes the lock of the process.
Code hints_of(MPI_Info info, Hints& hints) noexcept;

/// Creates an info object, which the caller of MPI frees. Takes the lock of the process. Throws
/// std::bad_alloc.
MPI_Info new_info(Hints hints);

/// An OUT argument for an info object; it may be null. The engine stores hints in get().
class InfoArgument {
 public:
  explicit InfoArgument(MPI_Info* variable) : variable_(variable) {}
  Hints* get() { return variable_ ? &hints_ : nullptr; }
  /// After success of the engine, stores a new info object with the hints. Returns `code`, or
  /// MPI_T_ERR_MEMORY.
  int deliver(Code code) noexcept;

 private:
  MPI_Info* variable_;
  Hints hints_;
};

// Converts the callbacks of tools to those of the engine. A null function becomes an empty
// callback.
EventCallback to_event_callback(MPI_T_event_cb_function* function, void* user_data);
FreeCallback to_free_callback(MPI_T_event_free_cb_function* function, void* user_data);
DroppedHandler to_dropped_handler(MPI_T_event_dropped_cb_function* function);

}  // namespace mpit::binding
