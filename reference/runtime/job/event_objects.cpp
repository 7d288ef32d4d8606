// SPDX-License-Identifier: BSD-3-Clause
// The events of MPI's objects.
#include "reference/runtime/job/event_objects.hpp"

#include <string>
#include <utility>

namespace mpit::runtime {
namespace {

EventSpec of_object(std::string name, std::string desc, SourceRecord& source) {
  return {.name = std::move(name),
          .desc = std::move(desc),
          .category = "mpi_objects",
          .verbosity = Verbosity::tuner_detail,
          .source = &source};
}

}  // namespace

ObjectEvents::ObjectEvents(Engine& engine, const ObjectAccess& objects)
    : ObjectEvents(engine, objects,
                   engine.add_source({.name = "mpi_objects",
                                      .desc = "Communicators, windows and sessions of the process; "
                                              "ticks are nanoseconds."})) {}

ObjectEvents::ObjectEvents(Engine& engine, const ObjectAccess& objects, SourceRecord& source)
    : comm_created_(
          engine,
          of_object("mpi_comm_created", "A communicator of so many ranks is there.", source),
          {"size"}),
      comm_freed_(engine, of_object("mpi_comm_freed", "A communicator is gone.", source), {"size"}),
      comm_named_(
          engine, Bind::mpi_comm,
          [objects](ObjectWord comm) { return objects(Bind::mpi_comm, comm, [](Object&) {}); },
          of_object("mpi_comm_named", "The communicator has a name of that length.", source),
          {"length"}),
      errhandler_called_(engine,
                         of_object("mpi_errhandler_called", "An error handler is called.", source),
                         {"code"}),
      win_created_(engine,
                   of_object("mpi_win_created", "A window of so many ranks is there.", source),
                   {"size"}),
      win_freed_(engine, of_object("mpi_win_freed", "A window is gone.", source), {"size"}),
      session_begun_(engine,
                     of_object("mpi_session_begun",
                               "A session began; open counts those "
                               "that are there.",
                               source),
                     {"open"}),
      session_ended_(engine, of_object("mpi_session_ended", "A session ended.", source), {"open"}) {
}

}  // namespace mpit::runtime
