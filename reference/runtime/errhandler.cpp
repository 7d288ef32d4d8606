// SPDX-License-Identifier: BSD-3-Clause
// Error handlers.
#include "call.hpp"

using namespace mpit::runtime;

extern "C" {

MPIT_API(int, MPI_Comm_create_errhandler,
         (MPI_Comm_errhandler_function * comm_errhandler_fn, MPI_Errhandler* errhandler)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(errhandler, "errhandler");
    if (!comm_errhandler_fn) throw Error{MPI_ERR_ARG, "comm_errhandler_fn is null"};
    auto made = make_ref<Errhandler>();
    made->action = Errhandler::Action::call;
    made->function = comm_errhandler_fn;
    made->references = 1;
    made->handle = *errhandler = call.process.errhandlers.insert(made);
  });
}

MPIT_API(int, MPI_Comm_set_errhandler, (MPI_Comm comm, MPI_Errhandler errhandler)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    communicator.errhandler =
        Ref<Errhandler>(require(call.process.errhandlers, errhandler, MPI_ERR_ERRHANDLER));
  });
}

MPIT_API(int, MPI_Comm_get_errhandler, (MPI_Comm comm, MPI_Errhandler* errhandler)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(errhandler, "errhandler");
    const auto& object = communicator.errhandler;
    // The handle may have been freed since; the program gets a reference of its own either way.
    ++object->references;
    if (!call.process.errhandlers.find(object->handle)) {
      object->handle = call.process.errhandlers.insert(object);
    }
    *errhandler = object->handle;
  });
}

MPIT_API(int, MPI_Comm_call_errhandler, (MPI_Comm comm, int errorcode)) {
  bool raise = false;
  const int code = call_comm(MPIT_FUNCTION, comm, [&](Call&, Communicator&) { raise = true; });
  if (raise) mpit::binding::process().raise(MPIT_FUNCTION, comm, {errorcode, "by request"});
  return code;
}

MPIT_API(int, MPI_Errhandler_free, (MPI_Errhandler * errhandler)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(errhandler, "errhandler");
    const auto object = require(call.process.errhandlers, *errhandler, MPI_ERR_ERRHANDLER);
    if (!ErrhandlerTable::is_predefined(*errhandler) && --object->references == 0) {
      call.process.errhandlers.erase(*errhandler);
    }
    *errhandler = MPI_ERRHANDLER_NULL;
  });
}

}  // extern "C"
