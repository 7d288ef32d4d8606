// SPDX-License-Identifier: BSD-3-Clause
// Predicates over one answer of the last call, for Test::check. An answer is named by its
// parameter. Each predicate compares the values that its Fact shows, so that a verdict cannot
// contradict its words. Texts are built only if the predicate fails. words.hpp has the predicates
// that describe an answer in words.
//
//   t.check(clause::cvar_desc_optional, cvar, at_least("desc_len", length, 1));
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/harness/facts/offence.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

template <class MakeFact>
class Expected;

namespace detail {

/// Makes every Expected. Only makers call it, such as equals(): functions in the harness that
/// derive `ok` and the Fact from the same arguments.
template <class MakeFact>
Expected<MakeFact> expected(bool ok, MakeFact make_fact);

/// Whether `seen` has the relation to `wanted`; false for relations that compare nothing.
template <class T>
bool has_relation(const T& seen, Relation relation, const T& wanted) {
  switch (relation) {
    case Relation::one_of:
      return seen == wanted;
    case Relation::none_of:
      return seen != wanted;
    case Relation::at_least:
      return seen >= wanted;
    case Relation::at_most:
      return seen <= wanted;
    case Relation::above:
      return seen > wanted;
    case Relation::below:
      return seen < wanted;
    case Relation::declared:
    case Relation::survives:
    case Relation::is:
      break;
  }
  return false;
}

}  // namespace detail

/// Whether an expectation holds, and a callable that makes its Fact. The Fact has an empty
/// function, which stands for the last function that was called.
template <class MakeFact>
class Expected {
 public:
  [[nodiscard]] bool ok() const { return ok_; }
  /// For an expectation that does not hold.
  [[nodiscard]] Fact fact() const { return make_fact_(); }

  /// The answer is from `function`, not from the last MPI_T function that was called.
  [[nodiscard]] auto of(std::string_view function) const {
    return with([function = std::string(function)](Fact& made) { made.function = function; });
  }

  /// The answer is from `function`, about the object of that number.
  [[nodiscard]] auto of(std::string_view function, int number) const {
    return with([function = std::string(function), number](Fact& made) {
      made.function = function;
      made.number = number;
    });
  }

  /// The wanted value is what `function` returned in `output` or received as `output`, for the
  /// object of that number, by default for the same object.
  [[nodiscard]] auto as_in(std::string_view function, std::string_view output,
                           std::optional<int> number = {}) const {
    return with([=, function = std::string(function), output = std::string(output)](Fact& made) {
      made.sources = {{function, output, number}};
    });
  }

  [[nodiscard]] auto as_in(const Answer& answer) const {
    return as_in(answer.function, answer.output);
  }

  /// The wanted value is what the same call returned in `output`.
  [[nodiscard]] auto as_in(std::string_view output) const { return as_in("", output); }

  /// The rule applies to objects for which the same function returned `value` in `output`.
  [[nodiscard]] auto given(std::string_view output, const std::string& value) const {
    return given("", output, value);
  }

  /// The rule applies to objects for which `function` returned `value` in `output`.
  [[nodiscard]] auto given(std::string_view function, std::string_view output,
                           const std::string& value) const {
    return with([=, function = std::string(function), output = std::string(output)](Fact& made) {
      made.given = {function, output, value};
    });
  }

  /// The wanted value is what the same function returned for another object.
  [[nodiscard]] auto as_elsewhere() const {
    return with([](Fact& made) { made.sources = {{"", made.output, {}, made.wanted.front()}}; });
  }

  /// The wanted value is what the same call returned at another time. With differs(): the unwanted
  /// value, also of another object.
  [[nodiscard]] auto as_before() const {
    return with([](Fact& made) { made.sources = {{"", made.output}}; });
  }

  /// The expectation also holds if `is_exempt`, because the rule allows this object another value.
  [[nodiscard]] auto unless(bool is_exempt) const {
    return detail::expected(ok_ || is_exempt, make_fact_);
  }

 private:
  friend Expected detail::expected<MakeFact>(bool ok, MakeFact make_fact);

  Expected(bool ok, MakeFact make_fact) : ok_(ok), make_fact_(std::move(make_fact)) {}

  template <class Change>
  auto with(const Change& change) const {
    return detail::expected(ok_, [make = make_fact_, change] {
      Fact made = make();
      change(made);
      return made;
    });
  }

  bool ok_;
  MakeFact make_fact_;
};

template <class MakeFact>
Expected<MakeFact> detail::expected(bool ok, MakeFact make_fact) {
  return {ok, std::move(make_fact)};
}

/// The number in `output` has the relation to `wanted`.
template <class T>
auto number_is(std::string_view output, T seen, Relation relation, T wanted) {
  return detail::expected(detail::has_relation(seen, relation, wanted),
                          [=, output = std::string(output)] {
                            return Fact{"", output, relation, {join(wanted)}, join(seen)};
                          });
}

/// Comparisons of the number in `output`.
inline auto equals(std::string_view output, long long seen, long long wanted) {
  return number_is(output, seen, Relation::one_of, wanted);
}

inline auto differs(std::string_view output, long long seen, long long unwanted) {
  return number_is(output, seen, Relation::none_of, unwanted);
}

inline auto at_least(std::string_view output, long long seen, long long wanted) {
  return number_is(output, seen, Relation::at_least, wanted);
}

inline auto at_most(std::string_view output, long long seen, long long wanted) {
  return number_is(output, seen, Relation::at_most, wanted);
}

inline auto above(std::string_view output, long long seen, long long bound) {
  return number_is(output, seen, Relation::above, bound);
}

inline auto below(std::string_view output, long long seen, long long bound) {
  return number_is(output, seen, Relation::below, bound);
}

/// The value in `output` is `wanted`, e.g. a constant or a handle. `spell(value)` is its text.
template <class Seen, class Wanted, class Spell>
auto is_same(std::string_view output, const Seen& seen, const Wanted& wanted, const Spell& spell) {
  return detail::expected(seen == wanted, [=, output = std::string(output)] {
    return Fact{"", output, Relation::one_of, {spell(wanted)}, spell(seen)};
  });
}

/// The value in `output` is not `unwanted`.
template <class Seen, class Unwanted, class Spell>
auto is_not(std::string_view output, const Seen& seen, const Unwanted& unwanted,
            const Spell& spell) {
  return detail::expected(!(seen == unwanted), [=, output = std::string(output)] {
    return Fact{"", output, Relation::none_of, {spell(unwanted)}, spell(seen)};
  });
}

/// The value in `output` is one of `allowed`: a container, or a view that outlives the result.
template <class Seen, class Allowed, class Spell>
auto is_among(std::string_view output, const Seen& seen, const Allowed& allowed,
              const Spell& spell) {
  const bool ok = std::find(allowed.begin(), allowed.end(), seen) != allowed.end();
  return detail::expected(ok, [=, output = std::string(output)] {
    Fact fact{"", output, Relation::one_of, {}, spell(seen)};
    for (const auto& value : allowed) fact.wanted.push_back(spell(value));
    return fact;
  });
}

/// The text in `output`, which is in C syntax, is one of `allowed`.
inline auto is_among(std::string_view output, const std::string& seen,
                     const std::vector<std::string>& allowed) {
  return is_among(output, seen, allowed, [](const std::string& text) { return text; });
}

/// The number in `output` is one of `wanted`.
inline auto is_one_of(std::string_view output, long long seen,
                      std::initializer_list<long long> wanted) {
  return is_among(output, seen, std::vector<long long>(wanted),
                  [](long long value) { return join(value); });
}

/// Element `place` of the text in `output` is the character `wanted`.
inline auto has_character(std::string_view output, std::size_t place, char seen, char wanted) {
  return is_same(join(output, "[", place, "]"), seen, wanted, in_single_quotes);
}

/// The text in `output` is `wanted`.
inline auto is_text(std::string_view output, std::string_view seen, std::string_view wanted) {
  return is_same(output, seen, wanted, in_quotes);
}

/// The text differs from those of all other objects, which are the keys of `others`.
template <class Others>
auto is_other_text(std::string_view output, const std::string& seen, const Others& others) {
  const bool ok = !others.contains(seen);
  return detail::expected(
             ok,
             [output = std::string(output), seen] {
               return Fact{"", output, Relation::none_of, {in_quotes(seen)}, in_quotes(seen)};
             })
      .as_before();
}

/// A constant of mpi.h has the relation to `wanted`, which is called `wanted_name`.
inline auto constant_is(std::string_view name, long long seen, Relation relation, long long wanted,
                        std::string_view wanted_name) {
  return detail::expected(
      detail::has_relation(seen, relation, wanted),
      [=, name = std::string(name), wanted_name = std::string(wanted_name)] {
        return Fact{std::string(mpi_header), name, relation, {wanted_name}, join(seen)};
      });
}

/// Two constants of mpi.h have different values.
inline auto constants_differ(std::string_view one, long long value, std::string_view other,
                             long long value_of_other) {
  return constant_is(one, value, Relation::none_of, value_of_other, other);
}

/// The call returned. Otherwise `end` is how the process ended: "SIGSEGV", "exit code 1".
inline auto survives(const std::optional<std::string>& end) {
  return detail::expected(!end, [=] { return Fact{"", "", Relation::survives, {}, *end}; });
}

/// Nothing failed. Otherwise `odd` is the Fact of the first thing that did.
inline auto is_sound(const std::optional<Fact>& odd) {
  return detail::expected(!odd, [=] { return *odd; });
}

/// mpi.h declares the name. A bool, because a compiler decided it when the project was configured.
inline auto is_declared(std::string_view name, bool compiles) {
  return detail::expected(compiles, [=] {
    return Fact{"", std::string(name), Relation::declared, {}, "not declared"};
  });
}

}  // namespace mpitcheck
