// SPDX-License-Identifier: BSD-3-Clause
// Looking at messages before they are received.
#include "arguments.hpp"
#include "requests.hpp"

using namespace mpit::runtime;

namespace {

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

}  // namespace

extern "C" {

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

}  // extern "C"
