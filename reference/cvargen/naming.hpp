// SPDX-License-Identifier: BSD-3-Clause
// Names that the output gives: members, macros, environment variables.
#pragma once

#include <string>
#include <vector>

#include "reference/cvargen/model.hpp"

namespace mpit::cvargen {

/// How names are made out of the variables' names.
struct Naming {
  /// What variables' names begin with; the rest of a name makes the other names.
  std::string prefix = "MPIR_CVAR_";
  /// What the names in the environment begin with, in rising priority.
  std::vector<std::string> environment = {"MPICH_", "MPIR_PARAM_", "MPIR_CVAR_"};
  /// What the macros begin with that replace defaults of class device.
  std::string device = "MPID_";

  /// The name without the prefix; as it is if that leaves no identifier.
  std::string short_name(const std::string& name) const;
  /// The variable's member of the generated class.
  std::string member(const Variable& variable) const;
  std::string device_macro(const Variable& variable) const;
  /// Names in the environment, in rising priority: first the alternative ones with each prefix,
  /// then the variable's own. In capitals.
  std::vector<std::string> environment_of(const Variable& variable) const;
};

/// `word`, changed if C++ could not take it as the name of a member or enumerator.
std::string identifier(const std::string& word);

/// Reports variables whose members would have the same name.
void check_members(const Declarations& declarations, const Naming& naming,
                   Diagnostics& diagnostics);

}  // namespace mpit::cvargen
