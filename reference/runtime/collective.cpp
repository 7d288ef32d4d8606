// SPDX-License-Identifier: BSD-3-Clause
// Collective communication. Communicators have one member here, which has every contribution.
#include <cstring>

#include "arguments.hpp"
#include "requests.hpp"

using namespace mpit::runtime;

namespace {

struct Part {
  const void* buffer;
  int count;
  MPI_Datatype datatype;
};

// Moves the caller's contribution to its place in the result.
void gather(Call& call, const Part& contribution, void* result, int count, MPI_Datatype datatype) {
  const auto capacity = buffer_bytes(call, result, count, datatype);
  if (contribution.buffer == MPI_IN_PLACE) return;
  const auto bytes =
      buffer_bytes(call, contribution.buffer, contribution.count, contribution.datatype);
  if (bytes > capacity) throw Error{MPI_ERR_TRUNCATE, std::to_string(capacity) + " bytes fit"};
  if (bytes > 0) std::memmove(result, contribution.buffer, bytes);
}

void reduce(Call& call, const void* contribution, void* result, int count, MPI_Datatype datatype,
            MPI_Op op) {
  require(call.process.ops, op, MPI_ERR_OP);
  gather(call, {contribution, count, datatype}, result, count, datatype);
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Barrier, (MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [](Call&, const Comm&) {});
}

MPIT_API(int, MPI_Bcast,
         (void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, const Comm& communicator) {
    check_root(call, *communicator, root);
    buffer_bytes(call, buffer, count, datatype);
  });
}

MPIT_API(int, MPI_Gather,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
          MPI_Datatype recvtype, int root, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, const Comm& communicator) {
    check_root(call, *communicator, root);
    gather(call, {sendbuf, sendcount, sendtype}, recvbuf, recvcount, recvtype);
  });
}

MPIT_API(int, MPI_Allgather,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
          MPI_Datatype recvtype, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, const Comm&) {
    gather(call, {sendbuf, sendcount, sendtype}, recvbuf, recvcount, recvtype);
  });
}

MPIT_API(int, MPI_Reduce,
         (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
          MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, const Comm& communicator) {
    check_root(call, *communicator, root);
    reduce(call, sendbuf, recvbuf, count, datatype, op);
  });
}

MPIT_API(int, MPI_Allreduce,
         (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
          MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, const Comm&) {
    reduce(call, sendbuf, recvbuf, count, datatype, op);
  });
}

}  // extern "C"
