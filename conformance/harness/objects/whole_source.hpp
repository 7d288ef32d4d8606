// SPDX-License-Identifier: BSD-3-Clause
// All that one query of an event source can return.
#pragma once

#include <array>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// Whether a query of a source returns an info object.
enum class InfoOutput { asked_for, unwanted };

/// The outputs of one query of a source. Only unwanted hints are NULL: a library that refuses NULL
/// for others breaks another rule.
struct WholeSource {
  WholeSource(int index, InfoOutput wanted)
      : code(call::MPI_T_source_get_info(index, name.data(), &name_len, desc.data(), &desc_len,
                                         &ordering, &ticks, &most,
                                         wanted == InfoOutput::asked_for ? &info : nullptr)) {}

  std::array<char, 512> name{}, desc{};
  int name_len = 512, desc_len = 512;
  MPI_T_source_order ordering{};
  MPI_Count ticks = 0, most = 0;
  MPI_Info info = MPI_INFO_NULL;
  int code;
};

}  // namespace mpitcheck
