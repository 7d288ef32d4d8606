// SPDX-License-Identifier: BSD-3-Clause
// Groups of processes.
#include "call.hpp"

using namespace mpit::runtime;

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

}  // extern "C"
