// SPDX-License-Identifier: BSD-3-Clause
// Wrong arguments result in the right error class, call the right handler, and send nothing.
#include <cstdint>
#include <cstring>

#include "reference/tests/runtime/program/program.hpp"

namespace {

int seen_code = 0;
MPI_Comm seen_comm = MPI_COMM_NULL;

void note(MPI_Comm* comm, int* code, ...) {
  seen_comm = *comm;
  seen_code = *code;
}

// Calls with wrong arguments, each with the expected error class.
void check_wrong_arguments(MPI_Comm comm) {
  int value = 1;
  int* const none = nullptr;
  const int size = size_of(comm);
  MPI_Request request = MPI_REQUEST_NULL;
  MPIT_CHECK(MPI_Send(&value, 1, MPI_INT, size, 0, comm) == MPI_ERR_RANK);
  MPIT_CHECK(MPI_Send(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm) == MPI_ERR_RANK);
  MPIT_CHECK(MPI_Send(&value, 1, MPI_INT, 0, -1, comm) == MPI_ERR_TAG);
  MPIT_CHECK(MPI_Send(&value, 1, MPI_INT, 0, MPI_ANY_TAG, comm) == MPI_ERR_TAG);
  MPIT_CHECK(MPI_Send(&value, -1, MPI_INT, 0, 0, comm) == MPI_ERR_COUNT);
  MPIT_CHECK(MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, comm) == MPI_ERR_TYPE);
  MPIT_CHECK(MPI_Send(none, 1, MPI_INT, 0, 0, comm) == MPI_ERR_BUFFER);
  MPIT_CHECK(MPI_Irecv(&value, 1, MPI_INT, -9, 0, comm, &request) == MPI_ERR_RANK);
  MPIT_CHECK(MPI_Irecv(&value, 1, MPI_INT, 0, -9, comm, &request) == MPI_ERR_TAG);
  MPIT_CHECK(MPI_Irecv(&value, -7, MPI_INT, 0, 0, comm, &request) == MPI_ERR_COUNT);
  MPIT_CHECK(request == MPI_REQUEST_NULL);
  MPIT_CHECK(MPI_Bcast(&value, 1, MPI_INT, size, comm) == MPI_ERR_ROOT);
  MPIT_CHECK(MPI_Allreduce(&value, &value, 1, MPI_INT, MPI_OP_NULL, comm) == MPI_ERR_OP);
  MPIT_CHECK(MPI_Allreduce(&value, &value, 1, MPI_CHAR, MPI_SUM, comm) == MPI_ERR_OP);
  double real = 1;
  MPIT_CHECK(MPI_Allreduce(&real, &real, 1, MPI_DOUBLE, MPI_BAND, comm) == MPI_ERR_OP);
  MPIT_CHECK(MPI_Allgather(&value, 1, MPI_INT, none, 1, MPI_INT, comm) == MPI_ERR_BUFFER);
  MPIT_CHECK(MPI_Alltoall(&value, 1, MPI_INT, none, 1, MPI_INT, comm) == MPI_ERR_BUFFER);
  MPIT_CHECK(MPI_Comm_split(comm, -5, 0, &comm) == MPI_ERR_ARG);
  MPI_Status status;
  MPIT_CHECK(MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &status) == MPI_SUCCESS);
  MPIT_CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
}

void check_dead_handles() {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  const MPI_Comm dead = comm;
  MPI_Comm_free(&comm);
  int value = 1;
  for (MPI_Comm wrong : {dead, MPI_COMM_NULL, reinterpret_cast<MPI_Comm>(&value)}) {
    MPIT_CHECK(MPI_Send(&value, 1, MPI_INT, 0, 0, wrong) == MPI_ERR_COMM);
    MPIT_CHECK(MPI_Barrier(wrong) == MPI_ERR_COMM);
    MPI_Comm copy = wrong;
    MPIT_CHECK(MPI_Comm_free(&copy) == MPI_ERR_COMM);
  }
  MPI_Request request = reinterpret_cast<MPI_Request>(&value);
  MPIT_CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_ERR_REQUEST);
  MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &request);
  MPI_Request stale = request;
  MPIT_CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPIT_CHECK(MPI_Wait(&stale, MPI_STATUS_IGNORE) == MPI_ERR_REQUEST);
}

void check_text(int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  int error_class = -1;
  MPIT_CHECK(MPI_Error_string(code, text, &length) == MPI_SUCCESS);
  MPIT_CHECK(length > 0 && std::strlen(text) == static_cast<std::size_t>(length));
  MPIT_CHECK(MPI_Error_class(code, &error_class) == MPI_SUCCESS && error_class == code);
}

}  // namespace

void check_standard_codes() {
  for (int code = MPI_SUCCESS; code <= MPI_ERR_ABI; ++code) check_text(code);
  for (int code = MPI_T_ERR_CANNOT_INIT; code <= MPI_T_ERR_PVAR_NO_ATOMIC; ++code) check_text(code);
}

void errors() {
  check_standard_codes();
  // The values of the published ABI, which a program compiled with another header uses.
  MPIT_CHECK(reinterpret_cast<std::uintptr_t>(MPI_ERRORS_ARE_FATAL) == 0x141);
  MPIT_CHECK(reinterpret_cast<std::uintptr_t>(MPI_ERRORS_ABORT) == 0x142);
  MPIT_CHECK(reinterpret_cast<std::uintptr_t>(MPI_ERRORS_RETURN) == 0x143);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  check_wrong_arguments(MPI_COMM_WORLD);
  check_wrong_arguments(MPI_COMM_SELF);
  check_dead_handles();
  MPI_Comm handled;
  MPI_Comm_dup(MPI_COMM_WORLD, &handled);
  MPI_Errhandler errhandler;
  MPI_Comm_create_errhandler(note, &errhandler);
  MPI_Comm_set_errhandler(handled, errhandler);
  MPIT_CHECK(MPI_Send(nullptr, 0, MPI_INT, 1000, 0, handled) == MPI_ERR_RANK);
  MPIT_CHECK(seen_code == MPI_ERR_RANK && seen_comm == handled);
  MPI_Errhandler_free(&errhandler);
  MPI_Comm_free(&handled);
  int flag = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  MPIT_CHECK(!flag);
}
