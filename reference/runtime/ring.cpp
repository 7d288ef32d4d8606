// SPDX-License-Identifier: BSD-3-Clause
// Writing and reading rings. Records never wrap: what does not fit before the end starts anew.
#include "ring.hpp"

#include <cstring>

namespace mpit::runtime {
namespace {

// Records begin at multiples of their own size, so that one fits wherever the last ended.
std::uint64_t space_of(std::uint64_t length) {
  constexpr std::uint64_t unit = sizeof(Record);
  return unit + (length + unit - 1) / unit * unit;
}

std::byte* records_of(RingEnds& ends) { return reinterpret_cast<std::byte*>(&ends) + sizeof ends; }

}  // namespace

RingWriter::RingWriter(RingEnds& ends, std::size_t capacity)
    : ends_(&ends), records_(records_of(ends)), capacity_(capacity - capacity % sizeof(Record)) {}

bool RingWriter::has_room(std::uint64_t bytes) {
  if (capacity_ - (written_ - read_) >= bytes) return true;
  read_ = ends_->read.load(std::memory_order_acquire);
  if (capacity_ - (written_ - read_) >= bytes) return true;
  // Either the reader sees this, or what it has read by then is seen here.
  ends_->writer_waits.store(1, std::memory_order_seq_cst);
  read_ = ends_->read.load(std::memory_order_seq_cst);
  return capacity_ - (written_ - read_) >= bytes;
}

bool RingWriter::write(const Record& record, const void* payload) {
  const std::uint64_t space = space_of(record.length);
  const std::uint64_t left = capacity_ - written_ % capacity_;  // before the end
  const bool skips = left < space;
  if (!has_room(skips ? left + space : space)) return false;
  if (skips) {
    *reinterpret_cast<Record*>(records_ + written_ % capacity_) = Record{};
    written_ += left;
  }
  std::byte* const place = records_ + written_ % capacity_;
  std::memcpy(place, &record, sizeof record);
  if (record.length > 0) std::memcpy(place + sizeof record, payload, record.length);
  written_ += space;
  ends_->written.store(written_, std::memory_order_release);
  return true;
}

RingReader::RingReader(RingEnds& ends, std::size_t capacity)
    : ends_(&ends), records_(records_of(ends)), capacity_(capacity - capacity % sizeof(Record)) {}

std::uint64_t RingReader::step(const Record& record) const {
  if (record.kind == Record::Kind::skip) return capacity_ - read_ % capacity_;
  return space_of(record.length);
}

bool RingReader::release() {
  ends_->read.store(read_, std::memory_order_seq_cst);
  if (ends_->writer_waits.load(std::memory_order_seq_cst) == 0) return false;
  ends_->writer_waits.store(0, std::memory_order_seq_cst);
  return true;
}

}  // namespace mpit::runtime
