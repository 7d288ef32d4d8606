// SPDX-License-Identifier: BSD-3-Clause
// Point-to-point communication.
#include <climits>

#include "requests.hpp"

using namespace mpit::runtime;

namespace {

int blocking_send(const char* function, const void* buf, int count, MPI_Datatype datatype, int dest,
                  int tag, MPI_Comm comm, bool synchronous) {
  return call_comm(function, comm, [&](Call& call, const Comm& communicator) {
    const Operation operation{comm, communicator, count, datatype, dest, tag};
    complete(call, *start_send(call, operation, buf, synchronous), MPI_STATUS_IGNORE);
  });
}

int nonblocking_send(const char* function, const void* buf, int count, MPI_Datatype datatype,
                     int dest, int tag, MPI_Comm comm, MPI_Request* request, bool synchronous) {
  return call_comm(function, comm, [&](Call& call, const Comm& communicator) {
    require_pointer(request, "request");
    const Operation operation{comm, communicator, count, datatype, dest, tag};
    *request = call.process.requests.insert(start_send(call, operation, buf, synchronous));
  });
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Send,
         (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)) {
  return blocking_send(MPIT_FUNCTION, buf, count, datatype, dest, tag, comm, false);
}

MPIT_API(int, MPI_Ssend,
         (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)) {
  return blocking_send(MPIT_FUNCTION, buf, count, datatype, dest, tag, comm, true);
}

MPIT_API(int, MPI_Isend,
         (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
          MPI_Request* request)) {
  return nonblocking_send(MPIT_FUNCTION, buf, count, datatype, dest, tag, comm, request, false);
}

MPIT_API(int, MPI_Issend,
         (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
          MPI_Request* request)) {
  return nonblocking_send(MPIT_FUNCTION, buf, count, datatype, dest, tag, comm, request, true);
}

MPIT_API(int, MPI_Recv,
         (void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
          MPI_Status* status)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, const Comm& communicator) {
    const Operation operation{comm, communicator, count, datatype, source, tag};
    complete(call, *start_receive(call, operation, buf), status);
  });
}

MPIT_API(int, MPI_Irecv,
         (void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
          MPI_Request* request)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, const Comm& communicator) {
    require_pointer(request, "request");
    const Operation operation{comm, communicator, count, datatype, source, tag};
    *request = call.process.requests.insert(start_receive(call, operation, buf));
  });
}

MPIT_API(int, MPI_Sendrecv,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
          void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
          MPI_Comm comm, MPI_Status* status)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, const Comm& communicator) {
    const Operation incoming{comm, communicator, recvcount, recvtype, source, recvtag};
    const Operation outgoing{comm, communicator, sendcount, sendtype, dest, sendtag};
    const auto receive = start_receive(call, incoming, recvbuf);
    const auto send = start_send(call, outgoing, sendbuf, false);
    complete(call, *send, MPI_STATUS_IGNORE);
    complete(call, *receive, status);
  });
}

MPIT_API(int, MPI_Get_count, (const MPI_Status* status, MPI_Datatype datatype, int* count)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(status, "status");
    require_pointer(count, "count");
    const auto size = require(call.process.datatypes, datatype, MPI_ERR_TYPE)->size;
    const auto bytes = received_bytes(*status);
    if (size == 0) {
      *count = bytes == 0 ? 0 : MPI_UNDEFINED;
    } else {
      const bool whole = bytes % size == 0 && bytes / size <= INT_MAX;
      *count = whole ? static_cast<int>(bytes / size) : MPI_UNDEFINED;
    }
  });
}

}  // extern "C"
