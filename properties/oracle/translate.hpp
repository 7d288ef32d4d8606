// SPDX-License-Identifier: BSD-3-Clause
// Translates the target's constants to the engine's, and back.
#pragma once

#include "conformance/harness/facts/mpi.hpp"
#include "reference/engine/core/types.hpp"

namespace mpitcheck::properties {

/// The target's value of a code of the engine; -1 if its mpi.h lacks the code.
int to_target(mpit::Code code);

/// These throw std::out_of_range for values outside the standard.
mpit::Datatype to_engine(MPI_Datatype datatype);
mpit::PvarClass class_to_engine(int var_class);
mpit::Bind bind_to_engine(int bind);
mpit::Scope scope_to_engine(int scope);
int level_to_engine(int required);

}  // namespace mpitcheck::properties
