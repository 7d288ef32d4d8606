// SPDX-License-Identifier: BSD-3-Clause
// Point-to-point communication: sending, receiving, probing, completing.
#include <algorithm>
#include <climits>
#include <utility>

#include "reference/runtime/messages/requests.hpp"

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

// Whether a message that fits waits; then `status` tells of it.
bool look(Call& call, Communicator& communicator, int source, int tag, MPI_Status* status) {
  if (source == MPI_PROC_NULL) {
    set_status(status, {.source = MPI_PROC_NULL});
    return true;
  }
  const Message* found = call.process.point_to_point.probe(communicator.context, source, tag);
  if (!found) return false;
  set_status(status, {.source = found->source, .tag = found->tag, .bytes = found->bytes});
  return true;
}

Request* find_request(Call& call, MPI_Request request) {
  return require(call.process.requests, request, MPI_ERR_REQUEST);
}

// Waits for the request at `handle`, which may be null, and takes it from the program.
void finish(Call& call, MPI_Request* handle, MPI_Status* status) {
  if (*handle == MPI_REQUEST_NULL) return set_status(status, {});
  find_request(call, *handle);
  const Ref<Request> request = call.process.requests.take(*handle);
  *handle = MPI_REQUEST_NULL;
  wait_for(call, request);
  settle(request->outcome, request->comm, status);
}

MPIT_HOT int wait_for_one(const char* function, MPI_Request* request, MPI_Status* status) {
  return call_active(function, [&](Call& call) {
    require_pointer(request, "request");
    finish(call, request, status);
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

MPIT_API(int, MPI_Probe, (int source, int tag, MPI_Comm comm, MPI_Status* status)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    check_rank(call, communicator, source, true);
    check_tag(call, tag, true);
    const Ref<Communicator> kept(&communicator);
    call.process.wait(call.lock, [&] { return look(call, communicator, source, tag, status); });
  });
}

MPIT_API(int, MPI_Iprobe, (int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(flag, "flag");
    check_rank(call, communicator, source, true);
    check_tag(call, tag, true);
    *flag = look(call, communicator, source, tag, status);
    if (*flag) return;
    call.process.poll(call.lock);
    *flag = look(call, communicator, source, tag, status);
  });
}

MPIT_API(int, MPI_Wait, (MPI_Request * request, MPI_Status* status)) {
  return wait_for_one(MPIT_FUNCTION, request, status);
}

MPIT_API(int, MPI_Test, (MPI_Request * request, int* flag, MPI_Status* status)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(request, "request");
    require_pointer(flag, "flag");
    const auto is_done = [&] {
      return *request == MPI_REQUEST_NULL || find_request(call, *request)->complete;
    };
    *flag = is_done();
    if (!*flag) {
      call.process.poll(call.lock);
      *flag = is_done();
    }
    if (*flag) finish(call, request, status);
  });
}

MPIT_API(int, MPI_Waitall,
         (int count, MPI_Request array_of_requests[], MPI_Status* array_of_statuses)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    if (count < 0) throw Error{MPI_ERR_COUNT, "negative count"};
    if (count > 0) require_pointer(array_of_requests, "array_of_requests");
    const bool ignore = array_of_statuses == MPI_STATUSES_IGNORE;
    MPI_Comm failed = MPI_COMM_NULL;
    for (int i = 0; i < count; ++i) {
      MPI_Status* status = ignore ? MPI_STATUS_IGNORE : &array_of_statuses[i];
      if (!ignore) status->MPI_ERROR = MPI_SUCCESS;
      try {
        finish(call, &array_of_requests[i], status);
      } catch (const Error& error) {
        if (error.comm == MPI_COMM_NULL) throw;
        failed = error.comm;
        if (!ignore) status->MPI_ERROR = error.code;
      }
    }
    if (failed != MPI_COMM_NULL) throw Error{MPI_ERR_IN_STATUS, "a request failed", failed};
  });
}

MPIT_API(int, MPI_Waitany,
         (int count, MPI_Request array_of_requests[], int* index, MPI_Status* status)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(index, "index");
    if (count < 0) throw Error{MPI_ERR_COUNT, "negative count"};
    if (count > 0) require_pointer(array_of_requests, "array_of_requests");
    MPI_Request* const begin = array_of_requests;
    MPI_Request* const end = begin + count;
    const auto is_active = [](MPI_Request request) { return request != MPI_REQUEST_NULL; };
    if (std::none_of(begin, end, is_active)) {
      *index = MPI_UNDEFINED;
      return set_status(status, {});
    }
    MPI_Request* done = end;
    call.process.wait(call.lock, [&] {
      done = std::find_if(begin, end, [&](MPI_Request request) {
        return is_active(request) && find_request(call, request)->complete;
      });
      return done != end;
    });
    *index = static_cast<int>(done - begin);
    finish(call, done, status);
  });
}

MPIT_API(int, MPI_Request_free, (MPI_Request * request)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(request, "request");
    find_request(call, *request);
    call.process.requests.erase(*request);
    *request = MPI_REQUEST_NULL;
  });
}

}  // extern "C"
