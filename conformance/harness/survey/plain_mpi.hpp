// SPDX-License-Identifier: BSD-3-Clause
// MPI without MPI_T: which of the functions that the suite calls beside MPI_T work by themselves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/function_ref.hpp"

namespace mpitcheck {

/// Is told of a function before it is called, with "", and of its answer: "works" or its code.
using PlainListener = FunctionRef<void(std::string_view function, std::string_view answer)>;

/// Calls plain_functions() (calls/blame.hpp), but those in `without`, in a process that does not
/// use MPI_T. Which one ends it, the listener was told last.
void call_plain_mpi(const std::vector<std::string>& without, PlainListener tell);

}  // namespace mpitcheck
