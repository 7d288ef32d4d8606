// SPDX-License-Identifier: BSD-3-Clause
// Replaces operator new and delete by malloc and free, with a count of allocations.
#include "reference/tests/allocation/refusal.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

thread_local long allowed = 0;  // calls up to the refused one; 0: none is refused
thread_local mpit::Resource limited = mpit::Resource::memory;
thread_local bool refused = false;
std::atomic<long> live{0};

void* counted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  ++live;
  return memory;
}

void refuse_the_nth() {
  if (mpit::refused_now(mpit::Resource::memory)) throw std::bad_alloc();
}

void give_back(void* memory) noexcept {
  if (memory != nullptr) --live;
  std::free(memory);
}

}  // namespace

namespace mpit {

Refusal::Refusal(long nth, Resource of) {
  refused = false;
  limited = of;
  allowed = nth;
}
Refusal::~Refusal() { allowed = 0; }
bool Refusal::happened() const { return refused; }

bool refused_now(Resource asked) noexcept {
  if (asked != limited || allowed == 0 || --allowed != 0) return false;
  refused = true;
  return true;
}

long live_allocations() { return live; }

}  // namespace mpit

void* operator new(std::size_t size) {
  refuse_the_nth();
  return counted(std::malloc(size != 0 ? size : 1));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  refuse_the_nth();
  const auto align = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(align, (size + align - 1) / align * align));
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

// Needed under sanitizers, whose operator new[] does not call operator new.
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, std::align_val_t align) { return operator new(size, align); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
