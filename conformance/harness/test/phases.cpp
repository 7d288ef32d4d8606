// SPDX-License-Identifier: BSD-3-Clause
// A program's life, step by step.
#include "conformance/harness/test/phases.hpp"

#include <unistd.h>

#include <filesystem>
#include <string>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/harness/test/traffic.hpp"

namespace mpitcheck {

namespace {

// What fails here is no matter: a library without RMA or I/O only shows less.
void use_window() {
#ifdef MPITCHECK_DECLARES_MPI_Win_allocate
  void* base = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  if (MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_SELF, &base, &window) == MPI_SUCCESS) {
    MPI_Win_free(&window);
  }
#endif
}

void use_file() {
#ifdef MPITCHECK_DECLARES_MPI_File_open
  const std::string path =
      std::filesystem::temp_directory_path() / join("mpitcheck-", ::getpid(), ".tmp");
  MPI_File file = MPI_FILE_NULL;
  const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  if (MPI_File_open(MPI_COMM_SELF, path.c_str(), mode, MPI_INFO_NULL, &file) == MPI_SUCCESS) {
    MPI_File_close(&file);
  }
#endif
}

void use_communicator() {
  MPI_Comm copy = MPI_COMM_NULL;
  if (MPI_Comm_dup(MPI_COMM_SELF, &copy) != MPI_SUCCESS) return;
  MPI_Barrier(copy);
  MPI_Comm_free(&copy);
  self_traffic(2, 64);
}

}  // namespace

void use_part_of_mpi(int which) {
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  constexpr void (*parts[])() = {&use_communicator, &use_window, &use_file};
  parts[which % 3]();
}

void through_phases(Test& t, FunctionRef<void()> sample) {
  t.lifecycle().tool_init();
  t.enter_phase("before MPI_Init");
  sample();
  t.lifecycle().mpi_init();
  t.enter_phase("after MPI_Init");
  sample();
  for (const int part : {0, 1, 2}) use_part_of_mpi(part);
  t.enter_phase("after first use of communicators, windows and files");
  sample();
  t.lifecycle().mpi_finalize();
  t.enter_phase("after MPI_Finalize");
  sample();
}

void live_through(Test& t, Clause clause, FunctionRef<void()> sample) {
  isolated_sequence(t, clause, "a program from MPI_T_init_thread to MPI_Finalize and beyond",
                    [&] { through_phases(t, sample); });
}

}  // namespace mpitcheck
