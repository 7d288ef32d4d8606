// SPDX-License-Identifier: BSD-3-Clause
// Carries messages between the processes of a job, in order between any two of them, in rings of
// records in shared memory. Each ring goes from one process to another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "reference/runtime/job/job.hpp"
#include "reference/runtime/job/job_segment.hpp"
#include "reference/runtime/messages/match_queues.hpp"

namespace mpit::runtime {

/// A record from one process to another; `length` bytes of payload follow.
struct Record {
  enum class Kind : std::uint32_t {
    skip,   ///< no content: the ring continues at its start
    eager,  ///< the first part of a message, or all of it
    more,   ///< the next part of the message
    /// A message that is sent after a receive has matched it; `id` of the send.
    offer,
    accept,  ///< reply: send `bytes` bytes; `id` of the send, `receive` of the receive
    data     ///< a part of accepted data; `receive`
  };
  Kind kind = Kind::skip;
  std::uint32_t length = 0;  ///< payload bytes of this record
  std::int32_t source = 0;   ///< rank in the communicator
  std::int32_t tag = 0;
  std::uint64_t context = 0;
  std::uint64_t bytes = 0;  ///< of the whole message
  std::uint64_t id = 0;
  std::uint64_t receive = 0;
};

/// The writing end. One thread at a time.
class RingWriter {
 public:
  RingWriter(RingEnds& ends, std::size_t capacity);

  /// Longest payload of a record.
  std::size_t longest() const { return capacity_ / 8; }
  /// Appends a record and its payload of `record.length` bytes; false if there is no room now. The
  /// reader notifies the writer's slot when it has made room.
  bool write(const Record& record, const void* payload);

 private:
  bool has_room(std::uint64_t bytes);

  RingEnds* ends_;
  std::byte* records_;
  std::uint64_t capacity_;
  std::uint64_t written_ = 0;
  std::uint64_t read_ = 0;  // as far as known
};

/// The reading end. One thread at a time.
class RingReader {
 public:
  RingReader(RingEnds& ends, std::size_t capacity);

  /// Calls `take(record, payload)` for each available record. True if there was one.
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
  /// Returns the space of read records to the writer. True if the writer waits for it.
  bool release();

 private:
  std::uint64_t step(const Record& record) const;

  RingEnds* ends_;
  const std::byte* records_;
  std::uint64_t capacity_;
  std::uint64_t read_ = 0;
};

/// Receives the notifications of a transport.
class Arrivals {
 public:
  /// A message, or the offer of one, arrived from another process. Its data are valid during the
  /// call.
  virtual void arrive(const Message& message) = 0;
  /// An offered message was sent; its buffer may be used again.
  virtual void on_sent(Request& send) = 0;
  /// Accepted data have arrived.
  virtual void on_received(Request& receive) = 0;

 protected:
  ~Arrivals() = default;
};

/// Short messages are copied into rings in shared memory, or wait here if there is no room. Long
/// ones are offered, and sent when the other side has accepted them. Not thread safe: the caller
/// holds the process's lock, unless stated otherwise.
class Transport {
 public:
  /// Both must outlive the transport.
  Transport(const Job& job, Arrivals& arrivals);

  /// Whether a copy of `bytes` bytes may wait here if there is no room for it.
  bool may_keep(std::size_t bytes) const { return kept_ + bytes <= most_kept; }
  /// Sends a copy of `message` to rank `process` of the world.
  [[gnu::noinline]] void send(int process, const Message& message);
  /// Offers `message`; its data must stay valid until on_sent(send).
  [[gnu::noinline]] void offer(int process, const Message& message, Ref<Request> send);
  /// Requests the first `bytes` bytes of an offer that arrived, for `receive`'s buffer.
  [[gnu::noinline]] void accept(const Message& offer, std::size_t bytes, Ref<Request> receive);

  /// Sends and receives as far as possible now. True if anything moved.
  [[gnu::noinline]] bool progress();
  /// Whether everything was sent.
  bool is_empty() const { return waiting_ == 0; }

  /// Whether there is a core for each process of the job.
  bool has_own_core() const { return job_.own_core(); }
  /// The argument of await. The lock may be released before the call.
  std::uint32_t bell() const { return job_.slot().bell.load(); }
  /// Returns when progress may have become possible, or after wake(). Without the lock; one thread
  /// at a time.
  void await(std::uint32_t bell) const;
  /// Ends await in another thread.
  [[gnu::noinline]] void wake() const;

 private:
  static constexpr std::size_t most_kept = std::size_t{64} << 20;

  /// Data for which there is no room yet.
  struct Outgoing {
    Record record;  ///< of the next part
    const std::byte* data = nullptr;
    std::size_t left = 0;  ///< bytes of payload
    std::vector<std::byte> copy;
    Ref<Request> send;  ///< notified at the end; null: none
  };
  struct Peer {
    RingWriter writer;
    RingReader reader;
    std::deque<Outgoing> outgoing;
    Message incoming;  ///< parts are missing
    std::vector<std::byte> parts;
  };
  struct Incoming {
    Ref<Request> receive;
    std::size_t had = 0;
    std::size_t expected = 0;
  };

  void submit(int process, Outgoing outgoing);
  bool push(int process);
  bool push_part(Peer& peer, Outgoing& outgoing);
  void drain(int process);
  void take(int process, const Record& record, const std::byte* payload);
  void take_part(Peer& peer, const Record& record, const std::byte* payload);
  void take_accept(int process, const Record& record);
  void take_data(const Record& record, const std::byte* payload);

  const Job& job_;
  Arrivals& arrivals_;
  std::vector<Peer> peers_;
  std::size_t waiting_ = 0;  // outgoing, to all processes
  std::size_t kept_ = 0;     // bytes of copies
  std::uint64_t next_id_ = 1;
  struct Offered {
    const std::byte* data;
    Ref<Request> send;
  };
  std::map<std::uint64_t, Offered> offered_;
  std::map<std::uint64_t, Incoming> accepted_;
};

}  // namespace mpit::runtime
