// SPDX-License-Identifier: BSD-3-Clause
// Shared parts of the cases of the job program.
#pragma once

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

/// Prints the place and ends the job unless `condition` holds.
#define MPIT_CHECK(condition) ((condition) ? void() : fail(__FILE__, __LINE__, #condition))

[[noreturn]] inline void fail(const char* file, int line, const char* condition) {
  std::fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

inline int rank_in(MPI_Comm comm) {
  int rank = -1;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

inline int size_of(MPI_Comm comm) {
  int size = -1;
  MPI_Comm_size(comm, &size);
  return size;
}

/// Bytes that depend on `seed`, which identifies the sender and the message.
inline std::vector<unsigned char> make_bytes(std::size_t size, unsigned seed) {
  std::vector<unsigned char> bytes(size);
  std::minstd_rand random(seed + 1);
  for (auto& byte : bytes) byte = static_cast<unsigned char>(random() >> 7);
  return bytes;
}

// The cases. MPI is initialized, with MPI_THREAD_MULTIPLE.
void ring();
void crowd();
void flood();
void synchronous();
void wildcards();
void probe();
void truncation();
void pairs();
void collectives();
void noncommutative();
void split();
void dup();
void attributes();
void threads();
void errors();
void variables();
void event_infos();
void datatypes();
void requests();
void movements();
void groups();
void sessions();
void windows();
void files();

/// Checks that MPI_Error_class and MPI_Error_string accept each code of the standard. Callable at
/// any time.
void check_standard_codes();

/// Checks sessions in a job of `processes`. MPI_Init is not required.
void check_sessions(int processes);

/// Ends rank 1 as `how` says while the other ranks wait. Call it before MPI_Init.
int end_in_some_way(const char* how);
