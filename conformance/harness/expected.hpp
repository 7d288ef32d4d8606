// SPDX-License-Identifier: BSD-3-Clause
// Predicates over one answer of the last call, for Test::check: the answer is named by its
// parameter, and what is said of it is put into words only if it does not hold.
//
//   t.check(clause::cvar_desc_optional, cvar, at_least("desc_len", length, 1));
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "harness/offence.hpp"
#include "harness/text.hpp"

namespace mpitcheck {

/// `fact` leaves the function empty: it is the last one that was called.
template <class MakeFact>
struct Expected {
  bool ok;
  MakeFact fact;
};

/// The number is that.
inline auto equals(std::string_view output, long long seen, long long wanted) {
  return Expected{
      seen == wanted, [=] {
        return Fact{"", std::string(output), Relation::one_of, {join(wanted)}, join(seen)};
      }};
}

inline auto at_least(std::string_view output, long long seen, long long wanted) {
  return Expected{
      seen >= wanted, [=] {
        return Fact{"", std::string(output), Relation::at_least, {join(wanted)}, join(seen)};
      }};
}

inline auto at_most(std::string_view output, long long seen, long long wanted) {
  return Expected{
      seen <= wanted, [=] {
        return Fact{"", std::string(output), Relation::at_most, {join(wanted)}, join(seen)};
      }};
}

/// The number is what the same call answered before.
inline auto as_before(std::string_view output, long long seen, long long before) {
  return Expected{
      seen == before, [=] {
        return Fact{"", std::string(output), Relation::as_before, {join(before)}, join(seen)};
      }};
}

/// The number is no less than what the same call answered before.
inline auto at_least_before(std::string_view output, long long seen, long long before) {
  return Expected{
      seen >= before, [=] {
        return Fact{"", std::string(output), Relation::at_least_before, {join(before)}, join(seen)};
      }};
}

/// The text is that.
inline auto is_text(std::string_view output, std::string_view seen, std::string_view wanted) {
  return Expected{
      seen == wanted, [=] {
        return Fact{
            "", std::string(output), Relation::one_of, {in_quotes(wanted)}, in_quotes(seen)};
      }};
}

/// The text is what the same call answered before.
inline auto same_text(std::string_view output, std::string_view seen, std::string_view before) {
  return Expected{
      seen == before, [=] {
        return Fact{
            "", std::string(output), Relation::as_before, {in_quotes(before)}, in_quotes(seen)};
      }};
}

/// A constant, e.g. a class or a datatype, by its name: one that is allowed, as `ok` says.
/// `names()` lists those; `seen()` names it.
template <class Seen, class Names>
auto is_named(std::string_view output, bool ok, const Seen& seen, const Names& names) {
  return Expected{ok, [=] {
                    return Fact{"", std::string(output), Relation::one_of, names(), seen()};
                  }};
}

/// The call failed, with whatever code; `name(code)` names it.
template <class Name>
auto is_refused(int code, bool ok, const Name& name) {
  return Expected{
      ok, [=] {
        return Fact{"", std::string(code_output), Relation::none_of, {"MPI_SUCCESS"}, name(code)};
      }};
}

/// mpi.h declares that name.
inline auto is_declared(std::string_view name, bool ok) {
  return Expected{ok, [=] {
                    return Fact{"", std::string(name), Relation::declared, {}, "not declared"};
                  }};
}

}  // namespace mpitcheck
