// SPDX-License-Identifier: BSD-3-Clause
// A ring of records in shared memory, from one process to another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "job_segment.hpp"

namespace mpit::runtime {

/// What one process tells another; `length` bytes of payload follow.
struct Record {
  enum class Kind : std::uint32_t {
    skip,    ///< nothing: the ring goes on at its start
    eager,   ///< the first part of a message, or all of it
    more,    ///< the next part of it
    offer,   ///< a message that will be sent when a receive has matched it; `id` of the send
    accept,  ///< the answer: send `bytes` bytes; `id` of the send, `receive` of the receive
    data     ///< a part of what was accepted; `receive`
  };
  Kind kind = Kind::skip;
  std::uint32_t length = 0;  ///< bytes of this record's payload
  std::int32_t source = 0;   ///< rank in the communicator
  std::int32_t tag = 0;
  std::uint64_t context = 0;
  std::uint64_t bytes = 0;  ///< of the whole message
  std::uint64_t id = 0;
  std::uint64_t receive = 0;
};

/// The end that writes. One thread at a time.
class RingWriter {
 public:
  RingWriter(RingEnds& ends, std::size_t capacity);

  /// Longest payload of a record.
  std::size_t longest() const { return capacity_ / 8; }
  /// Appends a record and its payload of `record.length` bytes; false if there is no room now. Then
  /// the reader, when it has made room, tells the writer's slot.
  bool write(const Record& record, const void* payload);

 private:
  bool has_room(std::uint64_t bytes);

  RingEnds* ends_;
  std::byte* records_;
  std::uint64_t capacity_;
  std::uint64_t written_ = 0;
  std::uint64_t read_ = 0;  // as far as known
};

/// The end that reads. One thread at a time.
class RingReader {
 public:
  RingReader(RingEnds& ends, std::size_t capacity);

  /// Calls `take(record, payload)` for each record that is there. True if there was any.
  template <class Take>
  bool read(Take take) {
    const std::uint64_t end = ends_->written.load(std::memory_order_acquire);
    if (read_ == end) return false;
    while (read_ != end) {
      const Record& record = *reinterpret_cast<const Record*>(records_ + read_ % capacity_);
      if (record.kind != Record::Kind::skip)
        take(record, records_ + read_ % capacity_ + sizeof record);
      read_ += step(record);
    }
    return true;
  }
  /// Gives what was read back to the writer. True if the writer waits for that.
  bool release();

 private:
  std::uint64_t step(const Record& record) const;

  RingEnds* ends_;
  const std::byte* records_;
  std::uint64_t capacity_;
  std::uint64_t read_ = 0;
};

}  // namespace mpit::runtime
