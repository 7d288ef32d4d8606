// SPDX-License-Identifier: BSD-3-Clause
// Control variables: their number, indices, names, descriptions and scopes.
#include <array>
#include <climits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/named.hpp"

namespace mpitcheck {
namespace {

constexpr std::array<std::string_view, 7> scopes{
    "MPI_T_SCOPE_CONSTANT", "MPI_T_SCOPE_READONLY", "MPI_T_SCOPE_LOCAL", "MPI_T_SCOPE_GROUP",
    "MPI_T_SCOPE_GROUP_EQ", "MPI_T_SCOPE_ALL",      "MPI_T_SCOPE_ALL_EQ"};

struct BadCvarIndex {
  int index;
  [[nodiscard]] std::string label() const { return join("cvar index ", index); }
};

}  // namespace

MPITCHECK_TEST("cvar.num.nonnegative", "The number of cvars is reported and is not negative.",
               cites(clause::cvar_num_nonnegative), needs::each_phase) {
  int count = -4711;
  const int code = call::MPI_T_cvar_get_num(&count);
  constexpr std::string_view function = "MPI_T_cvar_get_num";
  if (t.check_code(clause::cvar_num_nonnegative, function, code, {MPI_SUCCESS})) {
    t.check(clause::cvar_num_nonnegative, function, at_least("num_cvar", count, 0));
  }
}

MPITCHECK_TEST(
    "cvar.index.range-is-valid",
    "Each index below the number of cvars can be queried, or is refused with a code of the table.",
    cites(clause::cvar_index_range_valid), needs::each_phase) {
  const int count = cvar_num();
  if (count == 0) t.missing("a cvar");
  int inactive = 0;
  for (int i = 0; i < count; ++i) {
    const int code = query_code<CvarInfo>(i);
    inactive += code != MPI_SUCCESS;
    t.check(
        clause::cvar_index_range_valid, [i] { return join("cvar index ", i); },
        is_known_code(code));
  }
  t.behaviour(clause::cvar_index_range_valid, "cvars without info " + Progress::instance().phase(),
              join(inactive));
}

MPITCHECK_TEST("cvar.index.out-of-range", "An index outside the range is refused as invalid.",
               cites(clause::cvar_info_bad_index), needs::each_phase) {
  const std::array bad{BadCvarIndex{-1}, BadCvarIndex{cvar_num()}, BadCvarIndex{INT_MAX}};
  t.each_isolated(clause::cvar_info_bad_index, bad, [&t](const BadCvarIndex& item) {
    t.check_code(clause::cvar_info_bad_index, item, query_code<CvarInfo>(item.index),
                 {MPI_T_ERR_INVALID_INDEX});
  });
}

MPITCHECK_TEST("cvar.name.nonempty", "Every cvar has a name of at least one character.",
               cites(clause::cvar_name_nonempty), needs::each_phase) {
  for (const CvarInfo& cvar : read_cvars()) {
    check_not_empty(t, clause::cvar_name_nonempty, cvar, cvar.name,
                    [&] { return query_lengths<CvarInfo>(cvar.index).name; });
  }
}

MPITCHECK_TEST("cvar.name.unique", "All cvars have distinct names.",
               cites(clause::cvar_name_unique), needs::each_phase) {
  std::set<std::string> seen;
  for (const CvarInfo& cvar : read_cvars()) {
    t.check(clause::cvar_name_unique, cvar,
            is_other_text("name", cvar.name, seen)
                .unless(cvar.name.empty())
                .of("MPI_T_cvar_get_info")
                .as_before());
    seen.insert(cvar.name);
  }
}

MPITCHECK_TEST("cvar.desc.missing-is-empty",
               "A missing description is the empty text, and its length is at least 1.",
               cites(clause::cvar_desc_optional, clause::cvar_desc_explains_setting),
               needs::each_phase) {
  int settable = 0;
  int undescribed = 0;
  for (const CvarInfo& cvar : read_cvars()) {
    if (has_writable_scope(cvar)) {
      ++settable;
      if (cvar.desc.empty()) ++undescribed;
    }
    check_missing_desc(t, clause::cvar_desc_optional, cvar);
  }
  t.behaviour(clause::cvar_desc_explains_setting, "settable-cvars-without-description",
              join(undescribed, " of ", settable));
}

MPITCHECK_TEST("cvar.scope.constants", "The seven scope constants are defined and distinct.",
               cites(clause::cvar_scope_is_constant), needs::nothing) {
  for (const std::string_view name : scopes) {
    const auto value = constant(name);
    t.check(clause::cvar_scope_is_constant, name, is_declared(name, value.has_value()));
    for (const std::string_view other : scopes) {
      if (!value || other <= name || !constant(other)) continue;
      t.check(
          clause::cvar_scope_is_constant, [&] { return join(name, " and ", other); },
          constants_differ(name, *value, other, *constant(other)));
    }
  }
}

MPITCHECK_TEST("cvar.scope.is-constant", "Each cvar reports one of the scope constants.",
               cites(clause::cvar_scope_is_constant), needs::each_phase) {
  for (const CvarInfo& cvar : read_cvars()) {
    t.check(clause::cvar_scope_is_constant, cvar,
            is_any("scope", "scope", cvar.scope).of("MPI_T_cvar_get_info"));
  }
}

}  // namespace mpitcheck
