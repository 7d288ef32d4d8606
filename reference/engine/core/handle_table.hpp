// SPDX-License-Identifier: BSD-3-Clause
// Tables behind handles: a handle is a word of slot, kind and generation that is checked before
// anything is touched.
#pragma once

#include <atomic>
#include <cstdint>
#include <new>
#include <utility>

#include "reference/engine/core/chunks.hpp"
#include "reference/engine/core/single_threaded.hpp"

namespace mpit {

/// A handle as number. 0 and 1 (the null handles and ALL_HANDLES) are never words of the tables.
/// Bits: 28 slot, 4 kind, 32 generation, whose highest is set, so that neither small numbers nor
/// user space addresses are words.
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

/// What each Slot type has in common.
struct SlotBase {
  std::atomic<Word> word{0};      // its handle while it is alive, else 0
  Word next_word = 0;             // its next handle; 0: never used
  SlotBase* next_free = nullptr;  // the next in the same list
};

/// Slots of one kind. find and for_each are wait-free and signal-safe; the others need a lock
/// around them. Slots are never freed before the table, so a stale handle finds a slot that tells
/// that it is stale. What is in a slot stays as it was found as long as the finder's Visit
/// (visit.hpp) lasts, if slots are retired and those that wait are reclaimed when all visits that
/// may have found them are over. Slots are reused oldest first; one whose generations are used up
/// is not used again.
template <class Slot, WordKind kind>
class HandleTable {
 public:
  /// A slot that is not alive yet: fill it, then publish. Throws std::bad_alloc. Null when `limit`
  /// slots are alive.
  Slot* acquire(std::uint32_t limit) {
    Slot* const slot = reuse(limit);
    return slot != nullptr || alive_ >= limit ? slot : add_slot();
  }
  /// The same, and null where one would have to be made.
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
  /// The slot, withdrawn, is used again when it was reclaimed.
  void retire(Slot& slot) noexcept { slot.next_free = std::exchange(retired_, &slot); }
  /// What was retired until now waits; what waited before must have been reclaimed.
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

  /// For a slot that nobody can be using: it was acquired and not published, or withdrawn.
  void put_back(Slot& slot) noexcept {
    slot.next_word += next_generation;
    if ((slot.next_word & first_generation) == 0) return;
    slot.next_free = nullptr;
    (first_free_ != nullptr ? last_free_->next_free : first_free_) = &slot;
    last_free_ = &slot;
  }

  /// The living slot of a handle, or null for anything else.
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
  // Out of the way, as all that is rare: the hot path saves no registers.
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
