// SPDX-License-Identifier: BSD-3-Clause
// What a target is called beside others.
#include "compare/library_label.hpp"

#include "escape.hpp"
#include "library_id.hpp"

namespace mpitcheck {

std::string library_label(const TargetResult& target) {
  const LibraryId id = identify_library(target.library_version);
  if (id.library.empty() || id.version.empty()) return target.name;
  return shortened(id.library + " " + id.version, 60);
}

std::string library_name(const TargetResult& target) {
  const LibraryId id = identify_library(target.library_version);
  return id.library.empty() || id.version.empty() ? target.name : shortened(id.library, 60);
}

}  // namespace mpitcheck
