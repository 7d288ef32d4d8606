// SPDX-License-Identifier: BSD-3-Clause
// Values of the target's types in C syntax. Constants have their names, handles are
// "@<hexadecimal>". All functions are thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck::evidence {

/// The value of an int parameter, whose name decides which constants apply: "MPI_THREAD_SINGLE",
/// "42".
std::string int_text(std::string_view parameter, int value);

/// A return code: its name, or the number.
std::string code_text(int code);

/// The size in bytes of an opaque type of MPI (MPI_Comm, MPI_T_enum, ...); 0 for other types.
std::size_t opaque_size(std::string_view type);

/// A value of an opaque type: "MPI_COMM_SELF", "@7f31".
std::string opaque_text(std::string_view type, std::uint64_t word);

/// The name of a datatype; "0" if it is unknown.
std::string datatype_text(MPI_Datatype datatype);

/// The first `count` elements in `bytes`: "MPI_INT:{1, 2}", "MPI_CHAR:\"text\"". Empty if the
/// datatype is unknown.
std::string elements_text(MPI_Datatype datatype, int count, const std::string& bytes);

}  // namespace mpitcheck::evidence
