// SPDX-License-Identifier: BSD-3-Clause
// Predicates for Test::check that describe an answer in words, for comparisons that a reproducer
// cannot make. Without a function in the Fact, the clause stands for the cause.
//
//   t.check(rule, function.name, is_observed("kind", !function.is_macro, "a function", "a macro"));
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "conformance/harness/facts/expected.hpp"
#include "conformance/harness/facts/offence.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

namespace detail {

/// `wanted` and `seen` are texts or callables that return one.
template <class Wanted, class Seen>
auto in_words(std::string_view output, bool ok, const Wanted& wanted, const Seen& seen) {
  return expected(ok, [=, output = std::string(output)] {
    return Fact{"", output, Relation::is, {to_text(wanted)}, to_text(seen)};
  });
}

}  // namespace detail

/// `output` is `wanted`; `describe(value)` describes either.
template <class Seen, class Wanted, class Describe>
auto is_in_words(std::string_view output, const Seen& seen, const Wanted& wanted,
                 const Describe& describe) {
  return detail::in_words(
      output, seen == wanted, [=] { return describe(wanted); }, [=] { return describe(seen); });
}

/// The words that describe `output` are `wanted`.
inline auto is_in_words(std::string_view output, std::string_view seen, std::string_view wanted) {
  return detail::in_words(output, seen == wanted, std::string(wanted), std::string(seen));
}

/// `property(seen)`, which `wanted` describes: a text, or a callable that returns one.
/// `describe(seen)` describes what is in `output`.
template <class Seen, class Property, class Wanted, class Describe>
auto has_property(std::string_view output, const Seen& seen, const Property& property,
                  const Wanted& wanted, const Describe& describe) {
  return detail::in_words(output, property(seen), wanted, [=] { return describe(seen); });
}

/// `output` is as `wanted` describes. Otherwise `problem` is not empty and describes it.
inline auto is_sound(std::string_view output, std::string_view wanted, std::string_view problem) {
  return detail::in_words(output, problem.empty(), std::string(wanted), std::string(problem));
}

/// Never holds: the caller has found that `output` is not as `wanted` describes.
template <class Wanted, class Seen>
auto deviates(std::string_view output, const Wanted& wanted, const Seen& seen) {
  return detail::in_words(output, false, wanted, seen);
}

/// One of the two names of a yes-or-no observation. A literal, so that it cannot describe more than
/// the observation.
class Literal {
 public:
  template <std::size_t Size>
  Literal(const char (&text)[Size]) : text_(text, Size - 1) {}
  [[nodiscard]] std::string label() const { return std::string(text_); }

 private:
  std::string_view text_;
};

/// A yes-or-no observation, called `yes` or `no`, is yes. A bool, because it is all that was seen:
/// a compiler's verdict, or a comparison of bytes that a callback made.
inline auto is_observed(std::string_view output, bool seen, Literal yes, Literal no) {
  return detail::in_words(output, seen, yes, no);
}

/// None of these bytes was written, as the guards around a buffer show.
inline auto is_untouched(std::string_view bytes, bool are_untouched) {
  return is_observed(bytes, are_untouched, "untouched", "written");
}

/// The output was written, as its bytes show, which differ from what was there before.
inline auto is_written(std::string_view output, bool was_written) {
  return is_observed(output, was_written, "written", "left as it was");
}

/// The library defines the name that the check is about, as a linker reports.
inline auto is_defined(bool links) {
  return is_observed("definition", links, "in the library", "none");
}

}  // namespace mpitcheck
