// SPDX-License-Identifier: BSD-3-Clause
// Types of C and of MPI, as a program declares them.
#pragma once

#include <string>
#include <string_view>

namespace mpitcheck::evidence {

/// "int" for "MPI_INT"; empty for what is no datatype of MPI_T.
std::string c_type(std::string_view datatype);

/// "MPI_T_enum" for "MPI_T_enum *", "int" for "int []".
std::string base_type(std::string_view type);

/// What a variable of that type is called: "session" for MPI_T_pvar_session.
std::string variable_name(std::string_view type);

/// An opaque type, as opposed to numbers, texts and datatypes.
bool is_opaque(std::string_view type);

/// The constant that a variable of an opaque type starts with.
std::string null_of(std::string_view type);

}  // namespace mpitcheck::evidence
