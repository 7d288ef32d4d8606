// SPDX-License-Identifier: BSD-3-Clause
// Makers of expectations in words for Judge, beside those of
// conformance/harness/facts/words.hpp.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "conformance/harness/calls/value.hpp"
#include "conformance/harness/facts/words.hpp"

namespace mpitcheck::properties {

/// "at least ", "at most " or "".
inline std::string_view before_wanted(Relation relation) {
  return relation == Relation::at_least  ? "at least "
         : relation == Relation::at_most ? "at most "
                                         : "";
}

/// The number has the relation to `wanted`: "at least 3 cvars". `describe(number)` describes
/// either.
template <class Describe>
auto is_number(int seen, Relation relation, int wanted, const Describe& describe) {
  return has_property(
      "", seen, [=](int number) { return detail::has_relation(number, relation, wanted); },
      [=] { return join(before_wanted(relation), describe(wanted)); }, describe);
}

inline auto is_number(int seen, Relation relation, int wanted) {
  return is_number(seen, relation, wanted, [](int number) { return join(number); });
}

/// The number of elements that a handle reports is not negative.
inline auto is_count(int count) {
  return has_property(
      "", count, [](int seen) { return seen >= 0; }, "a count of 0 or more",
      [](int seen) { return join(seen); });
}

inline auto is_index(int seen, int wanted) {
  return is_in_words("", seen, wanted, [](int index) { return join("index ", index); });
}

/// The answer is `first`, as an earlier call returned it. `describe(answer)` describes either.
template <class Answer, class Describe>
auto is_as_before(const Answer& seen, const Answer& first, const Describe& describe) {
  return has_property(
      "", seen, [&](const Answer& now) { return now == first; },
      [=] { return describe(first) + ", as before"; }, describe);
}

/// The handle is the null handle, which is called `name`.
template <class Handle>
auto is_null_handle(Handle seen, Handle null, std::string_view name) {
  return is_in_words("", seen, null,
                     [=](Handle handle) { return join(handle == null ? "" : "not ", name); });
}

/// The call wrote nothing behind the value.
inline auto is_within_room(const ValueBuffer& value) {
  return is_observed("", value.canary_intact(), "nothing written behind the value",
                     "bytes behind it written");
}

/// `property(seen)`, which `wanted` describes. The value must outlive the result.
template <class Property, class Wanted>
auto value_has(const ValueBuffer& seen, const Property& property, const Wanted& wanted) {
  return has_property("", std::cref(seen), property, wanted,
                      [](const ValueBuffer& value) { return value.text(); });
}

/// The value is equal to `wanted`. Both must outlive the result.
inline auto is_value(const ValueBuffer& seen, const ValueBuffer& wanted) {
  return value_has(
      seen, [&](const ValueBuffer& value) { return value.equals(wanted); },
      [&] { return wanted.text(); });
}

/// Element `place` has the relation to `bound`, which is described between `before` and `after`.
/// The value must outlive the result.
inline auto element_is(const ValueBuffer& seen, int place, Relation relation, const Number& bound,
                       std::string_view before, std::string_view after = "") {
  return value_has(
      seen,
      [&](const ValueBuffer& value) {
        return detail::has_relation(value.number(place), relation, bound);
      },
      [=] { return join(before, bound, after); });
}

}  // namespace mpitcheck::properties
