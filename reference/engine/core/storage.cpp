// SPDX-License-Identifier: BSD-3-Clause
// The kinds of storage that only hold values.
#include "reference/engine/core/storage.hpp"

#include <stdexcept>
#include <utility>

namespace mpit {

Storage::Storage(Datatype datatype, int count) : datatype_(datatype), count_(count) {
  if (size_of(datatype) == 0) throw std::invalid_argument("storage: datatype not allowed");
  if (count < 1) throw std::invalid_argument("storage: count below 1");
}

SumStorage::SumStorage(std::shared_ptr<ThreadWords> words, Datatype datatype, int count, Unit unit)
    : Storage(datatype, count),
      words_(std::move(words)),
      first_(words_->reserve(static_cast<std::uint32_t>(count) * (unit == Unit::plain ? 1 : 2))),
      unit_(unit) {}

SumStorage::~SumStorage() { words_->give_back(first_); }

std::uint64_t SumStorage::load(int element) const noexcept {
  const std::uint32_t index = first_ + static_cast<std::uint32_t>(element);
  const bool is_double = datatype() == Datatype::double_;
  if (unit_ == Unit::plain) {
    return is_double ? to_word(words_->sum_of_doubles(index)) : words_->sum(index);
  }
  const std::uint64_t nanoseconds =
      words_->sum_of_times(index, index + static_cast<std::uint32_t>(count()));
  // Avoids a division, which takes as long as all the rest.
  return is_double ? to_word(static_cast<double>(nanoseconds) * 1e-9) : nanoseconds;
}

GaugeStorage::GaugeStorage(Datatype datatype, int count, std::uint64_t initial)
    : Storage(datatype, count), cells_(static_cast<std::size_t>(count)) {
  for (auto& cell : cells_) cell.store(initial, std::memory_order_relaxed);
}

MemoryStorage::MemoryStorage(Datatype datatype, int count, const void* memory)
    : Storage(datatype, count), memory_(memory) {
  if (memory == nullptr) throw std::invalid_argument("storage: no memory");
}

std::uint64_t MemoryStorage::load(int element) const noexcept {
  const auto loaded_as = [&]<class T>(T) {
    const T* const object = static_cast<const T*>(memory_) + element;
    return static_cast<std::uint64_t>(__atomic_load_n(object, __ATOMIC_ACQUIRE));
  };
  switch (size_of(datatype())) {
    case 1:
      return loaded_as(char{});
    case 4:
      return loaded_as(std::uint32_t{});  // the upper half of a word is not shown
    default:
      return loaded_as(std::uint64_t{});
  }
}

ComputedStorage::ComputedStorage(Datatype datatype, int count, Compute compute)
    : Storage(datatype, count), compute_(std::move(compute)) {
  if (!compute_) throw std::invalid_argument("storage: no callback");
}

}  // namespace mpit
