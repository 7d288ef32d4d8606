// SPDX-License-Identifier: BSD-3-Clause
// Properties that stay unchanged while the set of control variables grows.
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/lookups.hpp"
#include "conformance/harness/test/phases.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/enum/enum_text.hpp"

namespace mpitcheck {
namespace {

struct Difference {
  const char* property;
  std::string was, is;
};

// The first property in which two queries of a cvar differ.
std::optional<Difference> difference(const CvarInfo& was, const CvarInfo& is) {
  if (was.name != is.name) return Difference{"name", in_quotes(was.name), in_quotes(is.name)};
  if (was.desc != is.desc) return Difference{"desc", in_quotes(was.desc), in_quotes(is.desc)};
  if (was.datatype != is.datatype) {
    return Difference{"datatype", datatype_name(was.datatype), datatype_name(is.datatype)};
  }
  if (was.datatype == MPI_INT && was.enumtype != is.enumtype) {
    return Difference{"enumtype", enum_text(was.enumtype), enum_text(is.enumtype)};
  }
  const auto number = [](const char* property, const char* kind, int a, int b) {
    return Difference{property, constant_name(kind, a), constant_name(kind, b)};
  };
  if (was.verbosity != is.verbosity) {
    return number("verbosity", "verbosity", was.verbosity, is.verbosity);
  }
  if (was.bind != is.bind) return number("bind", "binding", was.bind, is.bind);
  if (was.scope != is.scope) return number("scope", "scope", was.scope, is.scope);
  return std::nullopt;
}

// Checks that a cvar is reported as before. On failure it queries again, so that the last recorded
// call shows the difference.
void check_unchanged(Test& t, const CvarInfo& was, const CvarInfo& is) {
  constexpr Clause rule = clause::cvar_info_immutable;
  const auto changed = difference(was, is);
  if (!changed) return t.examined(rule, 1);
  const auto now = read_cvar(was.index);
  const auto same = [&](const auto& expected) { return t.check(rule, was, expected.as_before()); };
  const bool all_same =
      !now ||
      (same(is_text("name", now->name, was.name)) && same(is_text("desc", now->desc, was.desc)) &&
       same(is_datatype("datatype", now->datatype, was.datatype)) &&
       (was.datatype != MPI_INT ||
        same(is_handle("enumtype", Relation::one_of, enum_handle_text(now->enumtype),
                       enum_handle_text(was.enumtype)))) &&
       same(is_constant_of("verbosity", "verbosity", now->verbosity, was.verbosity)) &&
       same(is_constant_of("binding", "bind", now->bind, was.bind)) &&
       same(is_constant_of("scope", "scope", now->scope, was.scope)));
  if (!all_same) return;
  t.check(rule, was, deviates(changed->property, changed->was, changed->is).as_before());
}

std::vector<CvarInfo> of_scope(std::vector<CvarInfo> cvars, int scope) {
  std::erase_if(cvars, [&](const CvarInfo& cvar) { return cvar.scope != scope; });
  return cvars;
}

}  // namespace

MPITCHECK_TEST("cvar.num.only-grows", "The number of cvars never falls.",
               cites(clause::cvar_num_may_only_grow), needs::nothing) {
  std::optional<int> before;
  live_through(t, clause::cvar_num_may_only_grow, [&] {
    int now = -1;
    const int code = call::MPI_T_cvar_get_num(&now);
    constexpr Clause rule = clause::cvar_num_may_only_grow;
    constexpr std::string_view function = "MPI_T_cvar_get_num";
    if (before && t.check_code(rule, function, code, {MPI_SUCCESS})) {
      t.check(rule, function, at_least("num_cvar", now, *before).as_before());
    }
    before = now;
  });
}

MPITCHECK_TEST("cvar.index.stable", "A cvar keeps its index when others are added.",
               cites(clause::cvar_index_stable), needs::nothing) {
  constexpr Clause rule = clause::cvar_index_stable;
  std::map<int, std::string> names;
  // Indices that were found by name. A cvar that is never found has no index that could change.
  std::set<int> found;
  const auto check_found = [&](const CvarInfo& cvar) {
    int index = -4711;
    const int code = call::MPI_T_cvar_get_index(cvar.name.c_str(), &index);
    if (code == MPI_SUCCESS && index == cvar.index) found.insert(index);
    if (!found.contains(cvar.index) || names.at(cvar.index) != cvar.name) return;
    if (!t.check_code(rule, cvar, code, {MPI_SUCCESS})) return;
    t.check(rule, cvar,
            equals("cvar_index", index, cvar.index).as_in("MPI_T_cvar_get_info", "cvar_index"));
  };
  live_through(t, rule, [&] {
    const std::vector<CvarInfo> cvars = read_cvars();
    for (const CvarInfo& cvar : cvars) {
      const std::string& name = names.emplace(cvar.index, cvar.name).first->second;
      if (cvar.name == name) continue;
      const auto now = read_cvar(cvar.index);  // the last answer then shows it
      const std::string& seen = now && now->name != name ? now->name : cvar.name;
      t.check(
          rule, [&] { return join("cvar ", cvar.index, " ", in_quotes(name)); },
          is_text("name", seen, name).as_before());
    }
    for (const CvarInfo& cvar : with_own_names(cvars)) check_found(cvar);
  });
}

MPITCHECK_TEST("cvar.info.immutable", "The reported properties of a cvar never change.",
               cites(clause::cvar_info_immutable), needs::nothing) {
  std::map<int, CvarInfo> seen;
  live_through(t, clause::cvar_info_immutable, [&] {
    std::map<int, CvarInfo> now;
    for (const CvarInfo& cvar : read_cvars()) now.emplace(cvar.index, cvar);
    for (const auto& [index, first] : seen) {
      const auto found = now.find(index);
      if (found == now.end()) {
        const int code = query_code<CvarInfo>(index);
        t.check_code(clause::cvar_info_immutable, first, code, success_or_inactive());
        continue;
      }
      check_unchanged(t, first, found->second);
    }
    seen.merge(now);
  });
}

MPITCHECK_TEST("cvar.info.immutable-in-use",
               "Use of a cvar, and repeated queries, do not change its reported properties.",
               cites(clause::cvar_info_immutable), needs::each_phase) {
  constexpr int many = 1000;
  const std::vector<CvarInfo> cvars = readable_cvars(t);
  if (cvars.empty()) t.missing("a cvar that can be read");
  const auto check = [&t](const CvarInfo& was) {
    if (const auto is = read_cvar(was.index)) check_unchanged(t, was, *is);
  };
  t.each_isolated(clause::cvar_info_immutable, cvars, [&](const CvarInfo& cvar) {
    {
      const CvarHandle handle(cvar);
      const auto value = handle.value();
      if (value && call::MPI_T_cvar_write.present()) handle.write(*value);
      check(cvar);
    }
    check(cvar);
  });
  for (int queries = 0; queries < many; queries += static_cast<int>(cvars.size()) + 1) {
    for (const CvarInfo& cvar : cvars) check(cvar);
  }
}

MPITCHECK_TEST("cvar.value.constant-is-fixed", "A cvar of scope CONSTANT keeps its value.",
               cites(clause::cvar_constant_value_fixed), needs::nothing) {
  std::map<int, ValueBuffer> values;
  t.missing("a readable cvar of scope MPI_T_SCOPE_CONSTANT");
  live_through(t, clause::cvar_constant_value_fixed, [&] {
    for (const CvarInfo& cvar : of_scope(readable_cvars(t), MPI_T_SCOPE_CONSTANT)) {
      const CvarHandle handle(cvar);
      const auto value = handle.value();
      if (!value) continue;
      const auto [first, is_new] = values.emplace(cvar.index, *value);
      if (is_new) continue;
      t.check(clause::cvar_constant_value_fixed, cvar, value_is(*value, first->second).as_before());
    }
  });
}

MPITCHECK_TEST("cvar.handle.outlives-phases",
               "A handle allocated before MPI_Init works like a new one, even after MPI_Finalize.",
               cites(clause::cvar_handle_lifetime_vs_mpi), needs::nothing) {
  std::map<int, CvarHandle> early;
  live_through(t, clause::cvar_handle_lifetime_vs_mpi, [&] {
    const std::vector<CvarInfo> cvars = readable_cvars(t);
    if (early.empty()) {
      for (const CvarInfo& cvar : cvars) early.try_emplace(cvar.index, cvar);
      return;
    }
    // If a new handle cannot read the cvar either, the cvar may be inactive.
    t.each_isolated(clause::cvar_handle_lifetime_vs_mpi, cvars, [&](const CvarInfo& cvar) {
      const auto old = early.find(cvar.index);
      if (old == early.end()) return;
      const CvarHandle fresh(cvar);
      constexpr Clause rule = clause::cvar_handle_lifetime_vs_mpi;
      ValueBuffer expected = fresh.buffer();
      if (!t.check_code(rule, cvar, fresh.read(expected), {MPI_SUCCESS})) return;
      const auto steady = fresh.steady_value();
      if (!steady || !steady->equals(expected)) return;
      check_value(
          t, rule, [&] { return cvar.label(); }, old->second, expected);
    });
  });
}

MPITCHECK_TEST("cvar.write.never-is-final",
               "A cvar that refuses writes permanently never accepts a later write.",
               cites(clause::cvar_write_never_is_final), needs::nothing) {
  call::MPI_T_cvar_write.need();
  std::map<int, CvarInfo> refused;
  t.missing("a cvar whose writing is refused with MPI_T_ERR_CVAR_SET_NEVER");
  live_through(t, clause::cvar_write_never_is_final, [&] {
    const std::vector<CvarInfo> cvars = readable_cvars(t);
    const auto codes = codes_of_writing_back(cvars);
    for (std::size_t i = 0; i < cvars.size(); ++i) {
      if (!codes[i]) continue;
      if (refused.contains(cvars[i].index)) {
        t.check(clause::cvar_write_never_is_final, cvars[i],
                fails(*codes[i])
                    .of("MPI_T_cvar_write", cvars[i].index)
                    .given("code", "MPI_T_ERR_CVAR_SET_NEVER"));
      }
      if (*codes[i] != MPI_T_ERR_CVAR_SET_NEVER) continue;
      if (!refused.emplace(cvars[i].index, cvars[i]).second) continue;
      // The same write in this process, so that it precedes the next child's calls.
      const CvarHandle handle(cvars[i]);
      if (const auto value = handle.value()) handle.write(*value);
    }
  });
}

}  // namespace mpitcheck
