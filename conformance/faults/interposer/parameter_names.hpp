// SPDX-License-Identifier: BSD-3-Clause
// The meaning of parameter names: which parameter is the length of which text or array.
#pragma once

#include <string_view>

#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {

/// "a, b, c" for the parameters of a function.
template <auto Member>
inline constexpr std::string_view names_of{};
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  template <>                                                                   \
  inline constexpr std::string_view names_of<&Interface::name>{names};
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
#define MPITCHECK_SPELLING(arguments) MPITCHECK_SPELLING_(arguments)
#define MPITCHECK_SPELLING_(arguments) #arguments
#define MPITCHECK_NAMES(name)                                   \
  template <>                                                   \
  inline constexpr std::string_view names_of<&Interface::name>{ \
      &MPITCHECK_SPELLING(MPITCHECK_ARGUMENTS_##name)[1],       \
      sizeof MPITCHECK_SPELLING(MPITCHECK_ARGUMENTS_##name) - 3};
MPITCHECK_MPI_FUNCTIONS(MPITCHECK_NAMES)
MPITCHECK_NAMES(MPI_Pcontrol)
#undef MPITCHECK_NAMES
#undef MPITCHECK_SPELLING
#undef MPITCHECK_SPELLING_

/// The name at that position of "a, b, c"; empty after the last one.
constexpr std::string_view name_in(std::string_view names, std::size_t place) {
  for (; place > 0; --place) {
    const std::size_t comma = names.find(", ");
    if (comma == names.npos) return {};
    names.remove_prefix(comma + 2);
  }
  return names.substr(0, names.find(", "));
}

/// The position of a name, which must exist.
constexpr std::size_t place_of(std::string_view names, std::string_view name) {
  std::size_t place = 0;
  while (name_in(names, place) != name) ++place;
  return place;
}

/// Whether a pointer to Target can be an output. A handle may also be a pointer, to an incomplete
/// type.
template <class Target>
concept is_output = !std::is_const_v<Target> && requires {
  sizeof(Target);
};

}  // namespace mpitcheck::faults
