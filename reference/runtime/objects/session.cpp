// SPDX-License-Identifier: BSD-3-Clause
// Sessions: their sets of processes, and communicators of these.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "reference/runtime/call.hpp"
#include "reference/runtime/messages/collective.hpp"
#include "reference/runtime/objects/errhandler.hpp"
#include "reference/runtime/objects/group.hpp"
#include "reference/runtime/objects/naming.hpp"

using namespace mpit::runtime;

namespace {

constexpr std::string_view process_sets[] = {"mpi://WORLD", "mpi://SELF"};

Session& find_session(Call& call, MPI_Session session) {
  return *require(call.process.sessions, session, MPI_ERR_SESSION);
}

// Runs `body(call, session)`; errors go to the session's handler.
template <class Body>
int call_session(const char* function, MPI_Session session, Body body) {
  return call_any_time(
      function, [&](Call& call) { body(call, find_session(call, session)); }, session);
}

// The processes of a set, by their ranks in the world. Throws MPI_ERR_ARG for an unknown set.
std::vector<int> processes_of(Call& call, const char* name) {
  require_pointer(name, "pset_name");
  call.process.join();
  if (name == process_sets[0]) return call.process.internal_world()->group->processes;
  if (name == process_sets[1]) return {call.process.world_rank()};
  throw Error{MPI_ERR_ARG, std::string("no process set ") + name};
}

// Sessions that request no level have the highest.
std::string thread_level_of(Call& call, MPI_Info info) {
  if (info != MPI_INFO_NULL) {
    for (const auto& [key, value] : require(call.process.infos, info, MPI_ERR_INFO)->entries) {
      if (key == "thread_level") return value;
    }
  }
  return "MPI_THREAD_MULTIPLE";
}

MPI_Info insert_info(Call& call, std::string key, std::string value) {
  auto made = make_ref<Info>();
  made->entries.emplace_back(std::move(key), std::move(value));
  return call.process.infos.insert(std::move(made));
}

// The internal tag for a string tag: its FNV-1a hash. Thus messages for communicators with
// different tags do not match.
int internal_tag(const char* tag) {
  std::uint32_t number = 2166136261U;
  for (; *tag != '\0'; ++tag) number = (number ^ static_cast<unsigned char>(*tag)) * 16777619U;
  return static_cast<int>(number >> 1);
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Session_init, (MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(session, "session");
    auto made = make_ref<Session>();
    made->thread_level = thread_level_of(call, info);
    made->errhandler = find_errhandler<MPI_Session_errhandler_function>(call, errhandler);
    *session = call.process.sessions.insert(std::move(made));
    call.process.variables.object_events().on_session_begun(++call.process.open_sessions);
  });
}

MPIT_API(int, MPI_Session_finalize, (MPI_Session * session)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(session, "session");
    find_session(call, *session);
    Process& process = call.process;
    if (process.open_sessions == 1 && process.phase != Process::Phase::active)
      process.leave(call.lock);
    process.sessions.erase(*session);
    process.variables.object_events().on_session_ended(--process.open_sessions);
    *session = MPI_SESSION_NULL;
  });
}

MPIT_API(int, MPI_Session_get_info, (MPI_Session session, MPI_Info* info_used)) {
  return call_session(MPIT_FUNCTION, session, [&](Call& call, Session& object) {
    require_pointer(info_used, "info_used");
    *info_used = insert_info(call, "thread_level", object.thread_level);
  });
}

MPIT_API(int, MPI_Session_get_num_psets, (MPI_Session session, MPI_Info info, int* npset_names)) {
  return call_session(MPIT_FUNCTION, session, [&](Call& call, Session&) {
    require_pointer(npset_names, "npset_names");
    if (info != MPI_INFO_NULL) require(call.process.infos, info, MPI_ERR_INFO);
    *npset_names = static_cast<int>(std::size(process_sets));
  });
}

MPIT_API(int, MPI_Session_get_nth_pset,
         (MPI_Session session, MPI_Info info, int n, int* pset_len, char* pset_name)) {
  return call_session(MPIT_FUNCTION, session, [&](Call& call, Session&) {
    require_pointer(pset_len, "pset_len");
    if (info != MPI_INFO_NULL) require(call.process.infos, info, MPI_ERR_INFO);
    if (n < 0 || n >= static_cast<int>(std::size(process_sets)))
      throw Error{MPI_ERR_ARG, "no such process set"};
    const std::string_view name = process_sets[n];
    if (*pset_len > 0) {
      require_pointer(pset_name, "pset_name");
      pset_name[name.copy(pset_name, static_cast<std::size_t>(*pset_len) - 1)] = '\0';
    }
    *pset_len = static_cast<int>(name.size()) + 1;
  });
}

MPIT_API(int, MPI_Session_get_pset_info,
         (MPI_Session session, const char* pset_name, MPI_Info* info)) {
  return call_session(MPIT_FUNCTION, session, [&](Call& call, Session&) {
    require_pointer(info, "info");
    const auto size = processes_of(call, pset_name).size();
    *info = insert_info(call, "mpi_size", std::to_string(size));
  });
}

MPIT_API(int, MPI_Group_from_session_pset,
         (MPI_Session session, const char* pset_name, MPI_Group* newgroup)) {
  return call_session(MPIT_FUNCTION, session, [&](Call& call, Session&) {
    require_pointer(newgroup, "newgroup");
    *newgroup = insert_group(call, processes_of(call, pset_name));
  });
}

MPIT_API(int, MPI_Comm_create_from_group,
         (MPI_Group group, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler,
          MPI_Comm* newcomm)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(stringtag, "stringtag");
    require_pointer(newcomm, "newcomm");
    const Ref<const Group> members(require(call.process.groups, group, MPI_ERR_GROUP));
    const auto handler = find_errhandler<MPI_Comm_errhandler_function>(call, errhandler);
    Assertions assertions{};
    note_assertions(call, info, assertions);
    *newcomm = MPI_COMM_NULL;
    if (members->size() == 0) return;
    if (members->rank == MPI_UNDEFINED) throw Error{MPI_ERR_GROUP, "this process is not in it"};
    Collective world(call, MPI_COMM_NULL, *call.process.internal_world(), internal_tag(stringtag));
    const auto context = agree_on_context(call, world, members->processes);
    *newcomm = call.process.add_comm(context, members, handler);
    call.process.comms.find(*newcomm)->assertions = assertions;
  });
}

}  // extern "C"
