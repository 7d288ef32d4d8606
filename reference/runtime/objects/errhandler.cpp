// SPDX-License-Identifier: BSD-3-Clause
// Creates, sets and frees error handlers.
#include "reference/runtime/objects/errhandler.hpp"

#include <utility>

using namespace mpit::runtime;

namespace {

// Creates a handler with the program's function.
template <class Function>
int create(const char* name, Function* function, MPI_Errhandler* errhandler) {
  return call_any_time(name, [&](Call& call) {
    require_pointer(errhandler, "errhandler");
    if (function == nullptr) throw Error{MPI_ERR_ARG, "the function is null"};
    auto made = make_ref<Errhandler>();
    made->action = Errhandler::Action::call;
    made->function = function;
    made->references = 1;
    made->handle = *errhandler = call.process.errhandlers.insert(made);
  });
}

// A handle that the program will free. It may have freed the earlier one.
MPI_Errhandler hand_out(Call& call, const Ref<Errhandler>& object) {
  ++object->references;
  if (!call.process.errhandlers.find(object->handle))
    object->handle = call.process.errhandlers.insert(object);
  return object->handle;
}

// For objects in `table`, whose handlers have functions of type Function.
template <class Function, class Find, class Handle>
int set(const char* name, Find find, Handle handle, MPI_Errhandler errhandler) {
  return call_any_time(
      name, [&](Call& call) { find(call, handle) = find_errhandler<Function>(call, errhandler); },
      handle);
}

template <class Find, class Handle>
int get(const char* name, Find find, Handle handle, MPI_Errhandler* errhandler) {
  return call_any_time(
      name,
      [&](Call& call) {
        require_pointer(errhandler, "errhandler");
        *errhandler = hand_out(call, find(call, handle));
      },
      handle);
}

template <class Find, class Handle>
int call_by_request(const char* name, Find find, Handle handle, int errorcode) {
  bool raise = false;
  const int code = call_any_time(
      name,
      [&](Call& call) {
        find(call, handle);
        raise = true;
      },
      handle);
  if (raise) raise_error(mpit::process(), name, handle, {errorcode, "by request"});
  return code;
}

Ref<Errhandler>& of_session(Call& call, MPI_Session session) {
  return require(call.process.sessions, session, MPI_ERR_SESSION)->errhandler;
}

Ref<Errhandler>& of_window(Call& call, MPI_Win win) {
  return require(call.process.wins, win, MPI_ERR_WIN)->errhandler;
}

// MPI_FILE_NULL stands for files that are not opened yet.
Ref<Errhandler>& of_file(Call& call, MPI_File file) {
  if (file == MPI_FILE_NULL) return call.process.file_errhandler;
  return require(call.process.files, file, MPI_ERR_FILE)->errhandler;
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Comm_create_errhandler,
         (MPI_Comm_errhandler_function * comm_errhandler_fn, MPI_Errhandler* errhandler)) {
  return create(MPIT_FUNCTION, comm_errhandler_fn, errhandler);
}

MPIT_API(int, MPI_Comm_set_errhandler, (MPI_Comm comm, MPI_Errhandler errhandler)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    communicator.errhandler = find_errhandler<MPI_Comm_errhandler_function>(call, errhandler);
  });
}

MPIT_API(int, MPI_Comm_get_errhandler, (MPI_Comm comm, MPI_Errhandler* errhandler)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(errhandler, "errhandler");
    *errhandler = hand_out(call, communicator.errhandler);
  });
}

MPIT_API(int, MPI_Comm_call_errhandler, (MPI_Comm comm, int errorcode)) {
  bool raise = false;
  const int code = call_comm(MPIT_FUNCTION, comm, [&](Call&, Communicator&) { raise = true; });
  if (raise) raise_error(mpit::process(), MPIT_FUNCTION, comm, {errorcode, "by request"});
  return code;
}

MPIT_API(int, MPI_Session_create_errhandler,
         (MPI_Session_errhandler_function * session_errhandler_fn, MPI_Errhandler* errhandler)) {
  return create(MPIT_FUNCTION, session_errhandler_fn, errhandler);
}

MPIT_API(int, MPI_Session_set_errhandler, (MPI_Session session, MPI_Errhandler errhandler)) {
  return set<MPI_Session_errhandler_function>(MPIT_FUNCTION, of_session, session, errhandler);
}

MPIT_API(int, MPI_Session_get_errhandler, (MPI_Session session, MPI_Errhandler* errhandler)) {
  return get(MPIT_FUNCTION, of_session, session, errhandler);
}

MPIT_API(int, MPI_Session_call_errhandler, (MPI_Session session, int errorcode)) {
  return call_by_request(MPIT_FUNCTION, of_session, session, errorcode);
}

MPIT_API(int, MPI_Win_create_errhandler,
         (MPI_Win_errhandler_function * win_errhandler_fn, MPI_Errhandler* errhandler)) {
  return create(MPIT_FUNCTION, win_errhandler_fn, errhandler);
}

MPIT_API(int, MPI_Win_set_errhandler, (MPI_Win win, MPI_Errhandler errhandler)) {
  return set<MPI_Win_errhandler_function>(MPIT_FUNCTION, of_window, win, errhandler);
}

MPIT_API(int, MPI_Win_get_errhandler, (MPI_Win win, MPI_Errhandler* errhandler)) {
  return get(MPIT_FUNCTION, of_window, win, errhandler);
}

MPIT_API(int, MPI_Win_call_errhandler, (MPI_Win win, int errorcode)) {
  return call_by_request(MPIT_FUNCTION, of_window, win, errorcode);
}

MPIT_API(int, MPI_File_create_errhandler,
         (MPI_File_errhandler_function * file_errhandler_fn, MPI_Errhandler* errhandler)) {
  return create(MPIT_FUNCTION, file_errhandler_fn, errhandler);
}

MPIT_API(int, MPI_File_set_errhandler, (MPI_File file, MPI_Errhandler errhandler)) {
  return set<MPI_File_errhandler_function>(MPIT_FUNCTION, of_file, file, errhandler);
}

MPIT_API(int, MPI_File_get_errhandler, (MPI_File file, MPI_Errhandler* errhandler)) {
  return get(MPIT_FUNCTION, of_file, file, errhandler);
}

MPIT_API(int, MPI_File_call_errhandler, (MPI_File file, int errorcode)) {
  return call_by_request(MPIT_FUNCTION, of_file, file, errorcode);
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
