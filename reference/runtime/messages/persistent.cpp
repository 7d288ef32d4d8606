// SPDX-License-Identifier: BSD-3-Clause
// Communications that are set up once and started repeatedly.
#include <memory>
#include <utility>

#include "reference/runtime/messages/requests.hpp"

using namespace mpit::runtime;

namespace {

using Way = Persistent::Kind;

int describe(const char* function, Way kind, const void* buffer, int count, MPI_Datatype datatype,
             int peer, int tag, MPI_Comm comm, MPI_Request* request) {
  return call_comm(function, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(request, "request");
    Type& type = check_buffer(call, buffer, count, datatype);
    check_rank(call, communicator, peer, kind == Way::receive);
    check_tag(call, tag, kind == Way::receive);
    const Route route{communicator, comm, communicator.context, peer, tag};
    auto made = make_ref<Request>(route, nullptr, 0);
    made->persistent = std::make_unique<Persistent>(
        Persistent{kind, buffer, static_cast<std::size_t>(count), Ref<Type>(&type), nullptr});
    *request = call.process.requests.insert(std::move(made));
  });
}

void start(Call& call, MPI_Request handle) {
  Request& request = *require(call.process.requests, handle, MPI_ERR_REQUEST);
  if (!request.persistent) throw Error{MPI_ERR_REQUEST, "not a persistent request"};
  Persistent& it = *request.persistent;
  if (it.current) throw Error{MPI_ERR_REQUEST, "already started"};
  const Route route{*request.communicator, request.comm, request.context, request.peer,
                    request.tag};
  Outcome outcome;
  if (request.peer == MPI_PROC_NULL) {
    if (it.kind == Way::receive) outcome.source = MPI_PROC_NULL;
  } else if (it.kind == Way::receive) {
    // The program passed this buffer as writable.
    it.current =
        begin_receive(call, route, *it.type, const_cast<void*>(it.buffer), it.count, outcome);
  } else if (it.kind == Way::buffered_send) {
    send_buffered(call, route, *it.type, it.buffer, it.count);
  } else {
    it.current =
        begin_send(call, route, *it.type, it.buffer, it.count, it.kind == Way::synchronous_send);
  }
  if (!it.current) it.current = make_ref<Request>(request.comm, outcome);
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Send_init,
         (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
          MPI_Request* request)) {
  return describe(MPIT_FUNCTION, Way::send, buf, count, datatype, dest, tag, comm, request);
}

MPIT_API(int, MPI_Ssend_init,
         (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
          MPI_Request* request)) {
  return describe(MPIT_FUNCTION, Way::synchronous_send, buf, count, datatype, dest, tag, comm,
                  request);
}

MPIT_API(int, MPI_Bsend_init,
         (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
          MPI_Request* request)) {
  return describe(MPIT_FUNCTION, Way::buffered_send, buf, count, datatype, dest, tag, comm,
                  request);
}

MPIT_API(int, MPI_Rsend_init,
         (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
          MPI_Request* request)) {
  return describe(MPIT_FUNCTION, Way::send, buf, count, datatype, dest, tag, comm, request);
}

MPIT_API(int, MPI_Recv_init,
         (void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
          MPI_Request* request)) {
  return describe(MPIT_FUNCTION, Way::receive, buf, count, datatype, source, tag, comm, request);
}

MPIT_API(int, MPI_Start, (MPI_Request * request)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(request, "request");
    start(call, *request);
  });
}

MPIT_API(int, MPI_Startall, (int count, MPI_Request array_of_requests[])) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    if (count < 0) throw Error{MPI_ERR_COUNT, "negative count"};
    if (count > 0) require_pointer(array_of_requests, "array_of_requests");
    for (int i = 0; i != count; ++i) start(call, array_of_requests[i]);
  });
}

}  // extern "C"
