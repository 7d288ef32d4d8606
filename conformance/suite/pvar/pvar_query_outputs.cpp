// SPDX-License-Identifier: BSD-3-Clause
// All outputs of MPI_T_pvar_get_info, and the look-up of the index by name.
#include <cctype>
#include <climits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/lookups.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/enum/enum_text.hpp"

namespace mpitcheck {
namespace {

enum Output {
  out_name,
  out_verbosity,
  out_class,
  out_datatype,
  out_enum,
  out_desc,
  out_bind,
  out_readonly,
  out_continuous,
  out_atomic,
  pvar_output_count
};
constexpr unsigned all_pvar_outputs = (1U << pvar_output_count) - 1;

constexpr const char* output_names[pvar_output_count] = {
    "name", "verbosity", "var_class", "datatype",   "enumtype",
    "desc", "bind",      "readonly",  "continuous", "atomic"};

/// One query of `pvar` with NULL for the outputs in `nulls`.
struct PvarQuery {
  PvarQuery(const PvarInfo& pvar, unsigned nulls)
      : name(pvar.name.size() + 1, '?'),
        desc(pvar.desc.size() + 1, '?'),
        name_len(static_cast<int>(name.size())),
        desc_len(static_cast<int>(desc.size())) {
    const auto out = [nulls](Output output, auto* place) {
      return (nulls >> output & 1U) != 0 ? nullptr : place;
    };
    code = call::MPI_T_pvar_get_info(
        pvar.index, out(out_name, name.data()), out(out_name, &name_len),
        out(out_verbosity, &verbosity), out(out_class, &var_class), out(out_datatype, &datatype),
        out(out_enum, &enumtype), out(out_desc, desc.data()), out(out_desc, &desc_len),
        out(out_bind, &bind), out(out_readonly, &readonly), out(out_continuous, &continuous),
        out(out_atomic, &atomic));
  }

  /// The text of an output for a report.
  [[nodiscard]] std::string text(unsigned output) const {
    const auto to_null = [](const std::string& text) { return in_quotes(text.c_str()); };
    switch (output) {
      case out_name:
        return to_null(name);
      case out_verbosity:
        return constant_name("verbosity", verbosity);
      case out_class:
        return constant_name("pvar_class", var_class);
      case out_datatype:
        return datatype_name(datatype);
      case out_enum:
        return enum_text(enumtype);
      case out_desc:
        return to_null(desc);
      case out_bind:
        return constant_name("binding", bind);
      case out_readonly:
        return std::to_string(readonly);
      case out_continuous:
        return std::to_string(continuous);
      default:
        return std::to_string(atomic);
    }
  }

  /// The Fact of the first output outside `nulls` that differs from `other`, or nothing.
  [[nodiscard]] std::optional<Fact> difference(const PvarQuery& other, unsigned nulls) const {
    const bool same[pvar_output_count] = {
        name == other.name,         verbosity == other.verbosity, var_class == other.var_class,
        datatype == other.datatype, enumtype == other.enumtype,   desc == other.desc,
        bind == other.bind,         readonly == other.readonly,   continuous == other.continuous,
        atomic == other.atomic};
    for (unsigned i = 0; i < pvar_output_count; ++i) {
      if ((nulls >> i & 1U) == 0 && !same[i]) {
        return Fact{"", output_names[i], Relation::one_of, {other.text(i)}, text(i)};
      }
    }
    return std::nullopt;
  }

  std::string name, desc;
  int name_len, desc_len;
  int verbosity = -1, var_class = -1, bind = -1, readonly = -1, continuous = -1, atomic = -1;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  int code;
};

/// Checks that every output of `now` outside `nulls` is that of `before`.
template <class Subject>
void check_as_before(Test& t, Clause clause, const Subject& subject, const PvarQuery& before,
                     const PvarQuery& now, unsigned nulls) {
  t.check(clause, subject, is_sound(now.difference(before, nulls)).as_before());
}

void check_nulls(Test& t, const PvarInfo& pvar, const PvarQuery& full, unsigned nulls,
                 const std::string& what) {
  const PvarQuery query(pvar, nulls);
  const auto subject = [&] { return join(pvar.label(), " with NULL for ", what); };
  constexpr Clause rule = clause::pvar_info_null_out_ignored;
  if (!t.check(rule, subject, is_code_as_before(query.code, MPI_SUCCESS))) return;
  check_as_before(t, rule, subject, full, query, nulls);
}

struct Lookup {
  int code, index;
};

// Names that are almost `name`: one character less, one more, with upper and lower case swapped.
std::vector<std::string> near_misses(const std::string& name) {
  std::string swapped = name;
  for (char& c : swapped) {
    const auto byte = static_cast<unsigned char>(c);
    c = static_cast<char>(std::islower(byte) != 0 ? std::toupper(byte) : std::tolower(byte));
  }
  std::vector<std::string> names{name + "x", swapped};
  if (name.size() > 1) names.push_back(name.substr(0, name.size() - 1));
  return names;
}

Lookup look_up(const std::string& name, int var_class) {
  int index = -1;
  const int code = call::MPI_T_pvar_get_index(name.c_str(), var_class, &index);
  return {code, index};
}

// Names of cvars and categories of the library.
std::set<std::string> names_of_others() {
  std::set<std::string> names;
  for (const CvarInfo& cvar : read_cvars()) names.insert(cvar.name);
  for (const CategoryInfo& category : read_categories()) names.insert(category.name);
  return names;
}

}  // namespace

MPITCHECK_TEST(
    "pvar-query.info.null-outputs",
    "Any output, or all of them, may be NULL. The other outputs are the same as in a full query.",
    cites(clause::pvar_info_null_out_ignored), needs::each_phase) {
  t.each_isolated(clause::pvar_info_null_out_ignored, listed_pvars(t), [&](const PvarInfo& pvar) {
    const PvarQuery full(pvar, 0);
    for (unsigned i = 0; i < pvar_output_count; ++i) {
      check_nulls(t, pvar, full, 1U << i, output_names[i]);
    }
    check_nulls(t, pvar, full, all_pvar_outputs, "all outputs");
  });
}

MPITCHECK_TEST("pvar-query.info.immutable",
               "A query of a pvar returns the same before and after MPI_Init and traffic.",
               cites(clause::pvar_info_immutable), needs::tool) {
  const std::vector<PvarInfo> pvars = listed_pvars(t);
  std::vector<PvarQuery> first;
  first.reserve(pvars.size());
  for (const PvarInfo& pvar : pvars) first.emplace_back(pvar, 0U);
  const auto compare = [&] {
    for (std::size_t i = 0; i < pvars.size(); ++i) {
      const PvarQuery now(pvars[i], 0);
      t.check_code(clause::pvar_info_immutable, pvars[i], now.code, success_or_inactive());
      if (now.code == MPI_SUCCESS) {
        check_as_before(t, clause::pvar_info_immutable, pvars[i], first[i], now, 0);
      }
    }
  };
  compare();
  t.lifecycle().mpi_init();
  Progress::instance().phase("after MPI_Init");
  compare();
  drive_pvars();
  Progress::instance().phase("after traffic");
  compare();
}

MPITCHECK_TEST("pvar-query.get-index.round-trip",
               "MPI_T_pvar_get_index finds each pvar by its name and class.",
               cites(clause::pvar_get_index_roundtrip), needs::each_phase) {
  for (const PvarInfo& pvar : with_own_names(listed_pvars(t))) {
    const Lookup found = look_up(pvar.name, pvar.var_class);
    if (!t.check_code(clause::pvar_get_index_roundtrip, pvar, found.code, {MPI_SUCCESS})) continue;
    t.check(
        clause::pvar_get_index_roundtrip, pvar,
        equals("pvar_index", found.index, pvar.index).as_in("MPI_T_pvar_get_info", "pvar_index"));
  }
}

MPITCHECK_TEST(
    "pvar-query.get-index.near-miss",
    "The look-up of a name that is almost that of a pvar is refused with MPI_T_ERR_INVALID_NAME.",
    cites(clause::pvar_get_index_unknown), needs::each_phase) {
  const std::vector<PvarInfo> pvars = listed_pvars(t);
  if (static_cast<int>(pvars.size()) != pvar_num()) {
    t.missing("a query of each pvar: one whose query fails may go by any name");
    return;
  }
  std::set<std::pair<std::string, int>> known;
  for (const PvarInfo& pvar : pvars) known.emplace(pvar.name, pvar.var_class);
  for (const PvarInfo& pvar : pvars) {
    for (const std::string& name : near_misses(pvar.name)) {
      if (known.contains({name, pvar.var_class})) continue;
      t.check_code(clause::pvar_get_index_unknown,
                   [&] { return join(in_quotes(name), ", almost the name of ", pvar.label()); },
                   look_up(name, pvar.var_class).code, {MPI_T_ERR_INVALID_NAME});
    }
  }
  // Names of other objects are near misses as well.
  for (const std::string& name : names_of_others()) {
    for (const NamedConstant& constant : defined_constants()) {
      if (constant.kind != "pvar_class" || known.contains({name, constant.value})) continue;
      t.check_code(clause::pvar_get_index_unknown,
                   [&] { return join(in_quotes(name), ", no pvar, in ", constant.name); },
                   look_up(name, constant.value).code, {MPI_T_ERR_INVALID_NAME});
    }
  }
}

MPITCHECK_TEST(
    "pvar-query.get-index.unknown",
    "The look-up of a name that no pvar of the class has is refused with MPI_T_ERR_INVALID_NAME.",
    cites(clause::pvar_get_index_unknown), needs::each_phase) {
  const std::vector<PvarInfo> pvars = read_pvars();
  std::set<std::pair<std::string, int>> known;
  for (const PvarInfo& pvar : pvars) known.emplace(pvar.name, pvar.var_class);
  // A pvar whose query fails may have any name and class.
  const bool all_known = static_cast<int>(pvars.size()) == pvar_num();
  for (const NamedConstant& constant : defined_constants()) {
    if (constant.kind != "pvar_class") continue;
    t.check_code(
        clause::pvar_get_index_unknown, [&] { return join("an unknown name in ", constant.name); },
        look_up("mpitcheck has no such name", constant.value).code, {MPI_T_ERR_INVALID_NAME});
    for (const PvarInfo& pvar : pvars) {
      if (!all_known || known.contains({pvar.name, constant.value})) continue;
      t.check_code(clause::pvar_get_index_unknown,
                   [&] { return join(in_quotes(pvar.name), " in ", constant.name); },
                   look_up(pvar.name, constant.value).code, {MPI_T_ERR_INVALID_NAME});
    }
  }
}

MPITCHECK_TEST("pvar-query.get-index.no-class",
               "No pvar is found for an invalid class, even with the name of a pvar.",
               cites(clause::pvar_get_index_no_class), needs::each_phase) {
  const auto no_name = std::vector<std::string>{"mpitcheck has no such name"};
  t.each_isolated(clause::pvar_get_index_no_class, no_name, [&t](const std::string& name) {
    for (const int number : {-1, INT_MIN, INT_MAX}) {
      t.check_code(clause::pvar_get_index_no_class,
                   [&] { return join("an unknown name in the class ", number); },
                   look_up(name, number).code, {MPI_T_ERR_INVALID_NAME, MPI_T_ERR_INVALID});
    }
  });
  t.each_isolated(clause::pvar_get_index_no_class, listed_pvars(t), [&t](const PvarInfo& pvar) {
    for (const int number : {-1, INT_MIN, INT_MAX}) {
      if (number == pvar.var_class || is_constant("pvar_class", number)) continue;
      t.check_code(clause::pvar_get_index_no_class,
                   [&] { return join(in_quotes(pvar.name), " in the class ", number); },
                   look_up(pvar.name, number).code, {MPI_T_ERR_INVALID_NAME, MPI_T_ERR_INVALID});
    }
  });
}

}  // namespace mpitcheck
