// SPDX-License-Identifier: BSD-3-Clause
// Finds variants by name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/variants/variant.hpp"

namespace mpit {

/// A row of the table of variants. No variant delays the effect of a write on later reads, because
/// the standard requires it. When the library acts on a new value is not tested.
struct NamedVariant {
  std::string_view name;
  std::string_view description;
  /// Clauses and ambiguities of the catalogue that allow the variant, separated by blanks.
  std::string_view legal_by;
  /// Levels of the clauses that the variant breaks, separated by blanks: "should", "quality" or
  /// nothing.
  std::string_view gives_up;
  void (*apply)(Variant&);
  /// Variants with which it cannot be combined, separated by blanks, and the reason; or nothing.
  std::string_view excludes = {}, reason = {};
};

std::span<const NamedVariant> named_variants();

/// The combination of the variants in `names`, which '+' separates. Adds names of no variant to
/// `unknown`. Unless a variant sets Variant::specimens, it has few specimens, to save time.
Variant variant_of(std::string_view names, std::vector<std::string>& unknown);

/// The variant that MPIT_VARIANT selects; none if it is not set. Prints unknown names on stderr.
std::optional<Variant> variant_from_environment();

}  // namespace mpit
