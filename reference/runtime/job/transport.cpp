// SPDX-License-Identifier: BSD-3-Clause
// Writes to rings and reads from them. Records never wrap: a record that does not fit before the
// end starts at the beginning.
#include "reference/runtime/job/transport.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "reference/runtime/job/job.hpp"

namespace mpit::runtime {

namespace {

// Records begin at multiples of the header's size, so that a header fits after any record.
std::uint64_t space_of(std::uint64_t length) {
  constexpr std::uint64_t unit = sizeof(Record);
  return unit + (length + unit - 1) / unit * unit;
}

std::byte* records_of(RingEnds& ends) { return reinterpret_cast<std::byte*>(&ends) + sizeof ends; }

Record make_record(Record::Kind kind, const Message& message) {
  Record record;
  record.kind = kind;
  record.source = message.source;
  record.tag = message.tag;
  record.context = message.context;
  record.bytes = message.bytes;
  return record;
}

Message make_message(int process, const Record& record) {
  Message message;
  message.process = process;
  message.source = record.source;
  message.tag = record.tag;
  message.context = record.context;
  message.bytes = record.bytes;
  return message;
}

}  // namespace

RingWriter::RingWriter(RingEnds& ends, std::size_t capacity)
    : ends_(&ends), records_(records_of(ends)), capacity_(capacity - capacity % sizeof(Record)) {}

bool RingWriter::has_room(std::uint64_t bytes) {
  if (capacity_ - (written_ - read_) >= bytes) return true;
  read_ = ends_->read.load(std::memory_order_acquire);
  if (capacity_ - (written_ - read_) >= bytes) return true;
  // Either the reader sees this store, or its reads so far are visible here.
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

Transport::Transport(const Job& job, Arrivals& arrivals) : job_(job), arrivals_(arrivals) {
  const JobSegment& segment = job.segment();
  const std::size_t capacity = segment.header().ring_bytes;
  for (int other = 0; other != job.size(); ++other) {
    peers_.push_back({{segment.ring(job.rank(), other), capacity},
                      {segment.ring(other, job.rank()), capacity},
                      {},
                      {},
                      {}});
  }
}

void Transport::send(int process, const Message& message) {
  Outgoing outgoing{make_record(Record::Kind::eager, message), message.data, message.bytes, {}, {}};
  submit(process, std::move(outgoing));
}

void Transport::offer(int process, const Message& message, Ref<Request> send) {
  Outgoing outgoing{make_record(Record::Kind::offer, message), nullptr, 0, {}, {}};
  outgoing.record.id = next_id_++;
  offered_.emplace(outgoing.record.id, Offered{message.data, std::move(send)});
  submit(process, std::move(outgoing));
}

void Transport::accept(const Message& offer, std::size_t bytes, Ref<Request> receive) {
  Outgoing outgoing{make_record(Record::Kind::accept, offer), nullptr, 0, {}, {}};
  outgoing.record.id = offer.offer;
  outgoing.record.bytes = bytes;
  if (bytes > 0) {
    outgoing.record.receive = next_id_++;
    accepted_.emplace(outgoing.record.receive, Incoming{std::move(receive), 0, bytes});
  } else {
    arrivals_.on_received(*receive);
  }
  submit(offer.process, std::move(outgoing));
}

// Sends as much as there is room for, unless earlier messages are queued, and queues the rest.
// Throws std::bad_alloc, with nothing sent, so that the caller may try again.
void Transport::submit(int process, Outgoing outgoing) {
  Peer& peer = peers_[static_cast<std::size_t>(process)];
  const bool is_first = peer.outgoing.empty();
  const bool is_one_record = outgoing.left <= peer.writer.longest();
  if (is_first && is_one_record) {
    const bool whole = push_part(peer, outgoing);
    ring_bell(job_.segment().slot(process), job_.rank());
    if (whole) return;
  }
  if (!outgoing.send && outgoing.left > 0) {  // the program may reuse the buffer
    outgoing.copy.assign(outgoing.data, outgoing.data + outgoing.left);
    outgoing.data = outgoing.copy.data();
  }
  peer.outgoing.push_back(std::move(outgoing));
  kept_ += peer.outgoing.back().copy.size();
  ++waiting_;
  if (is_first && !is_one_record) push(process);
}

// Sends parts while there is room. True if it sent the last one.
bool Transport::push_part(Peer& peer, Outgoing& outgoing) {
  for (;;) {
    const std::size_t length = std::min(outgoing.left, peer.writer.longest());
    outgoing.record.length = static_cast<std::uint32_t>(length);
    if (!peer.writer.write(outgoing.record, outgoing.data)) return false;
    outgoing.data += length;
    outgoing.left -= length;
    if (outgoing.record.kind == Record::Kind::eager) outgoing.record.kind = Record::Kind::more;
    if (outgoing.left > 0) continue;
    if (outgoing.send) arrivals_.on_sent(*outgoing.send);
    return true;
  }
}

bool Transport::push(int process) {
  Peer& peer = peers_[static_cast<std::size_t>(process)];
  bool any = false;
  while (!peer.outgoing.empty()) {
    Outgoing& first = peer.outgoing.front();
    const std::size_t before = first.left;
    const bool whole = push_part(peer, first);
    any = any || whole || first.left != before;
    if (!whole) break;
    kept_ -= first.copy.size();
    peer.outgoing.pop_front();
    --waiting_;
  }
  if (any) ring_bell(job_.segment().slot(process), job_.rank());
  return any;
}

bool Transport::progress() {
  ProcessSlot& slot = job_.slot();
  bool any = false;
  if (slot.senders.load(std::memory_order_relaxed) != 0) {
    any = true;
    std::uint64_t senders = slot.senders.load(std::memory_order_relaxed);
    for (; senders != 0; senders &= senders - 1) {
      const std::uint64_t sender = senders & -senders;
      slot.senders.fetch_and(~sender, std::memory_order_seq_cst);
      try {
        drain(std::countr_zero(sender));
      } catch (...) {  // no memory: the next progress tries again
        slot.senders.fetch_or(sender, std::memory_order_seq_cst);
        throw;
      }
    }
  }
  if (waiting_ > 0) {
    for (int other = 0; other != job_.size(); ++other) any |= push(other);
  }
  return any;
}

void Transport::drain(int process) {
  Peer& peer = peers_[static_cast<std::size_t>(process)];
  const bool any = peer.reader.read(
      [&](const Record& record, const std::byte* payload) { take(process, record, payload); });
  if (any && peer.reader.release()) ring_bell(job_.segment().slot(process), job_.rank());
}

void Transport::take(int process, const Record& record, const std::byte* payload) {
  Peer& peer = peers_[static_cast<std::size_t>(process)];
  switch (record.kind) {
    case Record::Kind::eager: {
      Message message = make_message(process, record);
      message.data = payload;
      if (record.length == record.bytes) return arrivals_.arrive(message);
      peer.incoming = message;
      peer.parts.clear();
      peer.parts.reserve(record.bytes);
      return take_part(peer, record, payload);
    }
    case Record::Kind::more:
      return take_part(peer, record, payload);
    case Record::Kind::offer: {
      Message message = make_message(process, record);
      message.offer = record.id;
      return arrivals_.arrive(message);
    }
    case Record::Kind::accept:
      return take_accept(process, record);
    case Record::Kind::data:
      return take_data(record, payload);
    case Record::Kind::skip:
      return;
  }
}

void Transport::take_part(Peer& peer, const Record& record, const std::byte* payload) {
  peer.parts.insert(peer.parts.end(), payload, payload + record.length);
  if (peer.parts.size() < peer.incoming.bytes) return;
  peer.incoming.data = peer.parts.data();
  peer.incoming.owned = &peer.parts;
  try {
    arrivals_.arrive(peer.incoming);
  } catch (...) {  // without memory: this record is delivered again
    peer.parts.resize(peer.parts.size() - record.length);
    throw;
  }
}

void Transport::take_accept(int process, const Record& record) {
  const auto found = offered_.find(record.id);
  const Offered offered = found->second;
  if (record.bytes > 0) {
    Outgoing outgoing{record, offered.data, record.bytes, {}, offered.send};
    outgoing.record.kind = Record::Kind::data;
    submit(process, std::move(outgoing));
  }
  offered_.erase(found);
  if (record.bytes == 0) arrivals_.on_sent(*offered.send);
}

void Transport::take_data(const Record& record, const std::byte* payload) {
  const auto found = accepted_.find(record.receive);
  Incoming& incoming = found->second;
  std::memcpy(static_cast<std::byte*>(incoming.receive->buffer) + incoming.had, payload,
              record.length);
  incoming.had += record.length;
  if (incoming.had < incoming.expected) return;
  arrivals_.on_received(*incoming.receive);
  accepted_.erase(found);
}

void Transport::await(std::uint32_t bell) const { await_bell(job_.slot(), bell, job_.own_core()); }

void Transport::wake() const { mpit::runtime::wake(job_.slot()); }

}  // namespace mpit::runtime
