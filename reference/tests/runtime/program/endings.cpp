// SPDX-License-Identifier: BSD-3-Clause
// Ways to end a process.
#include <signal.h>
#include <unistd.h>

#include <string_view>

#include "reference/tests/runtime/program/program.hpp"

namespace {

void end_as(std::string_view how) {
  if (how == "segv") raise(SIGSEGV);
  if (how == "kill") raise(SIGKILL);
  if (how == "exit") std::exit(3);
  if (how == "leave") std::exit(0);
  if (how == "abort") MPI_Abort(MPI_COMM_WORLD, 9);
  if (how == "fatal") MPI_Send(nullptr, 0, MPI_INT, 77, 0, MPI_COMM_WORLD);
}

bool is_rank_1() {
  const char* const rank = std::getenv("MPIT_RANK");
  return rank != nullptr && std::string_view(rank) == "1";
}

}  // namespace

int end_in_some_way(const char* how) {
  if (std::string_view(how) == "never" && is_rank_1()) return 0;
  MPI_Init(nullptr, nullptr);
  if (std::string_view(how) == "wait") pause();
  if (rank_in(MPI_COMM_WORLD) == 1) end_as(how);
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Finalize();
}
