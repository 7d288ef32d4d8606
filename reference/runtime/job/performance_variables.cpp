// SPDX-License-Identifier: BSD-3-Clause
// The performance variables of the runtime.
#include "reference/runtime/job/performance_variables.hpp"

#include <bit>
#include <limits>
#include <utility>

namespace mpit::runtime {
namespace {

// Classes of message sizes by powers of two; the class is the size's bit_width.
constexpr int size_classes = std::numeric_limits<std::size_t>::digits + 1;

// A variable that a tool may start, stop and reset.
PvarSpec running(std::string name, std::string category, std::string desc,
                 Verbosity verbosity = Verbosity::tuner_basic) {
  return {.name = std::move(name),
          .desc = std::move(desc),
          .category = std::move(category),
          .verbosity = verbosity};
}

// A continuous variable with the current state.
PvarSpec showing(std::string name, std::string category, std::string desc,
                 Verbosity verbosity = Verbosity::tuner_basic) {
  PvarSpec spec = running(std::move(name), std::move(category), std::move(desc), verbosity);
  spec.readonly = true;
  spec.continuous = true;
  spec.atomic = false;
  return spec;
}

PvarSpec phase(Engine& engine) {
  using Phase = PerformanceVariables::Phase;
  PvarSpec spec = showing("mpi_phase", "mpi", "Whether MPI is initialized.", Verbosity::user_all);
  spec.enumtype = engine.add_enum({"mpi_phases",
                                   {{"before_init", static_cast<int>(Phase::before_init)},
                                    {"active", static_cast<int>(Phase::active)},
                                    {"finalized", static_cast<int>(Phase::finalized)}}});
  return spec;
}

}  // namespace

PerformanceVariables::Gauge::Gauge(Engine& engine, const std::string& name, const std::string& what)
    : level(engine, showing(name, "mpi_queues", "Number of " + what + ".")),
      high(engine, running(name, "mpi_queues", "Highest number of " + what + "."), level),
      low(engine, running(name, "mpi_queues", "Lowest number of " + what + "."), level) {}

PerformanceVariables::PerformanceVariables(Engine& engine)
    : posted_(engine, "mpi_posted_queue_length", "receives that wait for their message"),
      unexpected_(engine, "mpi_unexpected_queue_length", "messages that wait for their receive"),
      unexpected_bytes_(engine, "mpi_unexpected_bytes",
                        "bytes of messages that wait for their receive"),
      attempts_(engine,
                running("mpi_match_attempts", "mpi_queues",
                        "Comparisons of a message with a receive or probe."),
                match_attempts_),
      messages_sent_(engine,
                     running("mpi_messages_sent", "mpi_p2p", "Messages that this process sent.",
                             Verbosity::user_basic),
                     sends_),
      message_sizes_(engine,
                     running("mpi_message_sizes", "mpi_p2p",
                             "Messages that this process sent, by size: element 0 counts empty "
                             "ones, element n those of 2^(n-1) up to 2^n - 1 bytes."),
                     size_classes),
      bytes_sent_(engine, running("mpi_bytes_sent", "mpi_p2p", "Bytes that this process sent.",
                                  Verbosity::user_basic)),
      wait_time_(engine, running("mpi_wait_time", "mpi_p2p",
                                 "Time spent waiting in MPI functions for messages to arrive or to "
                                 "be received, in seconds as of MPI_Wtime.",
                                 Verbosity::user_basic)),
      eager_share_(engine, showing("mpi_eager_share", "mpi_p2p",
                                   "Share of this process's messages whose send did not wait for "
                                   "the receive.")),
      largest_message_(engine,
                       showing("mpi_largest_message", "mpi_p2p",
                               "Size in bytes of the largest message that this process sent.")),
      phase_(engine, phase(engine)),
      comm_messages_sent_(engine, Bind::mpi_comm,
                          running("mpi_comm_messages_sent", "mpi_comm",
                                  "Messages sent over the communicator.", Verbosity::tuner_detail)),
      comm_bytes_sent_(engine, Bind::mpi_comm,
                       running("mpi_comm_bytes_sent", "mpi_comm",
                               "Bytes sent over the communicator.", Verbosity::tuner_detail)),
      comm_sent_to_(engine, Bind::mpi_comm,
                    running("mpi_comm_sent_to", "mpi_comm",
                            "Messages sent over the communicator, one element for each rank.",
                            Verbosity::tuner_all)),
      comm_size_(engine, Bind::mpi_comm,
                 showing("mpi_comm_size", "mpi_comm", "Number of processes in the communicator.",
                         Verbosity::tuner_all)) {}

CommVariables PerformanceVariables::attach(ObjectWord comm, int size) {
  comm_size_.attach(comm, 1, static_cast<unsigned>(size));
  return {comm_messages_sent_.attach(comm), comm_bytes_sent_.attach(comm),
          comm_sent_to_.attach(comm, size)};
}

void PerformanceVariables::detach(ObjectWord comm) {
  comm_messages_sent_.detach(comm);
  comm_bytes_sent_.detach(comm);
  comm_sent_to_.detach(comm);
  comm_size_.detach(comm);
}

void PerformanceVariables::on_send(const CommVariables& communicator, int destination,
                                   std::size_t bytes, bool eager) {
  inc_together([&](const auto& inc) {
    inc(message_sizes_, 1, std::bit_width(bytes));
    inc(bytes_sent_, bytes);
    inc(communicator.messages_sent);
    inc(communicator.bytes_sent, bytes);
    inc(communicator.sent_to, 1, destination);
  });
  __atomic_store_n(&sends_, sends_ + 1, __ATOMIC_RELAXED);
  if (!eager) ++waiting_sends_;
  if (waiting_sends_ != 0 || bytes >= beyond_largest_) [[unlikely]]
    on_unusual_send(bytes);
}

void PerformanceVariables::on_unusual_send(std::size_t bytes) {
  const auto sends = static_cast<double>(sends_);
  eager_share_.set((sends - static_cast<double>(waiting_sends_)) / sends);
  if (bytes < beyond_largest_) return;
  largest_message_.set(bytes);
  beyond_largest_ = bytes + 1;
}

}  // namespace mpit::runtime
