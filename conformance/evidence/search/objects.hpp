// SPDX-License-Identifier: BSD-3-Clause
// Which call made the objects that a call works on, and what variables are called.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/evidence/search/trace.hpp"

namespace mpitcheck::evidence {

/// A handle and the like: made by call number `call` in its parameter number `parameter`.
struct Made {
  std::size_t call = 0;
  std::size_t parameter = 0;
  auto operator<=>(const Made&) const = default;
};

/// Kind and number of something listed: {"cvar", 3}, {"category", 0}.
using Listed = std::pair<std::string, int>;

/// The name of a listed thing; for pvars with their class.
struct Name {
  std::string literal, pvar_class;
};

/// A reading of all calls of a story.
class Objects {
 public:
  explicit Objects(const std::vector<Call>& calls);

  /// What the argument number `parameter` of a call stands for, if a call made it.
  [[nodiscard]] std::optional<Made> of(std::size_t call, std::size_t parameter) const;
  /// All that a call works on.
  [[nodiscard]] std::vector<Made> of(std::size_t call) const;
  [[nodiscard]] const Name* name(const Listed& listed) const;

 private:
  std::map<std::pair<std::size_t, std::size_t>, Made> used_;
  std::map<Listed, Name> names_;
};

/// The call that handed over the function that is called back in call number `callback`: what the
/// library passes may be wrong.
std::optional<std::size_t> handed_over(const std::vector<Call>& calls, std::size_t callback);

/// The text of that argument; empty if the function has no such parameter.
const std::string& argument(const Call& call, std::string_view parameter);

/// The kind that an index parameter counts ("cvar" for cvar_index); empty for others.
std::string kind_of_index(std::string_view parameter);

/// What the call's index argument names; nothing if it has none.
std::optional<Listed> listed(const Call& call);

}  // namespace mpitcheck::evidence
