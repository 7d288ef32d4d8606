// SPDX-License-Identifier: BSD-3-Clause
// Files that processes open together.
#pragma once

#include <mpi.h>
#include <unistd.h>

#include <string>

#include "reference/runtime/objects/objects.hpp"

namespace mpit::runtime {

/// An open file. Its view is always the initial one: all bytes.
struct File : Object {
  File() = default;
  ~File() {
    if (descriptor >= 0) ::close(descriptor);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  Ref<Communicator> communicator;  ///< the library's own
  int descriptor = -1;
  int amode = 0;
  MPI_Offset position = 0;  ///< the individual file pointer
  std::string name;
  Ref<Errhandler> errhandler;
};

using FileTable = HandleTable<File, MPI_File, Kind::file>;

}  // namespace mpit::runtime
