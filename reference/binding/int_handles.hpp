// SPDX-License-Identifier: BSD-3-Clause
// Handles of the tool interface as ints, for an mpi.h whose handle types are ints
// (-DMPITCHECK_INT_HANDLES=ON). An int holds a place in a table of words and some bits of the
// word's generation.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "reference/engine/core/handle_table.hpp"

namespace mpit::binding {

/// Converts the engine's words of one type to ints and back. Lock-free and signal-safe. An int that
/// was never a handle is passed on unchanged: the engine refuses it, since no word is that small.
template <class HandleWord>
class IntHandles {
 public:
  static HandleWord word_of(int handle) {
    const auto number = static_cast<unsigned>(handle);
    const unsigned place = (number - first) % places;
    const Word word = words[place].load(std::memory_order_acquire);
    if (number < first || word == 0) return HandleWord{number};
    const Word generation = (number - first) / places % generations;
    if (generation == word / next_generation % generations) return HandleWord{word};
    return HandleWord{first_generation | generation * next_generation | word % next_generation};
  }

  static int handle_of(HandleWord handle) {
    const auto word = static_cast<Word>(handle);
    if (word < next_generation) return static_cast<int>(word);
    const Word place = slot_of(word);
    if (place >= places) std::abort();
    words[place].store(word, std::memory_order_release);
    return static_cast<int>(first + word / next_generation % generations * places + place);
  }

 private:
  static constexpr unsigned first = 2;  // after the null handle and MPI_T_PVAR_ALL_HANDLES
  static constexpr unsigned places = 1U << 17;
  static constexpr unsigned generations = (1U << 14) - 1;

  static inline std::array<std::atomic<Word>, places> words{};
};

}  // namespace mpit::binding
