// SPDX-License-Identifier: BSD-3-Clause
// Between the ABI's opaque pointers and the engine's handle words.
#pragma once

#include <cstdint>

#include "engine/types.hpp"

namespace mpit::binding {

constexpr int to_int(Code code) { return static_cast<int>(code); }

template <class Word, class Handle>
Word to_word(Handle handle) {
  return static_cast<Word>(reinterpret_cast<std::uintptr_t>(handle));
}

template <class Handle, class Word>
Handle to_handle(Word word) {
  return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(word));
}

/// Lets the engine read and write a caller's handle variable as a word; null stays null.
template <class Word, class Handle>
class WordArgument {
 public:
  explicit WordArgument(Handle* variable)
      : variable_(variable), word_(variable ? to_word<Word>(*variable) : Word{}) {}
  WordArgument(const WordArgument&) = delete;
  WordArgument& operator=(const WordArgument&) = delete;
  ~WordArgument() {
    if (variable_) *variable_ = to_handle<Handle>(word_);
  }
  Word* get() { return variable_ ? &word_ : nullptr; }

 private:
  Handle* variable_;
  Word word_;
};

}  // namespace mpit::binding
