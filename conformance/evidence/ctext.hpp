// SPDX-License-Identifier: BSD-3-Clause
// Values of the target's types as C writes them: constants by name, handles as "@<hexadecimal>".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck::evidence {

/// An int that goes by the name `parameter`: "MPI_THREAD_SINGLE", "42".
std::string int_text(std::string_view parameter, int value);

std::string code_text(int code);

/// Bytes of an opaque type of MPI (MPI_Comm, MPI_T_enum, ...); 0 if `type` is none.
std::size_t opaque_size(std::string_view type);

/// A value of an opaque type: "MPI_COMM_SELF", "@7f31".
std::string opaque_text(std::string_view type, std::uint64_t word);

std::string datatype_text(MPI_Datatype datatype);

/// `count` elements as they lie in `bytes`: "MPI_INT:{1, 2}", "MPI_CHAR:\"text\""; empty if the
/// datatype is unknown to us.
std::string elements_text(MPI_Datatype datatype, int count, const std::string& bytes);

}  // namespace mpitcheck::evidence
