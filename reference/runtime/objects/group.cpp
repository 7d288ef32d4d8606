// SPDX-License-Identifier: BSD-3-Clause
// Groups: queries and creation.
#include "reference/runtime/objects/group.hpp"

#include <algorithm>
#include <utility>

namespace mpit::runtime {

int rank_in(const Group& group, int process) {
  const auto found = std::find(group.processes.begin(), group.processes.end(), process);
  return found == group.processes.end() ? MPI_UNDEFINED
                                        : static_cast<int>(found - group.processes.begin());
}

MPI_Group insert_group(Call& call, std::vector<int> processes) {
  if (processes.empty()) return MPI_GROUP_EMPTY;
  auto made = make_ref<Group>();
  made->processes = std::move(processes);
  made->rank = rank_in(*made, call.process.world_rank());
  return call.process.groups.insert(std::move(made));
}

}  // namespace mpit::runtime

using namespace mpit::runtime;

namespace {

const Group& find_group(Call& call, MPI_Group group) {
  return *require(call.process.groups, group, MPI_ERR_GROUP);
}

// The processes of a group at these ranks, each at most once.
std::vector<int> at_ranks(const Group& group, const std::vector<int>& ranks) {
  std::vector<int> processes;
  std::vector<bool> taken(group.processes.size());
  for (const int rank : ranks) {
    if (rank < 0 || rank >= group.size()) throw Error{MPI_ERR_RANK, "not in the group"};
    const auto at = static_cast<std::size_t>(rank);
    if (taken[at]) throw Error{MPI_ERR_RANK, "named twice"};
    taken[at] = true;
    processes.push_back(group.processes[at]);
  }
  return processes;
}

// The processes of `first` that are in `second`, or those that are not.
std::vector<int> select(const Group& first, const Group& second, bool common) {
  std::vector<int> processes;
  for (const int process : first.processes) {
    if ((rank_in(second, process) != MPI_UNDEFINED) == common) processes.push_back(process);
  }
  return processes;
}

std::vector<int> listed(int n, const int* ranks) {
  if (n < 0) throw Error{MPI_ERR_ARG, "negative n"};
  if (n > 0) require_pointer(ranks, "ranks");
  return {ranks, ranks + n};
}

// The ranks of triplets of first, last and stride.
std::vector<int> in_ranges(int n, const int (*ranges)[3]) {
  if (n < 0) throw Error{MPI_ERR_ARG, "negative n"};
  if (n > 0) require_pointer(ranges, "ranges");
  std::vector<int> ranks;
  for (int i = 0; i < n; ++i) {
    const auto [first, last, stride] = ranges[i];
    if (stride == 0) throw Error{MPI_ERR_ARG, "a stride is 0"};
    for (long rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride)
      ranks.push_back(static_cast<int>(rank));
  }
  return ranks;
}

// Creates a group of the processes that `choose(call)` returns.
template <class Choose>
int make_group(const char* function, MPI_Group* newgroup, Choose choose) {
  return call_active(function, [&](Call& call) {
    require_pointer(newgroup, "newgroup");
    *newgroup = insert_group(call, choose(call));
  });
}

// All processes of a group except those at these ranks.
std::vector<int> all_but(const Group& group, const std::vector<int>& ranks) {
  Group excluded;
  excluded.processes = at_ranks(group, ranks);
  return select(group, excluded, false);
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Comm_group, (MPI_Comm comm, MPI_Group* group)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(group, "group");
    *group = call.process.groups.insert(make_ref<Group>(*communicator.group));
  });
}

MPIT_API(int, MPI_Group_size, (MPI_Group group, int* size)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(size, "size");
    *size = find_group(call, group).size();
  });
}

MPIT_API(int, MPI_Group_rank, (MPI_Group group, int* rank)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(rank, "rank");
    *rank = find_group(call, group).rank;
  });
}

MPIT_API(int, MPI_Group_free, (MPI_Group * group)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(group, "group");
    find_group(call, *group);
    if (!GroupTable::is_predefined(*group)) call.process.groups.erase(*group);
    *group = MPI_GROUP_NULL;
  });
}

MPIT_API(int, MPI_Group_compare, (MPI_Group group1, MPI_Group group2, int* result)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(result, "result");
    const auto& left = find_group(call, group1).processes;
    const auto& right = find_group(call, group2).processes;
    const bool same = std::is_permutation(left.begin(), left.end(), right.begin(), right.end());
    *result = left == right ? MPI_IDENT : same ? MPI_SIMILAR : MPI_UNEQUAL;
  });
}

MPIT_API(int, MPI_Group_translate_ranks,
         (MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[])) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    const Group& from = find_group(call, group1);
    const Group& to = find_group(call, group2);
    const auto ranks = listed(n, ranks1);
    if (n > 0) require_pointer(ranks2, "ranks2");
    for (const int rank : ranks) {
      if (rank != MPI_PROC_NULL && (rank < 0 || rank >= from.size()))
        throw Error{MPI_ERR_RANK, "not in the group"};
    }
    std::transform(ranks.begin(), ranks.end(), ranks2, [&](int rank) {
      if (rank == MPI_PROC_NULL) return MPI_PROC_NULL;
      return rank_in(to, from.processes[static_cast<std::size_t>(rank)]);
    });
  });
}

MPIT_API(int, MPI_Group_union, (MPI_Group group1, MPI_Group group2, MPI_Group* newgroup)) {
  return make_group(MPIT_FUNCTION, newgroup, [&](Call& call) {
    const Group& first = find_group(call, group1);
    auto processes = first.processes;
    const auto others = select(find_group(call, group2), first, false);
    processes.insert(processes.end(), others.begin(), others.end());
    return processes;
  });
}

MPIT_API(int, MPI_Group_intersection, (MPI_Group group1, MPI_Group group2, MPI_Group* newgroup)) {
  return make_group(MPIT_FUNCTION, newgroup, [&](Call& call) {
    return select(find_group(call, group1), find_group(call, group2), true);
  });
}

MPIT_API(int, MPI_Group_difference, (MPI_Group group1, MPI_Group group2, MPI_Group* newgroup)) {
  return make_group(MPIT_FUNCTION, newgroup, [&](Call& call) {
    return select(find_group(call, group1), find_group(call, group2), false);
  });
}

MPIT_API(int, MPI_Group_incl, (MPI_Group group, int n, const int ranks[], MPI_Group* newgroup)) {
  return make_group(MPIT_FUNCTION, newgroup, [&](Call& call) {
    return at_ranks(find_group(call, group), listed(n, ranks));
  });
}

MPIT_API(int, MPI_Group_excl, (MPI_Group group, int n, const int ranks[], MPI_Group* newgroup)) {
  return make_group(MPIT_FUNCTION, newgroup,
                    [&](Call& call) { return all_but(find_group(call, group), listed(n, ranks)); });
}

MPIT_API(int, MPI_Group_range_incl,
         (MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup)) {
  return make_group(MPIT_FUNCTION, newgroup, [&](Call& call) {
    return at_ranks(find_group(call, group), in_ranges(n, ranges));
  });
}

MPIT_API(int, MPI_Group_range_excl,
         (MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup)) {
  return make_group(MPIT_FUNCTION, newgroup, [&](Call& call) {
    return all_but(find_group(call, group), in_ranges(n, ranges));
  });
}

}  // extern "C"
