// SPDX-License-Identifier: BSD-3-Clause
// Point-to-point communication.
#include <climits>
#include <utility>

#include "requests.hpp"

using namespace mpit::runtime;

namespace {

MPIT_HOT int blocking_send(const char* function, const void* buf, int count, MPI_Datatype datatype,
                           int dest, int tag, MPI_Comm comm, bool synchronous) {
  return call_comm(function, comm, [&](Call& call, Communicator& communicator) {
    const Operation operation{comm, communicator, count, datatype, dest, tag};
    wait_for(call, start_send(call, operation, buf, synchronous));
  });
}

// What the program asks for later: that of `request`, or `outcome` if there is none.
MPI_Request handle_of(Call& call, Ref<Request> request, MPI_Comm comm, const Outcome& outcome) {
  if (!request) {
    request = make_ref<Request>();
    request->complete = true;
    request->outcome = outcome;
    request->comm = comm;
  }
  return call.process.requests.insert(std::move(request));
}

MPIT_HOT int nonblocking_send(const char* function, const void* buf, int count,
                              MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                              MPI_Request* request, bool synchronous) {
  return call_comm(function, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(request, "request");
    const Operation operation{comm, communicator, count, datatype, dest, tag};
    *request = handle_of(call, start_send(call, operation, buf, synchronous), comm, {});
  });
}

MPIT_HOT int receive(const char* function, void* buf, int count, MPI_Datatype datatype, int source,
                     int tag, MPI_Comm comm, MPI_Status* status) {
  return call_comm(function, comm, [&](Call& call, Communicator& communicator) {
    const Operation operation{comm, communicator, count, datatype, source, tag};
    Outcome outcome;
    wait_for(call, start_receive(call, operation, buf, outcome), outcome);
    settle(outcome, comm, status);
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
  return receive(MPIT_FUNCTION, buf, count, datatype, source, tag, comm, status);
}

MPIT_API(int, MPI_Irecv,
         (void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
          MPI_Request* request)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(request, "request");
    const Operation operation{comm, communicator, count, datatype, source, tag};
    Outcome outcome;
    auto started = start_receive(call, operation, buf, outcome);
    *request = handle_of(call, std::move(started), comm, outcome);
  });
}

MPIT_API(int, MPI_Sendrecv,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
          void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
          MPI_Comm comm, MPI_Status* status)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    const Operation incoming{comm, communicator, recvcount, recvtype, source, recvtag};
    const Operation outgoing{comm, communicator, sendcount, sendtype, dest, sendtag};
    Outcome outcome;
    const auto receiving = start_receive(call, incoming, recvbuf, outcome);
    const auto sending = start_send(call, outgoing, sendbuf, false);
    wait_for(call, sending);
    wait_for(call, receiving, outcome);
    settle(outcome, comm, status);
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
