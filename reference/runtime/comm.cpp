// SPDX-License-Identifier: BSD-3-Clause
// Communicators.
#include <algorithm>

#include "call.hpp"

using namespace mpit::runtime;

extern "C" {

MPIT_API(int, MPI_Comm_rank, (MPI_Comm comm, int* rank)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call&, const auto& communicator) {
    require_pointer(rank, "rank");
    *rank = communicator->group->rank;
  });
}

MPIT_API(int, MPI_Comm_size, (MPI_Comm comm, int* size)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call&, const auto& communicator) {
    require_pointer(size, "size");
    *size = communicator->group->size();
  });
}

MPIT_API(int, MPI_Comm_dup, (MPI_Comm comm, MPI_Comm* newcomm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, const auto& communicator) {
    require_pointer(newcomm, "newcomm");
    *newcomm = call.process.add_comm(communicator->group, communicator->errhandler);
  });
}

MPIT_API(int, MPI_Comm_split, (MPI_Comm comm, int color, int /*key*/, MPI_Comm* newcomm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, const auto& communicator) {
    require_pointer(newcomm, "newcomm");
    if (color < 0 && color != MPI_UNDEFINED) throw Error{MPI_ERR_ARG, "negative color"};
    *newcomm = MPI_COMM_NULL;
    if (color == MPI_UNDEFINED) return;
    // A communicator has one member here, so whoever shares its color is itself.
    *newcomm = call.process.add_comm(communicator->group, communicator->errhandler);
  });
}

MPIT_API(int, MPI_Comm_free, (MPI_Comm * comm)) {
  return call_comm(MPIT_FUNCTION, comm ? *comm : MPI_COMM_NULL, [&](Call& call, const auto&) {
    if (CommTable::is_predefined(*comm)) throw Error{MPI_ERR_COMM, "predefined communicator"};
    call.process.remove_comm(*comm);
    *comm = MPI_COMM_NULL;
  });
}

MPIT_API(int, MPI_Comm_compare, (MPI_Comm comm1, MPI_Comm comm2, int* result)) {
  return call_comm(MPIT_FUNCTION, comm1, [&](Call& call, const auto& first) {
    require_pointer(result, "result");
    const auto second = require(call.process.comms, comm2, MPI_ERR_COMM);
    const auto& left = first->group->processes;
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
