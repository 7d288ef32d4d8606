// SPDX-License-Identifier: BSD-3-Clause
// Communicators and their groups; sessions, which are objects to bind variables to and offer no
// process sets.
#include <algorithm>
#include <vector>

#include "reference/runtime/call.hpp"
#include "reference/runtime/messages/collective.hpp"
#include "reference/runtime/objects/attribute.hpp"

using namespace mpit::runtime;

namespace {

// What a member of a communicator that is split says.
struct Choice {
  int color;
  int key;
};

// A context for a communicator that is made out of this one.
std::uint64_t agree_on_context(Call& call, Collective parent) {
  std::uint64_t context = parent.rank() == 0 ? call.process.new_context() : 0;
  parent.bcast(&context, sizeof context, 0);
  return context;
}

std::vector<Choice> exchange(Collective parent, Choice mine) {
  std::vector<Choice> choices(static_cast<std::size_t>(parent.size()));
  parent.gather(&mine, sizeof mine, choices.data(), sizeof mine, 0);
  parent.bcast(choices.data(), choices.size() * sizeof mine, 0);
  return choices;
}

// The members that chose like this process, by key, then by rank.
Ref<const Group> make_group(const Group& parent, const std::vector<Choice>& choices) {
  const auto of = [&](int rank) { return choices[static_cast<std::size_t>(rank)]; };
  std::vector<int> ranks;
  for (int rank = 0; rank != parent.size(); ++rank) {
    if (of(rank).color == of(parent.rank).color) ranks.push_back(rank);
  }
  std::stable_sort(ranks.begin(), ranks.end(),
                   [&](int left, int right) { return of(left).key < of(right).key; });
  auto group = make_ref<Group>();
  for (const int rank : ranks) {
    if (rank == parent.rank) group->rank = group->size();
    group->processes.push_back(parent.processes[static_cast<std::size_t>(rank)]);
  }
  return group;
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Comm_rank, (MPI_Comm comm, int* rank)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call&, Communicator& communicator) {
    require_pointer(rank, "rank");
    *rank = communicator.group->rank;
  });
}

MPIT_API(int, MPI_Comm_size, (MPI_Comm comm, int* size)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call&, Communicator& communicator) {
    require_pointer(size, "size");
    *size = communicator.group->size();
  });
}

MPIT_API(int, MPI_Comm_dup, (MPI_Comm comm, MPI_Comm* newcomm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(newcomm, "newcomm");
    const Collective parent(call, comm, communicator);
    const auto context = agree_on_context(call, parent);
    *newcomm = call.process.add_comm(context, communicator.group, communicator.errhandler);
    copy_attributes(call, comm, *newcomm);
  });
}

MPIT_API(int, MPI_Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm* newcomm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(newcomm, "newcomm");
    if (color < 0 && color != MPI_UNDEFINED) throw Error{MPI_ERR_ARG, "negative color"};
    *newcomm = MPI_COMM_NULL;
    const Collective parent(call, comm, communicator);
    const auto context = agree_on_context(call, parent);
    const auto choices = exchange(parent, {color, key});
    if (color == MPI_UNDEFINED) return;
    // Those who chose otherwise may have the same context: no message goes from them to these.
    *newcomm = call.process.add_comm(context, make_group(*communicator.group, choices),
                                     communicator.errhandler);
  });
}

MPIT_API(int, MPI_Comm_free, (MPI_Comm * comm)) {
  return call_comm(MPIT_FUNCTION, comm ? *comm : MPI_COMM_NULL, [&](Call& call, Communicator&) {
    if (CommTable::is_predefined(*comm)) throw Error{MPI_ERR_COMM, "predefined communicator"};
    call.process.delete_attributes(call.lock, *comm);
    call.process.remove_comm(*comm);
    *comm = MPI_COMM_NULL;
  });
}

MPIT_API(int, MPI_Comm_compare, (MPI_Comm comm1, MPI_Comm comm2, int* result)) {
  return call_comm(MPIT_FUNCTION, comm1, [&](Call& call, Communicator& first) {
    require_pointer(result, "result");
    const auto second = require(call.process.comms, comm2, MPI_ERR_COMM);
    const auto& left = first.group->processes;
    const auto& right = second->group->processes;
    if (comm1 == comm2) {
      *result = MPI_IDENT;
    } else if (left == right) {
      *result = MPI_CONGRUENT;
    } else {
      const bool same = std::is_permutation(left.begin(), left.end(), right.begin(), right.end());
      *result = same ? MPI_SIMILAR : MPI_UNEQUAL;
    }
  });
}

MPIT_API(int, MPI_Comm_group, (MPI_Comm comm, MPI_Group* group)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(group, "group");
    *group = call.process.groups.insert(make_ref<Group>(*communicator.group));
  });
}

MPIT_API(int, MPI_Group_size, (MPI_Group group, int* size)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(size, "size");
    *size = require(call.process.groups, group, MPI_ERR_GROUP)->size();
  });
}

MPIT_API(int, MPI_Group_rank, (MPI_Group group, int* rank)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(rank, "rank");
    *rank = require(call.process.groups, group, MPI_ERR_GROUP)->rank;
  });
}

MPIT_API(int, MPI_Group_free, (MPI_Group * group)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(group, "group");
    require(call.process.groups, *group, MPI_ERR_GROUP);
    if (!GroupTable::is_predefined(*group)) call.process.groups.erase(*group);
    *group = MPI_GROUP_NULL;
  });
}

MPIT_API(int, MPI_Session_init, (MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(session, "session");
    if (info != MPI_INFO_NULL) require(call.process.infos, info, MPI_ERR_INFO);
    require(call.process.errhandlers, errhandler, MPI_ERR_ERRHANDLER);
    *session = call.process.sessions.insert(make_ref<Session>());
  });
}

MPIT_API(int, MPI_Session_finalize, (MPI_Session * session)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(session, "session");
    require(call.process.sessions, *session, MPI_ERR_SESSION);
    call.process.sessions.erase(*session);
    *session = MPI_SESSION_NULL;
  });
}

}  // extern "C"
