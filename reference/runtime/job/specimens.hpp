// SPDX-License-Identifier: BSD-3-Clause
// Variables and event types that have every legal combination of properties, as material for test
// suites.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reference/engine/core/engine.hpp"
#include "reference/engine/core/event.hpp"
#include "reference/runtime/objects/objects.hpp"

namespace mpit::runtime {

/// Registers the specimens of all kinds.
void add_specimens(Engine& engine, const ObjectAccess& objects);

/// The two parts of add_specimens.
void add_cvar_specimens(Engine& engine, const ObjectAccess& objects);
void add_pvar_specimens(Engine& engine, const ObjectAccess& objects);

/// A value of an enumeration and its word in names and texts.
template <class Value>
struct Named {
  Value value;
  const char* name;
};

/// The kinds of object that the runtime has.
inline constexpr std::array<Named<Bind>, 11> object_kinds = {{
    {Bind::mpi_comm, "comm"},
    {Bind::mpi_datatype, "datatype"},
    {Bind::mpi_errhandler, "errhandler"},
    {Bind::mpi_group, "group"},
    {Bind::mpi_op, "op"},
    {Bind::mpi_request, "request"},
    {Bind::mpi_info, "info"},
    {Bind::mpi_session, "session"},
    {Bind::mpi_message, "message"},
    {Bind::mpi_win, "win"},
    {Bind::mpi_file, "file"},
}};

/// Every datatype that a variable may have.
inline constexpr std::array<Named<Datatype>, 11> datatypes = {{
    {Datatype::int_, "int"},
    {Datatype::unsigned_, "unsigned"},
    {Datatype::unsigned_long, "unsigned_long"},
    {Datatype::unsigned_long_long, "unsigned_long_long"},
    {Datatype::count, "count"},
    {Datatype::char_, "char"},
    {Datatype::double_, "double"},
    {Datatype::int32, "int32"},
    {Datatype::int64, "int64"},
    {Datatype::uint32, "uint32"},
    {Datatype::uint64, "uint64"},
}};

/// The verbosity levels as a cycle.
Verbosity next_verbosity(Verbosity previous);

/// One event type for each datatype of an element, for each safety level of an ordered and an
/// unordered source, and for each kind of object to bind to.
class EventSpecimens {
 public:
  /// Registers them with `engine`. Objects are found through `objects`.
  EventSpecimens(Engine& engine, const ObjectAccess& objects);

  /// Posts an instance of each type that needs no object. Each of its elements is the number of
  /// instances so far, modulo the range of its type. Needs the process's lock.
  void drive() {
    ++instances_;
    for (const SourceRecord* const source : sources_) {
      if (source->wanted()) return post_all();
    }
  }

 private:
  [[gnu::noinline]] void post_all() const;

  std::vector<const SourceRecord*> sources_;
  std::vector<const EventRecord*> unbound_;
  std::uint64_t instances_ = 0;
};

}  // namespace mpit::runtime
