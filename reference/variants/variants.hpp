// SPDX-License-Identifier: BSD-3-Clause
// The variants by name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/variants/variant.hpp"

namespace mpit {

struct NamedVariant {
  std::string_view name;
  std::string_view description;
  /// Clauses and ambiguities of the catalogue that make it legal, separated by blanks.
  std::string_view legal_by;
  /// Levels of clauses that it deviates from, separated by blanks: "should", "quality" or nothing.
  std::string_view gives_up;
  void (*apply)(Variant&);
  /// Variants that it cannot be together with, separated by blanks, and why; or nothing.
  std::string_view excludes = {}, reason = {};
};

std::span<const NamedVariant> named_variants();

/// The combination of the variants in `names`, joined by '+'. Names that are none are added to
/// `unknown`. But for those that say otherwise, variants have few specimens, to be quick.
Variant variant_of(std::string_view names, std::vector<std::string>& unknown);

/// The variant that MPIT_VARIANT asks for; none without it. Tells of unknown names on stderr.
std::optional<Variant> variant_from_environment();

}  // namespace mpit
