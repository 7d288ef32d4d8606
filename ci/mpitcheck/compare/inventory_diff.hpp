// SPDX-License-Identifier: BSD-3-Clause
// What became of a target's variables between two versions.
#pragma once

#include <string>
#include <vector>

#include "model.hpp"

namespace mpitcheck {

enum class ObjectChange { added, removed, renamed, retyped };

inline constexpr ObjectChange all_object_changes[] = {ObjectChange::removed, ObjectChange::added,
                                                      ObjectChange::renamed, ObjectChange::retyped};

std::string_view name(ObjectChange change);

struct ObjectDifference {
  ObjectChange change;
  std::string kind;      ///< as in NamedObject
  std::string old_name;  ///< empty: added
  std::string new_name;  ///< empty: removed
  std::string detail;    ///< for retyped: e.g. "datatype MPI_INT -> MPI_CHAR"
};

/// Equal objects are paired, then those of the same name (retyped), then those of the same type and
/// description if nothing else has these (renamed). In the order of all_object_changes.
std::vector<ObjectDifference> diff_inventories(const std::vector<NamedObject>& older,
                                               const std::vector<NamedObject>& newer);

}  // namespace mpitcheck
