// SPDX-License-Identifier: BSD-3-Clause
// Faults of writes that reach other processes.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <string>

#include "conformance/faults/cvar/cvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

/// A value on its way to the other processes.
struct Posted {
  std::atomic<bool> is_whole;
  int writer, cvar;
  unsigned char value[1024];
};

/// Memory that the processes of a job share. They do not use messages, since MPI need not work with
/// the values that tests write.
struct Board {
  std::atomic<std::size_t> used;
  Posted posted[2048];
};

Board* board = nullptr;
std::size_t looked_at = 0;
pid_t owner = 0;  // the process that called MPI_Init, also in its forked children

bool has_board() { return board != nullptr; }

int open_board(int code) {
  if (code != MPI_SUCCESS) return code;
  owner = ::getpid();
  int first = owner;
  PMPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
  const std::string path =
      std::filesystem::temp_directory_path() / ("mpitcheck-" + std::to_string(first) + ".board");
  const int file = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  const bool has_room = file >= 0 && ::ftruncate(file, sizeof(Board)) == 0;
  PMPI_Barrier(MPI_COMM_WORLD);
  ::unlink(path.c_str());
  if (has_room) {
    void* const memory =
        ::mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) board = static_cast<Board*>(memory);
  }
  if (file >= 0) ::close(file);
  return code;
}

void post(const OpenCvar& cvar, const void* value) {
  if (cvar.bytes() > sizeof Posted::value) return;
  const std::size_t place = board->used++;
  if (place >= std::size(board->posted)) return;
  Posted& posted = board->posted[place];
  posted.writer = owner;
  posted.cvar = cvar.index;
  std::memcpy(posted.value, value, cvar.bytes());
  posted.is_whole = true;
}

void write_what_came() {
  for (; looked_at < std::size(board->posted); ++looked_at) {
    const Posted& posted = board->posted[looked_at];
    if (!posted.is_whole) return;
    if (posted.writer == owner) continue;
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    int count = 0;
    if (real.MPI_T_cvar_handle_alloc(posted.cvar, nullptr, &handle, &count) != MPI_SUCCESS)
      continue;
    real.MPI_T_cvar_write(handle, posted.value);
    real.MPI_T_cvar_handle_free(&handle);
  }
}

MPITCHECK_FAULT(cvar_local_write_spreads, "A write to a LOCAL cvar reaches all processes",
                clause::cvar_write_local_scope) {
  follow_cvar_handles(mpi);
  MPITCHECK_CODE_OF(MPI_Init, open_board(code));
  MPITCHECK_CODE_OF(MPI_Init_thread, open_board(code));
  MPITCHECK_OUTPUT_OF(MPI_T_cvar_write, const OpenCvar* const cvar = cvar_of(handle);
                      if (has_board() && cvar && cvar->scope == MPI_T_SCOPE_LOCAL)
                          post(*cvar, buf));
  MPITCHECK_GIVEN_OF(MPI_T_cvar_read, if (has_board()) write_what_came());
}

}  // namespace
}  // namespace mpitcheck::faults
