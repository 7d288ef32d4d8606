// SPDX-License-Identifier: BSD-3-Clause
// Communicators: queries and creation.
#include <algorithm>
#include <vector>

#include "reference/runtime/call.hpp"
#include "reference/runtime/messages/collective.hpp"
#include "reference/runtime/objects/attribute.hpp"
#include "reference/runtime/objects/group.hpp"
#include "reference/runtime/objects/naming.hpp"

using namespace mpit::runtime;

namespace {

// The arguments of one member in a split.
struct Choice {
  int color;
  int key;
};

// A context for a communicator that is derived from this one.
std::uint64_t agree_on_context(Call& call, Collective parent) {
  std::uint64_t context = parent.rank() == 0 ? call.process.new_context() : 0;
  parent.bcast(&context, sizeof context, 0);
  return context;
}

std::vector<Choice> exchange(Collective parent, Choice mine) {
  std::vector<Choice> choices(static_cast<std::size_t>(parent.size()));
  parent.gather_everywhere(&mine, sizeof mine, choices.data());
  return choices;
}

// The members with this process's color, by key, then by rank.
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

void duplicate(Call& call, MPI_Comm comm, Communicator& communicator, const Assertions& assertions,
               MPI_Comm* newcomm) {
  const auto context = agree_on_context(call, {call, comm, communicator});
  *newcomm = call.process.add_comm(context, communicator.group, communicator.errhandler);
  call.process.comms.find(*newcomm)->assertions = assertions;
  copy_attributes(call, comm, *newcomm);
}

void split(Call& call, MPI_Comm comm, Communicator& communicator, Choice mine, MPI_Comm* newcomm,
           const Assertions& assertions = {}) {
  *newcomm = MPI_COMM_NULL;
  const Collective parent(call, comm, communicator);
  const auto context = agree_on_context(call, parent);
  const auto choices = exchange(parent, mine);
  if (mine.color == MPI_UNDEFINED) return;
  // Groups of other colors may have the same context, since no message goes between them.
  *newcomm = call.process.add_comm(context, make_group(*communicator.group, choices),
                                   communicator.errhandler);
  call.process.comms.find(*newcomm)->assertions = assertions;
}

// The internal tag for a tag of the program: tag + 1, since 0 is for other collectives. The largest
// tag wraps to a negative number, which no program can pass.
int internal_tag(int tag) { return static_cast<int>(static_cast<unsigned>(tag) + 1U); }

// The group of a handle. Throws unless all of its processes are in the communicator.
Ref<const Group> find_part(Call& call, const Communicator& communicator, MPI_Group handle) {
  const Group* const group = require(call.process.groups, handle, MPI_ERR_GROUP);
  for (const int process : group->processes) {
    if (rank_in(*communicator.group, process) == MPI_UNDEFINED)
      throw Error{MPI_ERR_GROUP, "not a part of the communicator"};
  }
  return Ref<const Group>(group);
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
    duplicate(call, comm, communicator, communicator.assertions, newcomm);
  });
}

MPIT_API(int, MPI_Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(newcomm, "newcomm");
    Assertions assertions{};
    note_assertions(call, info, assertions);
    duplicate(call, comm, communicator, assertions, newcomm);
  });
}

MPIT_API(int, MPI_Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm* newcomm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(newcomm, "newcomm");
    if (color < 0 && color != MPI_UNDEFINED) throw Error{MPI_ERR_ARG, "negative color"};
    split(call, comm, communicator, {color, key}, newcomm);
  });
}

// All processes of a job share memory. There is no information about hardware, so nothing guides a
// split by it.
MPIT_API(int, MPI_Comm_split_type,
         (MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(newcomm, "newcomm");
    Assertions assertions{};
    note_assertions(call, info, assertions);
    switch (split_type) {
      case MPI_COMM_TYPE_SHARED:
        return split(call, comm, communicator, {0, key}, newcomm, assertions);
      case MPI_COMM_TYPE_HW_GUIDED:
      case MPI_COMM_TYPE_HW_UNGUIDED:
      case MPI_COMM_TYPE_RESOURCE_GUIDED:
      case MPI_UNDEFINED:
        return split(call, comm, communicator, {MPI_UNDEFINED, key}, newcomm);
      default:
        throw Error{MPI_ERR_ARG, "no such split_type"};
    }
  });
}

MPIT_API(int, MPI_Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(newcomm, "newcomm");
    const Ref<const Group> members = find_part(call, communicator, group);
    *newcomm = MPI_COMM_NULL;
    const auto context = agree_on_context(call, {call, comm, communicator});
    if (members->rank == MPI_UNDEFINED) return;
    // Other groups may have the same context, since no message goes between them.
    *newcomm = call.process.add_comm(context, members, communicator.errhandler);
  });
}

MPIT_API(int, MPI_Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(newcomm, "newcomm");
    check_tag(call, tag, false);
    const Ref<const Group> members = find_part(call, communicator, group);
    *newcomm = MPI_COMM_NULL;
    if (members->rank == MPI_UNDEFINED) return;
    std::vector<int> ranks;
    for (const int process : members->processes)
      ranks.push_back(rank_in(*communicator.group, process));
    const auto context =
        agree_on_context(call, {call, comm, communicator, internal_tag(tag)}, ranks);
    *newcomm = call.process.add_comm(context, members, communicator.errhandler);
  });
}

MPIT_API(int, MPI_Comm_test_inter, (MPI_Comm comm, int* flag)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call&, Communicator&) {
    require_pointer(flag, "flag");
    *flag = 0;
  });
}

MPIT_API(int, MPI_Comm_free, (MPI_Comm * comm)) {
  return call_comm(MPIT_FUNCTION, comm ? *comm : MPI_COMM_NULL, [&](Call& call, Communicator&) {
    if (CommTable::is_predefined(*comm)) throw Error{MPI_ERR_COMM, "predefined communicator"};
    call.process.delete_attributes(call.lock, *comm);
    const int size = call.process.comms.find(*comm)->group->size();
    call.process.variables.object_events().on_comm_freed(size);
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

}  // extern "C"
