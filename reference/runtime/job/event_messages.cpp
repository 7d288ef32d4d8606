// SPDX-License-Identifier: BSD-3-Clause
// The events of point-to-point communication.
#include "reference/runtime/job/event_messages.hpp"

#include <string>
#include <utility>

#include "reference/runtime/messages/match_queues.hpp"
#include "reference/runtime/objects/objects.hpp"

namespace mpit::runtime {
namespace {

EventSpec make_spec(std::string name, std::string category, std::string desc, SourceRecord& source,
                    Verbosity verbosity = Verbosity::tuner_basic) {
  return {.name = std::move(name),
          .desc = std::move(desc),
          .category = std::move(category),
          .verbosity = verbosity,
          .source = &source};
}

}  // namespace

MessageEvents::MessageEvents(Engine& engine, const ObjectAccess& objects)
    : MessageEvents(
          engine, objects,
          engine.add_source({.name = "mpi_p2p",
                             .desc = "Point-to-point communication of the process; ticks are "
                                     "nanoseconds."})) {}

MessageEvents::MessageEvents(Engine& engine, const ObjectAccess& objects, SourceRecord& source)
    : send_started_(engine,
                    make_spec("mpi_send_started", "mpi_p2p",
                              "A send to a rank of its communicator began; eager is 1 if it will "
                              "not wait for the receive.",
                              source, Verbosity::user_basic),
                    {"destination", "tag", "bytes", "eager"}),
      send_completed_(
          engine,
          make_spec("mpi_send_completed", "mpi_p2p", "A send ended: the buffer may be used again.",
                    source, Verbosity::user_basic),
          {"destination", "tag", "bytes"}),
      unexpected_(engine,
                  make_spec("mpi_message_unexpected", "mpi_queues",
                            "A message arrived that no receive waits for; length is that of the "
                            "queue of such messages, this one included.",
                            source),
                  {"source", "tag", "bytes", "length"}),
      matched_(engine,
               make_spec("mpi_message_matched", "mpi_queues",
                         "A message met its receive; was_unexpected is 1 if it had to wait for it.",
                         source),
               {"source", "tag", "bytes", "was_unexpected"}),
      comm_send_started_(
          engine, Bind::mpi_comm,
          [objects](ObjectWord comm) { return objects(Bind::mpi_comm, comm, [](Object&) {}); },
          make_spec("mpi_comm_send_started", "mpi_comm",
                    "A send to a rank of the communicator began.", source, Verbosity::tuner_detail),
          {"destination", "tag", "bytes"}) {}

void MessageEvents::on_send_started(const Route& route, std::size_t bytes, bool eager) const {
  send_started_.post(route.peer, route.tag, bytes, eager);
  comm_send_started_.post(reinterpret_cast<ObjectWord>(route.comm), route.peer, route.tag, bytes);
}

void MessageEvents::on_send_completed(int destination, int tag, std::size_t bytes) const {
  send_completed_.post(destination, tag, bytes);
}

void MessageEvents::on_unexpected(const Message& message, std::size_t length) const {
  unexpected_.post(message.source, message.tag, message.bytes, length);
}

void MessageEvents::on_matched(const Message& message, bool was_unexpected) const {
  matched_.post(message.source, message.tag, message.bytes, was_unexpected);
}

}  // namespace mpit::runtime
