// SPDX-License-Identifier: BSD-3-Clause
// What the class of a performance variable asks of its type, storage and values (MPI-5.0 §15.3.7).
#pragma once

#include <cstdint>

#include "engine/behaviour.hpp"
#include "engine/cell.hpp"
#include "engine/registration.hpp"

namespace mpit {

/// Whether variables of the class may have the datatype.
bool class_allows(PvarClass var_class, Datatype datatype, const Behaviour& behaviour);

/// Whether the storage can hold the values of the variable.
bool storage_fits(Storage& storage, const PvarSpec& spec);

/// How handles of the variable keep their values.
const CellKind& cells_of(const PvarSpec& spec, const Behaviour& behaviour);

/// Whether a tool may write this word: the class's range. Enumerations are not looked at.
bool value_allowed(const PvarSpec& spec, std::uint64_t word);

}  // namespace mpit
