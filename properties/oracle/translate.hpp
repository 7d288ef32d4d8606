// SPDX-License-Identifier: BSD-3-Clause
// The target's constants in the engine's words, and back.
#pragma once

#include "conformance/harness/facts/mpi.hpp"
#include "reference/engine/core/types.hpp"

namespace mpitcheck::properties {

/// The target's value of a code of the engine; -1 if its mpi.h lacks it.
int to_target(mpit::Code code);

/// Throw std::out_of_range for what the standard does not know.
mpit::Datatype to_engine(MPI_Datatype datatype);
mpit::PvarClass class_to_engine(int var_class);
mpit::Bind bind_to_engine(int bind);
mpit::Scope scope_to_engine(int scope);
int level_to_engine(int required);

}  // namespace mpitcheck::properties
