// SPDX-License-Identifier: BSD-3-Clause
// Functions outside of MPI_T that a fault may replace. For those of MPI_T, see parameters.inc.
#pragma once

#include "conformance/harness/facts/mpi.hpp"

// clang-format off
#define MPITCHECK_PARAMETERS_MPI_Init (int* argc, char*** argv)
#define MPITCHECK_ARGUMENTS_MPI_Init (argc, argv)
#define MPITCHECK_PARAMETERS_MPI_Init_thread (int* argc, char*** argv, int required, int* provided)
#define MPITCHECK_ARGUMENTS_MPI_Init_thread (argc, argv, required, provided)
#define MPITCHECK_PARAMETERS_MPI_Query_thread (int* provided)
#define MPITCHECK_ARGUMENTS_MPI_Query_thread (provided)
#define MPITCHECK_PARAMETERS_MPI_Finalize ()
#define MPITCHECK_ARGUMENTS_MPI_Finalize ()
#define MPITCHECK_PARAMETERS_MPI_Initialized (int* flag)
#define MPITCHECK_ARGUMENTS_MPI_Initialized (flag)
#define MPITCHECK_PARAMETERS_MPI_Get_version (int* version, int* subversion)
#define MPITCHECK_ARGUMENTS_MPI_Get_version (version, subversion)
#define MPITCHECK_PARAMETERS_MPI_Error_class (int errorcode, int* errorclass)
#define MPITCHECK_ARGUMENTS_MPI_Error_class (errorcode, errorclass)
#define MPITCHECK_PARAMETERS_MPI_Error_string (int errorcode, char* string, int* resultlen)
#define MPITCHECK_ARGUMENTS_MPI_Error_string (errorcode, string, resultlen)
#define MPITCHECK_PARAMETERS_MPI_Add_error_class (int* errorclass)
#define MPITCHECK_ARGUMENTS_MPI_Add_error_class (errorclass)
#define MPITCHECK_PARAMETERS_MPI_Add_error_code (int errorclass, int* errorcode)
#define MPITCHECK_ARGUMENTS_MPI_Add_error_code (errorclass, errorcode)
#define MPITCHECK_PARAMETERS_MPI_Isend \
  (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request)
#define MPITCHECK_ARGUMENTS_MPI_Isend (buf, count, datatype, dest, tag, comm, request)
#define MPITCHECK_PARAMETERS_MPI_Allreduce \
  (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
#define MPITCHECK_ARGUMENTS_MPI_Allreduce (sendbuf, recvbuf, count, datatype, op, comm)
#define MPITCHECK_PARAMETERS_MPI_Comm_dup (MPI_Comm comm, MPI_Comm* newcomm)
#define MPITCHECK_ARGUMENTS_MPI_Comm_dup (comm, newcomm)
#define MPITCHECK_PARAMETERS_MPI_Comm_delete_attr (MPI_Comm comm, int comm_keyval)
#define MPITCHECK_ARGUMENTS_MPI_Comm_delete_attr (comm, comm_keyval)
#define MPITCHECK_PARAMETERS_MPI_Pcontrol (int level)
#define MPITCHECK_ARGUMENTS_MPI_Pcontrol (level)

#define MPITCHECK_PARAMETERS_MPI_Comm_spawn \
  (const char* command, char* argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* intercomm, int* errcodes)
#define MPITCHECK_ARGUMENTS_MPI_Comm_spawn (command, argv, maxprocs, info, root, comm, intercomm, errcodes)
#ifdef MPITCHECK_DECLARES_MPI_Comm_spawn
#define MPITCHECK_SPAWN(each) each(MPI_Comm_spawn)
#else
#define MPITCHECK_SPAWN(each)
#endif

/// All of them except MPI_Pcontrol, which has variable arguments.
#define MPITCHECK_MPI_FUNCTIONS(each) \
  each(MPI_Init) each(MPI_Init_thread) each(MPI_Query_thread) each(MPI_Finalize) each(MPI_Initialized) \
  each(MPI_Get_version) each(MPI_Error_class) each(MPI_Error_string) each(MPI_Add_error_class) \
  each(MPI_Add_error_code) each(MPI_Isend) each(MPI_Allreduce) each(MPI_Comm_dup) each(MPI_Comm_delete_attr) \
  MPITCHECK_SPAWN(each)
// clang-format on
