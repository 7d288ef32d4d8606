// SPDX-License-Identifier: BSD-3-Clause
// Finds and calls the error handler of an object.
#include "reference/runtime/objects/raise_error.hpp"

#include <string>
#include <variant>

namespace mpit::runtime {
namespace {

[[noreturn]] void die_of(const Process& process, const char* function, const Error& error) {
  const std::string text = process.error_codes.text(error.code).value_or("unknown error code");
  process.die(std::string(function) + ": " + text + " (" + error.detail + ")", error.code);
}

// Calls the error handler of an object with the lock released, since the handler may call MPI.
template <class Handle>
int call_error_handler(Process& process, Lock& lock, const char* function, Handle handle,
                       const Errhandler* handler, const Error& error) {
  if (handler == nullptr || handler->action == Errhandler::Action::fatal)
    die_of(process, function, error);
  using Function = void(Handle*, int*, ...);
  Function* const* const found = std::get_if<Function*>(&handler->function);
  Function* const function_of_program = found != nullptr ? *found : nullptr;
  process.variables.object_events().on_error(error.code);
  lock.unlock();
  int code = error.code;
  if (function_of_program != nullptr) function_of_program(&handle, &code);
  return error.code;
}

template <class Table, class Handle>
int raise_for(Process& process, const char* function, const Table& table, Handle handle,
              const Error& error) {
  Lock lock(process.mutex);
  const auto* const object = table.find(handle);
  if (error.comm == MPI_COMM_NULL && object != nullptr) {
    return call_error_handler(process, lock, function, handle, object->errhandler.get(), error);
  }
  lock.unlock();
  return raise_error(process, function, error.comm, error);
}

}  // namespace

int raise_error(Process& process, const char* function, MPI_Comm comm, const Error& error) {
  Lock lock(process.mutex);
  if (error.comm != MPI_COMM_NULL) comm = error.comm;
  auto communicator = process.comms.find(comm);
  if (!communicator) communicator = process.comms.find(comm = MPI_COMM_SELF);
  return call_error_handler(process, lock, function, comm,
                            communicator ? communicator->errhandler.get() : nullptr, error);
}

int raise_error(Process& process, const char* function, MPI_Session session, const Error& error) {
  return raise_for(process, function, process.sessions, session, error);
}

int raise_error(Process& process, const char* function, MPI_Win win, const Error& error) {
  return raise_for(process, function, process.wins, win, error);
}

int raise_error(Process& process, const char* function, MPI_File file, const Error& error) {
  Lock lock(process.mutex);
  const File* const object = process.files.find(file);
  if (error.comm != MPI_COMM_NULL) {
    lock.unlock();
    return raise_error(process, function, error.comm, error);
  }
  const Ref<Errhandler>& handler = object != nullptr ? object->errhandler : process.file_errhandler;
  return call_error_handler(process, lock, function, object != nullptr ? file : MPI_FILE_NULL,
                            handler.get(), error);
}

}  // namespace mpit::runtime
