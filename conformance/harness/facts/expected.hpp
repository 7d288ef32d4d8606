// SPDX-License-Identifier: BSD-3-Clause
// Predicates over one answer of the last call, for Test::check. An answer is named by its
// parameter. Texts are built only if the predicate fails.
//
//   t.check(clause::cvar_desc_optional, cvar, at_least("desc_len", length, 1));
#pragma once

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

/// The number in `output` has the relation to `wanted`, as `ok` reports.
template <class T>
auto number_is(bool ok, std::string_view output, T seen, Relation relation, T wanted) {
  return detail::expected(ok, [=, output = std::string(output)] {
    return Fact{"", output, relation, {join(wanted)}, join(seen)};
  });
}

/// Comparisons of the number in `output`.
inline auto equals(std::string_view output, long long seen, long long wanted) {
  return number_is(seen == wanted, output, seen, Relation::one_of, wanted);
}

inline auto differs(std::string_view output, long long seen, long long unwanted) {
  return number_is(seen != unwanted, output, seen, Relation::none_of, unwanted);
}

inline auto at_least(std::string_view output, long long seen, long long wanted) {
  return number_is(seen >= wanted, output, seen, Relation::at_least, wanted);
}

inline auto at_most(std::string_view output, long long seen, long long wanted) {
  return number_is(seen <= wanted, output, seen, Relation::at_most, wanted);
}

inline auto above(std::string_view output, long long seen, long long bound) {
  return number_is(seen > bound, output, seen, Relation::above, bound);
}

inline auto below(std::string_view output, long long seen, long long bound) {
  return number_is(seen < bound, output, seen, Relation::below, bound);
}

/// The number in `output` is one of `wanted`.
inline auto is_one_of(std::string_view output, long long seen,
                      std::initializer_list<long long> wanted) {
  bool ok = false;
  for (const long long value : wanted) ok = ok || seen == value;
  return detail::expected(
      ok, [=, output = std::string(output), values = std::vector<long long>(wanted)] {
        Fact fact{"", output, Relation::one_of, {}, join(seen)};
        for (const long long value : values) fact.wanted.push_back(join(value));
        return fact;
      });
}

/// Element `place` of the text in `output` is the character `wanted`.
inline auto has_character(std::string_view output, std::size_t place, char seen, char wanted) {
  return detail::expected(seen == wanted, [=, output = std::string(output)] {
    return Fact{"",
                join(output, "[", place, "]"),
                Relation::one_of,
                {in_single_quotes(wanted)},
                in_single_quotes(seen)};
  });
}

/// The text in `output` is `wanted`.
inline auto is_text(std::string_view output, std::string_view seen, std::string_view wanted) {
  return detail::expected(seen == wanted, [=] {
    return Fact{"", std::string(output), Relation::one_of, {in_quotes(wanted)}, in_quotes(seen)};
  });
}

/// The value is not `unwanted`, as `ok` reports. Both are in C syntax.
inline auto is_none_of(std::string_view output, bool ok, std::string_view unwanted,
                       std::string_view seen) {
  return detail::expected(ok, [output = std::string(output), unwanted = std::string(unwanted),
                               seen = std::string(seen)] {
    return Fact{"", output, Relation::none_of, {unwanted}, seen};
  });
}

/// The text differs from those of all other objects, as `ok` reports.
inline auto is_other_text(std::string_view output, std::string_view seen, bool ok) {
  return is_none_of(output, ok, in_quotes(seen), in_quotes(seen)).as_before();
}

/// A constant, e.g. an error class or a datatype, is one of the allowed ones, as `ok` reports.
/// `names()` lists the allowed ones, `seen()` names the constant.
template <class Seen, class Names>
auto is_named(std::string_view output, bool ok, const Seen& seen, const Names& names) {
  return detail::expected(ok, [=, output = std::string(output)] {
    return Fact{"", output, Relation::one_of, names(), seen()};
  });
}

/// The call failed with any code; `name(code)` names it.
template <class Name>
auto is_refused(int code, bool ok, const Name& name) {
  return detail::expected(ok, [=] {
    return Fact{"", std::string(code_output), Relation::none_of, {"MPI_SUCCESS"}, name(code)};
  });
}

/// A constant of mpi.h has the relation to `wanted`, a constant or a number, as `ok` reports.
inline auto constant_is(std::string_view name, long long seen, bool ok, Relation relation,
                        std::string_view wanted) {
  return detail::expected(ok, [=, name = std::string(name), wanted = std::string(wanted)] {
    return Fact{std::string(mpi_header), name, relation, {wanted}, join(seen)};
  });
}

/// Two constants of mpi.h have different values.
inline auto constants_differ(std::string_view one, long long value, std::string_view other,
                             long long value_of_other) {
  return constant_is(one, value, value != value_of_other, Relation::none_of, other);
}

/// The call returned, as `ok` reports. Otherwise `how` is how the process ended: "SIGSEGV", "exit
/// code 1".
inline auto survives(bool ok, std::string_view how) {
  return detail::expected(ok, [how = std::string(how)] {
    return Fact{"", "", Relation::survives, {}, how};
  });
}

/// `output` is as `wanted` describes in words, as `ok` reports. For comparisons that a reproducer
/// cannot make. `wanted` and `seen` are texts or callables that return one. Without a function in
/// the Fact, the clause stands for the cause.
template <class Wanted, class Seen>
auto in_words(std::string_view output, bool ok, const Wanted& wanted, const Seen& seen) {
  return detail::expected(ok, [=, output = std::string(output)] {
    return Fact{"", output, Relation::is, {to_text(wanted)}, to_text(seen)};
  });
}

/// None of these bytes was written.
inline auto is_untouched(std::string_view bytes, bool ok) {
  return in_words(bytes, ok, "untouched", "written");
}

/// The output was written.
inline auto is_written(std::string_view output, bool ok) {
  return in_words(output, ok, "written", "left as it was");
}

/// The library defines the name that the check is about.
inline auto is_defined(bool ok) { return in_words("definition", ok, "in the library", "none"); }

/// Nothing failed. Otherwise `odd` is the Fact of the first thing that did.
inline auto is_sound(const std::optional<Fact>& odd) {
  return detail::expected(!odd, [=] { return *odd; });
}

/// mpi.h declares the name.
inline auto is_declared(std::string_view name, bool ok) {
  return detail::expected(ok, [=] {
    return Fact{"", std::string(name), Relation::declared, {}, "not declared"};
  });
}

}  // namespace mpitcheck
