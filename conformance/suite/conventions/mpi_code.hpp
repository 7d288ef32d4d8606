// SPDX-License-Identifier: BSD-3-Clause
// MPI's own codes in messages. Their numbers are specific to the library, so its text is shown too.
#pragma once

#include <string>
#include <string_view>

#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

/// "MPI_SUCCESS", or the number of an MPI code and, while MPI is up, the text of MPI_Error_string.
inline std::string mpi_code_text(int code) {
  if (code == MPI_SUCCESS) return "MPI_SUCCESS";
  int up = 0;
  int down = 0;
  MPI_Initialized(&up);
  MPI_Finalized(&down);
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (up == 0 || down != 0 || MPI_Error_string(code, text, &length) != MPI_SUCCESS) {
    return join("code ", code);
  }
  return join("code ", code, " ", in_quotes(text));
}

/// For Test::check: the call of `function`, which is not part of MPI_T, succeeded.
inline auto mpi_succeeds(std::string_view function, int code) {
  const auto name = [](int each) {
    return each == MPI_SUCCESS ? "MPI_SUCCESS" : constant_text("return_code", each);
  };
  return is_same(code_output, code, MPI_SUCCESS, name).of(function);
}

/// Recorded calls on an info object that a query returned. A crash in them shows that the object is
/// broken.
inline int count_keys(MPI_Info info, int* nkeys) {
  return recorded("MPI_Info_get_nkeys(info, nkeys)",
                  [&] { return MPI_Info_get_nkeys(info, nkeys); });
}
inline int free_info(MPI_Info* info) {
  return recorded("MPI_Info_free(info)", [&] { return MPI_Info_free(info); });
}

}  // namespace mpitcheck
