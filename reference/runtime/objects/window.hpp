// SPDX-License-Identifier: BSD-3-Clause
// Memory that other processes access by MPI_Put and MPI_Get.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reference/runtime/objects/objects.hpp"

namespace mpit::runtime {

/// The memory that a process exposes.
struct Exposed {
  MPI_Aint size;
  int unit;  ///< bytes per displacement unit
};

/// An MPI_Win.
struct Window : Object {
  Ref<Communicator> communicator;    ///< the library's own
  std::vector<std::byte> allocated;  ///< the memory, if the window allocated it
  void* base = nullptr;
  MPI_Aint size = 0;
  int unit = 1;
  int flavor = MPI_WIN_FLAVOR_CREATE;
  int model = MPI_WIN_UNIFIED;
  std::vector<Exposed> exposed;  ///< by rank
  Ref<Errhandler> errhandler;
  std::string name;

  /// The work of the next fence, by the rank of the target.
  struct Pending {
    struct Get {
      void* buffer;
      Ref<const Type> type;
      std::size_t bytes;
    };
    std::vector<std::byte> requests;  ///< packed (windows/access.hpp)
    std::vector<Get> gets;            ///< in the order of their requests
  };
  std::vector<Pending> pending;
  bool is_open = false;  ///< a fence began an epoch
};

using WindowTable = HandleTable<Window, MPI_Win, Kind::win>;

}  // namespace mpit::runtime
