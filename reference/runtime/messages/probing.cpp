// SPDX-License-Identifier: BSD-3-Clause
// Probes for messages, receives matched ones, and reads statuses.
#include <climits>

#include "reference/runtime/messages/requests.hpp"

using namespace mpit::runtime;

namespace {

// Whether a matching message waits; if so, `status` describes it.
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

// look() that removes the message and gives it to the program as `message`.
bool match(Call& call, MPI_Comm comm, Communicator& communicator, int source, int tag,
           MPI_Message* message, MPI_Status* status) {
  if (source == MPI_PROC_NULL) {
    *message = MPI_MESSAGE_NO_PROC;
    set_status(status, {.source = MPI_PROC_NULL});
    return true;
  }
  if (!call.process.point_to_point.probe(communicator.context, source, tag)) return false;
  auto matched = make_ref<MatchedMessage>();
  matched->comm = comm;
  matched->communicator = Ref<Communicator>(&communicator);
  const MPI_Message handle = call.process.messages.insert(matched);
  call.process.point_to_point.match(communicator.context, source, tag, *matched);
  const Message& found = matched->message;
  set_status(status, {.source = found.source, .tag = found.tag, .bytes = found.bytes});
  *message = handle;
  return true;
}

void check_arguments(Call& call, const Communicator& communicator, int source, int tag) {
  check_rank(call, communicator, source, true);
  check_tag(call, tag, true);
}

// Removes the message of `handle` from the program. Null for MPI_MESSAGE_NO_PROC.
Ref<MatchedMessage> take_message(Call& call, MPI_Message* handle) {
  require_pointer(handle, "message");
  if (*handle == MPI_MESSAGE_NO_PROC) {
    *handle = MPI_MESSAGE_NULL;
    return nullptr;
  }
  require(call.process.messages, *handle, MPI_ERR_REQUEST);
  const auto matched = call.process.messages.take(*handle);
  *handle = MPI_MESSAGE_NULL;
  return matched;
}

// Receives a matched message. Null: it is complete, and `outcome` is set.
Ref<Request> receive_matched(Call& call, void* buffer, int count, MPI_Datatype datatype,
                             MPI_Message* message, MPI_Comm& comm, Outcome& outcome) {
  Type& type = check_buffer(call, buffer, count, datatype);
  const auto matched = take_message(call, message);
  if (!matched) {
    outcome.source = MPI_PROC_NULL;
    return nullptr;
  }
  comm = matched->comm;
  return begin_receive(call, *matched, type, buffer, static_cast<std::size_t>(count), outcome);
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Probe, (int source, int tag, MPI_Comm comm, MPI_Status* status)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    check_arguments(call, communicator, source, tag);
    const Ref<Communicator> kept(&communicator);
    call.process.progress.wait(call.lock,
                               [&] { return look(call, communicator, source, tag, status); });
  });
}

MPIT_API(int, MPI_Iprobe, (int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(flag, "flag");
    check_arguments(call, communicator, source, tag);
    const Ref<Communicator> kept(&communicator);
    *flag = call.process.progress.test(
        call.lock, [&] { return look(call, communicator, source, tag, status); });
  });
}

MPIT_API(int, MPI_Mprobe,
         (int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(message, "message");
    check_arguments(call, communicator, source, tag);
    const Ref<Communicator> kept(&communicator);
    call.process.progress.wait(
        call.lock, [&] { return match(call, comm, communicator, source, tag, message, status); });
  });
}

MPIT_API(int, MPI_Improbe,
         (int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
          MPI_Status* status)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(flag, "flag");
    require_pointer(message, "message");
    check_arguments(call, communicator, source, tag);
    const Ref<Communicator> kept(&communicator);
    *flag = call.process.progress.test(
        call.lock, [&] { return match(call, comm, communicator, source, tag, message, status); });
  });
}

MPIT_API(int, MPI_Mrecv,
         (void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    MPI_Comm comm = MPI_COMM_NULL;
    Outcome outcome;
    wait_for(call, receive_matched(call, buf, count, datatype, message, comm, outcome), outcome);
    settle(outcome, comm, status);
  });
}

MPIT_API(int, MPI_Imrecv,
         (void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
          MPI_Request* request)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(request, "request");
    MPI_Comm comm = MPI_COMM_NULL;
    Outcome outcome;
    auto started = receive_matched(call, buf, count, datatype, message, comm, outcome);
    *request = handle_of(call, std::move(started), comm, outcome);
  });
}

MPIT_API(int, MPI_Get_count, (const MPI_Status* status, MPI_Datatype datatype, int* count)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(status, "status");
    require_pointer(count, "count");
    const auto size = require(call.process.datatypes, datatype, MPI_ERR_TYPE)->layout.size();
    const auto bytes = received_bytes(*status);
    if (size == 0) {
      *count = bytes == 0 ? 0 : MPI_UNDEFINED;
    } else {
      const bool whole = bytes % size == 0 && bytes / size <= INT_MAX;
      *count = whole ? static_cast<int>(bytes / size) : MPI_UNDEFINED;
    }
  });
}

MPIT_API(int, MPI_Test_cancelled, (const MPI_Status* status, int* flag)) {
  return call_active(MPIT_FUNCTION, [&](Call&) {
    require_pointer(status, "status");
    require_pointer(flag, "flag");
    *flag = was_cancelled(*status) ? 1 : 0;
  });
}

}  // extern "C"
