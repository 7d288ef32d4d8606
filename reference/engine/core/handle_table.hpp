// SPDX-License-Identifier: BSD-3-Clause
// Tables of handles. A handle is a word of slot, kind and generation, which is checked before any
// access.
#pragma once

#include <atomic>
#include <cstdint>
#include <new>
#include <utility>

#include "reference/engine/core/chunks.hpp"
#include "reference/engine/core/single_threaded.hpp"

namespace mpit {

/// A handle as a number. 0 and 1 (the null handles and ALL_HANDLES) are never words of the tables.
/// Bits: 28 slot, 4 kind, 32 generation. The highest bit of the generation is set, so that neither
/// small numbers nor user space addresses are words.
using Word = std::uint64_t;
static_assert(sizeof(std::uintptr_t) == sizeof(Word), "handles need 64 bits");

enum class WordKind : unsigned {
  enumeration = 1,
  cvar = 2,
  session = 3,
  pvar = 4,
  event_registration = 5,
  event_instance = 6
};

inline constexpr unsigned slot_bits = 28;
inline constexpr Word first_generation = Word{1} << 63;
inline constexpr Word next_generation = Word{1} << 32;

constexpr Word make_word(WordKind kind, std::uint32_t slot) {
  return first_generation | Word{static_cast<unsigned>(kind)} << slot_bits | slot;
}
constexpr std::uint32_t slot_of(Word word) { return word & ((1U << slot_bits) - 1); }

/// The common part of all Slot types.
struct SlotBase {
  std::atomic<Word> word{0};      // its handle while it is alive, otherwise 0
  Word next_word = 0;             // its next handle; 0: never used
  SlotBase* next_free = nullptr;  // the next slot of the same list
};

/// Slots of one kind. find and for_each are wait-free and signal-safe; the other methods need an
/// external lock. Slots are never freed before the table, so that a stale handle finds a slot that
/// shows that it is stale. The content of a slot stays unchanged during the finder's Visit
/// (visit.hpp), provided that slots are retired, and that waiting ones are reclaimed only after all
/// visits that may have found them. Slots are reused oldest first. A slot without unused
/// generations is not reused.
template <class Slot, WordKind kind>
class HandleTable {
 public:
  /// A slot that is not alive yet: fill it, then publish it. Throws std::bad_alloc. Null if `limit`
  /// slots are alive.
  Slot* acquire(std::uint32_t limit) {
    Slot* const slot = reuse(limit);
    return slot != nullptr || alive_ >= limit ? slot : add_slot();
  }
  /// acquire() that returns null instead of creating a slot.
  Slot* reuse(std::uint32_t limit) noexcept {
    Slot* const slot = static_cast<Slot*>(first_free_);
    if (slot == nullptr || alive_ >= limit) [[unlikely]]
      return nullptr;
    first_free_ = slot->next_free;
    return slot;
  }

  /// Makes the slot's handle valid and returns it.
  Word publish(Slot& slot) noexcept {
    ++alive_;
    slot.word.store(slot.next_word, std::memory_order_release);
    return slot.next_word;
  }

  /// Makes the slot's handle invalid.
  void withdraw(Slot& slot) noexcept {
    --alive_;
    store_in_order(slot.word, Word{0});
  }
  /// The slot, withdrawn, is reused after it is reclaimed.
  void retire(Slot& slot) noexcept { slot.next_free = std::exchange(retired_, &slot); }
  /// Makes the retired slots wait. The slots that waited before must have been reclaimed.
  void let_wait() noexcept { waiting_ = std::exchange(retired_, nullptr); }
  /// Calls `dismantle(slot)` for each slot that waits, and puts it back.
  template <class Dismantle>
  void reclaim(Dismantle&& dismantle) noexcept {
    while (waiting_ != nullptr) {
      Slot& slot = static_cast<Slot&>(*waiting_);
      waiting_ = slot.next_free;
      dismantle(slot);
      put_back(slot);
    }
  }

  /// For a slot that no thread can use: it was acquired and not published, or withdrawn.
  void put_back(Slot& slot) noexcept {
    slot.next_word += next_generation;
    if ((slot.next_word & first_generation) == 0) return;
    slot.next_free = nullptr;
    (first_free_ != nullptr ? last_free_->next_free : first_free_) = &slot;
    last_free_ = &slot;
  }

  /// The live slot of a handle, or null for anything else.
  Slot* find(Word word) const noexcept {
    const std::uint32_t index = slot_of(word);
    if (index >= size_.load(std::memory_order_acquire) || word == 0) [[unlikely]]
      return nullptr;
    Slot& slot = slots_[index];
    if (slot.word.load(std::memory_order_acquire) != word) [[unlikely]]
      return nullptr;
    return &slot;
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    const std::uint32_t size = size_.load(std::memory_order_acquire);
    for (std::uint32_t i = 0; i != size; ++i) {
      if (slots_[i].word.load(std::memory_order_acquire) != 0) visit(slots_[i]);
    }
  }

 private:
  // Out of line, since it is rare: the hot path then saves no registers.
  [[gnu::noinline, gnu::cold]] Slot* add_slot() {
    const std::uint32_t index = size_.load(std::memory_order_relaxed);
    if (index == most) return nullptr;
    slots_.grow_to(index + 1);
    Slot& slot = slots_[index];
    slot.next_word = make_word(kind, index);
    size_.store(index + 1, std::memory_order_release);
    return &slot;
  }

  static constexpr std::uint32_t most = 1U << slot_bits;
  static_assert(slot_of(most - 1) == most - 1 && slot_of(most) == 0, "as words can tell apart");

  Chunks<Slot> slots_;
  std::atomic<std::uint32_t> size_{0};
  std::uint32_t alive_ = 0;
  SlotBase* first_free_ = nullptr;  // lists of slots of this table
  SlotBase* last_free_ = nullptr;
  SlotBase* retired_ = nullptr;
  SlotBase* waiting_ = nullptr;
};

}  // namespace mpit
