// SPDX-License-Identifier: BSD-3-Clause
// What the handles of MPI stand for.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "handle_table.hpp"
#include "object.hpp"
#include "performance_variables.hpp"
#include "pool.hpp"

namespace mpit::runtime {

struct Group : Object {
  std::vector<int> processes;  ///< by rank in the group: the process's rank in the world
  int rank = MPI_UNDEFINED;    ///< of this process
  int size() const { return static_cast<int>(processes.size()); }
};

struct Errhandler : Object {
  enum class Action { fatal, return_code, call };
  Action action = Action::fatal;
  MPI_Comm_errhandler_function* function = nullptr;
  int references = 0;  ///< handles that the program has still to free
  MPI_Errhandler handle = MPI_ERRHANDLER_NULL;
};

struct Communicator : Object {
  explicit Communicator(CommVariables counted) : variables(std::move(counted)) {}

  /// Separates the program's messages from those of other communicators; the one after it those of
  /// the library, for collectives.
  std::uint64_t context = 0;
  std::shared_ptr<const Group> group;
  std::shared_ptr<Errhandler> errhandler;
  std::int64_t eager_limit = -1;  ///< bytes; -1: the process's counts
  CommVariables variables;        ///< what is counted for it
};

/// All types are contiguous: basic ones, and repetitions of them.
struct Type : Object {
  std::size_t size = 0;
  bool committed = true;
};

struct Op : Object {
  MPI_User_function* function = nullptr;
  bool commutes = true;
};

struct Info : Object {
  std::vector<std::pair<std::string, std::string>> entries;  ///< in the order of their first set
};

struct Session : Object {};

/// A communication in progress.
struct Request : Object {
  enum class Direction { send, receive };
  Direction direction = Direction::send;
  bool complete = false;
  int error = MPI_SUCCESS;
  int source = MPI_ANY_SOURCE;  ///< receives: asked for, then received; sends: the destination
  int tag = MPI_ANY_TAG;
  std::size_t bytes = 0;     ///< received
  void* buffer = nullptr;    ///< receives: where to
  std::size_t capacity = 0;  ///< receives: bytes that fit
  MPI_Comm comm = MPI_COMM_NULL;
  std::shared_ptr<Communicator> communicator;
  std::uint64_t context = 0;  ///< one of the communicator's two
};

/// Requires the process's lock, now and when the last pointer goes.
inline std::shared_ptr<Request> new_request() {
  return std::allocate_shared<Request>(PoolAllocator<Request>());
}

using CommTable = HandleTable<Communicator, MPI_Comm, Kind::comm>;
using GroupTable = HandleTable<Group, MPI_Group, Kind::group>;
using DatatypeTable = HandleTable<Type, MPI_Datatype, Kind::datatype>;
using OpTable = HandleTable<Op, MPI_Op, Kind::op>;
using InfoTable = HandleTable<Info, MPI_Info, Kind::info>;
using ErrhandlerTable = HandleTable<Errhandler, MPI_Errhandler, Kind::errhandler>;
using RequestTable = HandleTable<Request, MPI_Request, Kind::request>;
using SessionTable = HandleTable<Session, MPI_Session, Kind::session>;

}  // namespace mpit::runtime
