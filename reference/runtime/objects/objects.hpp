// SPDX-License-Identifier: BSD-3-Clause
// The objects of MPI's handles, and the common part of objects to which variables can be bound.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "reference/engine/core/types.hpp"
#include "reference/runtime/job/performance_variables.hpp"
#include "reference/runtime/job/specimen_set.hpp"
#include "reference/runtime/objects/handle_table.hpp"
#include "reference/runtime/objects/layout.hpp"
#include "reference/runtime/objects/ref.hpp"

namespace mpit::runtime {

/// Guarded by the process's lock.
struct Object : Shared {
  /// Specimens and settings that tools bound to the object.
  struct Bound {
    std::unique_ptr<SpecimenSet> specimens;  ///< created when a tool first binds one
    std::function<void()> announce_use;      ///< set when a tool first binds a specimen event
    int setting = 0;                         ///< value of the specimen cvar bound to this object
    std::uint64_t level = 0;                 ///< initial value of new gauges among the specimens
  };

  Object() = default;
  /// A copy is a new object, to which nothing is bound.
  Object(const Object& other) : Shared(other) {}
  Object& operator=(const Object&) = delete;

  /// Created by the first call.
  Bound& bound() {
    if (!bound_) bound_ = std::make_unique<Bound>();
    return *bound_;
  }

  /// Records that an MPI function uses the object.
  void use() {
    if (bound_) [[unlikely]]
      announce(*bound_);
  }

 private:
  [[gnu::noinline]] static void announce(Bound& bound);

  std::unique_ptr<Bound> bound_;  // null before the first tool
};

/// Runs `work` on the live object of kind `bind` and `handle` (Bind::no_object: on the object of
/// the process), with the process locked. False if there is none.
using ObjectAccess =
    std::function<bool(Bind bind, ObjectWord handle, const std::function<void(Object&)>& work)>;

/// An MPI_Group.
struct Group : Object {
  std::vector<int> processes;  ///< by rank in the group: the process's rank in the world
  int rank = MPI_UNDEFINED;    ///< of this process
  int size() const { return static_cast<int>(processes.size()); }
};

/// An MPI_Errhandler.
struct Errhandler : Object {
  enum class Action { fatal, return_code, call };
  Action action = Action::fatal;
  /// The program's function, whose type is that of the handler's kind of object. monostate: the
  /// handler is predefined and fits every kind.
  std::variant<std::monostate, MPI_Comm_errhandler_function*, MPI_Session_errhandler_function*,
               MPI_Win_errhandler_function*, MPI_File_errhandler_function*>
      function;
  int references = 0;  ///< handles that the program has not freed yet
  MPI_Errhandler handle = MPI_ERRHANDLER_NULL;
};

/// The program's functions for attributes of one kind.
struct Keyval {
  MPI_Comm_copy_attr_function* copy = nullptr;
  MPI_Comm_delete_attr_function* remove = nullptr;
  void* extra = nullptr;
};

/// An attribute that the program set.
struct Attribute {
  int key;
  std::shared_ptr<const Keyval> keyval;  ///< kept even if the program freed it
  void* value;
};

/// The program's assertions (MPI-5.0 section 7.4.4): info keys and their values. The library does
/// not use them, but the program can query them.
using Assertions = std::array<bool, 4>;
inline constexpr std::array<const char*, 4> assertion_keys = {
    "mpi_assert_no_any_tag", "mpi_assert_no_any_source", "mpi_assert_exact_length",
    "mpi_assert_allow_overtaking"};

/// An MPI_Comm, or a communicator for the library's own messages.
struct Communicator : Object {
  explicit Communicator(std::optional<CommVariables> counted) : variables(std::move(counted)) {}

  /// Separates the program's messages from those of other communicators. The next number is for the
  /// library's messages, in collectives.
  std::uint64_t context = 0;
  Ref<const Group> group;
  Ref<Errhandler> errhandler;
  std::int64_t eager_limit = -1;           ///< bytes; -1: that of the process
  std::optional<CommVariables> variables;  ///< its counters; none for the library's communicators
  std::vector<Attribute> attributes;       ///< in the order in which they were set
  std::string name;
  Assertions assertions{};
};

/// An MPI_Datatype.
struct Type : Object {
  Layout layout;
  bool committed = false;
  std::string name;
};

/// An MPI_Op. `function` is null for a predefined one.
struct Op : Object {
  MPI_User_function* function = nullptr;
  bool commutes = true;
};

/// An MPI_Info.
struct Info : Object {
  std::vector<std::pair<std::string, std::string>> entries;  ///< in the order of their first set
};

/// An MPI_Session.
struct Session : Object {
  Ref<Errhandler> errhandler;
  std::string thread_level;  ///< for MPI_Session_get_info
};

/// The destination of a message, or the source of a receive.
struct Route {
  Communicator& communicator;
  MPI_Comm comm;          ///< its handle
  std::uint64_t context;  ///< one of the communicator's two
  int peer;               ///< rank, or wildcard of a receive
  int tag;
};

/// The content of a status. The defaults are those of a send.
struct Outcome {
  int source = MPI_ANY_SOURCE;
  int tag = MPI_ANY_TAG;
  std::size_t bytes = 0;
  int error = MPI_SUCCESS;
  bool cancelled = false;
};

struct Request;

/// A communication that the program starts repeatedly.
struct Persistent {
  enum class Kind { send, synchronous_send, buffered_send, receive };
  Kind kind;
  const void* buffer;
  std::size_t count;
  Ref<Type> type;
  Ref<Request> current;  ///< null: it is not active
};

/// The packed form of elements that are not adjacent.
struct Staged {
  std::vector<std::byte> packed;
  Ref<const Type> type;    ///< receives: the type of the elements
  void* buffer = nullptr;  ///< receives: the destination of the elements

  /// Copies the first `bytes` received bytes to their destination.
  [[gnu::noinline]] void unpack(std::size_t bytes) const;
};

/// A communication in progress, or one that the program has not completed yet.
struct Request : Object {
  /// One that completed at once.
  Request(MPI_Comm of, const Outcome& done) : complete(true), outcome(done), comm(of) {}
  Request(const Route& route, void* memory, std::size_t size)
      : buffer(memory),
        bytes(size),
        comm(route.comm),
        communicator(&route.communicator),
        context(route.context),
        peer(route.peer),
        tag(route.tag) {}

  bool complete = false;
  Outcome outcome;
  void* buffer = nullptr;  ///< receives: destination
  std::size_t bytes = 0;   ///< sends: to send; receives: that fit
  MPI_Comm comm = MPI_COMM_NULL;
  Ref<Communicator> communicator;
  std::uint64_t context = 0;
  int peer = MPI_ANY_SOURCE;
  int tag = MPI_ANY_TAG;
  std::unique_ptr<Staged> staged;  ///< `buffer` is in it; null: `buffer` is the program's
  std::unique_ptr<Persistent> persistent;

  static void* operator new(std::size_t) { return Pool<Request>::take(); }
  static void operator delete(void* memory) { Pool<Request>::give(memory); }
};

using CommTable = HandleTable<Communicator, MPI_Comm, Kind::comm>;
using GroupTable = HandleTable<Group, MPI_Group, Kind::group>;
using DatatypeTable = HandleTable<Type, MPI_Datatype, Kind::datatype>;
using OpTable = HandleTable<Op, MPI_Op, Kind::op>;
using InfoTable = HandleTable<Info, MPI_Info, Kind::info>;
using ErrhandlerTable = HandleTable<Errhandler, MPI_Errhandler, Kind::errhandler>;
using RequestTable = HandleTable<Request, MPI_Request, Kind::request>;
using SessionTable = HandleTable<Session, MPI_Session, Kind::session>;

}  // namespace mpit::runtime
