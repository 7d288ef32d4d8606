// SPDX-License-Identifier: BSD-3-Clause
// Enumerations of variables: which variables may have one, what queries of the others return, and
// which values occur.
#include <algorithm>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

// The enumtype that a query of `variable` returns, into an argument that holds `preset`.
int enumtype_of(const CvarInfo& cvar, MPI_T_enum* enumtype) {
  int verbosity = 0, bind = 0, scope = 0;
  MPI_Datatype datatype;
  return code_of_whole([&](TextOut name, TextOut desc) {
    return call::MPI_T_cvar_get_info(cvar.index, name.buffer, name.length, &verbosity, &datatype,
                                     enumtype, desc.buffer, desc.length, &bind, &scope);
  });
}

int enumtype_of(const PvarInfo& pvar, MPI_T_enum* enumtype) {
  int verbosity = 0, var_class = 0, bind = 0, readonly = 0, continuous = 0, atomic = 0;
  MPI_Datatype datatype;
  return code_of_whole([&](TextOut name, TextOut desc) {
    return call::MPI_T_pvar_get_info(pvar.index, name.buffer, name.length, &verbosity, &var_class,
                                     &datatype, enumtype, desc.buffer, desc.length, &bind,
                                     &readonly, &continuous, &atomic);
  });
}

// A value that no library returns as an enumeration, for any type of handle.
MPI_T_enum garbage() {
  static const int target_of_garbage = 0;
  return handle_at<MPI_T_enum>(&target_of_garbage);
}

// Checks that a variable, which is not of type MPI_INT, has no enumeration.
template <class Variable>
void check_has_none(Test& t, Clause rule, const Variable& variable, MPI_T_enum enumtype) {
  t.check(
      rule, [&] { return join(variable.label(), " of ", datatype_name(variable.datatype)); },
      is_handle("enumtype", Relation::one_of, enum_handle_text(enumtype), "MPI_T_ENUM_NULL")
          .given("datatype", datatype_name(variable.datatype)));
}

template <class Look>
void each_enumerated_variable(const Look& look) {
  for (const CvarInfo& cvar : read_cvars()) look(cvar);
  for (const PvarInfo& pvar : read_pvars()) look(pvar);
}

std::vector<Number> values_of(const EnumInfo& info) {
  std::vector<Number> values;
  for (const EnumItem& item : info.items) values.emplace_back(item.value);
  return values;
}

}  // namespace

MPITCHECK_TEST("enum.variable.only-int", "Only variables of type MPI_INT have an enumeration.",
               cites(clause::enum_only_with_int), needs::each_phase) {
  each_enumerated_variable([&t](const auto& variable) {
    MPI_T_enum enumtype = MPI_T_ENUM_NULL;
    if (enumtype_of(variable, &enumtype) != MPI_SUCCESS) return;
    if (variable.datatype == MPI_INT) return t.examined(clause::enum_only_with_int, 1);
    check_has_none(t, clause::enum_only_with_int, variable, enumtype);
  });
}

MPITCHECK_TEST("enum.variable.null-if-none",
               "An MPI_INT variable reports MPI_T_ENUM_NULL or a usable enumeration.",
               cites(clause::enum_null_when_absent), needs::each_phase) {
  std::vector<CvarInfo> cvars = read_cvars();
  std::vector<PvarInfo> pvars = read_pvars();
  const auto is_no_int = [](const auto& variable) { return variable.datatype != MPI_INT; };
  std::erase_if(cvars, is_no_int);
  std::erase_if(pvars, is_no_int);
  if (cvars.empty() && pvars.empty()) t.missing("a variable of type MPI_INT");
  const auto look = [&t](const auto& variable) {
    MPI_T_enum enumtype = garbage();
    if (enumtype_of(variable, &enumtype) != MPI_SUCCESS) return;
    if (enumtype == garbage()) {
      t.check(clause::enum_null_when_absent, variable, is_written("enumtype", false));
      return;
    }
    if (enumtype == MPI_T_ENUM_NULL) return t.examined(clause::enum_null_when_absent, 1);
    int num = 0;
    t.check_code(clause::enum_null_when_absent, variable, query_enum(enumtype, &num),
                 {MPI_SUCCESS});
  };
  t.each_isolated(clause::enum_null_when_absent, cvars, look);
  t.each_isolated(clause::enum_null_when_absent, pvars, look);
}

MPITCHECK_TEST("enum.variable.none-for-other-types",
               "Variables of other types return no enumeration.",
               cites(clause::enum_nonint_none_returned), needs::each_phase) {
  bool untouched = false;
  bool set_to_null = false;
  t.missing("a variable of another type than MPI_INT");
  each_enumerated_variable([&](const auto& variable) {
    if (variable.datatype == MPI_INT) return;
    MPI_T_enum enumtype = garbage();
    if (enumtype_of(variable, &enumtype) != MPI_SUCCESS) return;
    // The argument may also be unchanged.
    if (enumtype == garbage()) {
      t.examined(clause::enum_nonint_none_returned, 1);
    } else {
      check_has_none(t, clause::enum_nonint_none_returned, variable, enumtype);
    }
    untouched = untouched || enumtype == garbage();
    set_to_null = set_to_null || enumtype == MPI_T_ENUM_NULL;
  });
  if (!untouched && !set_to_null) return;
  t.behaviour(clause::enum_nonint_none_returned, "enumtype-of-other-types",
              untouched && set_to_null ? "MPI_T_ENUM_NULL or untouched, depending on the variable"
              : untouched              ? "untouched"
                                       : "MPI_T_ENUM_NULL");
}

MPITCHECK_TEST("enum.variable.null-argument", "A query with NULL for enumtype succeeds.",
               cites(clause::enum_nonint_none_returned), needs::each_phase) {
  const auto look = [&t](const auto& variable) {
    t.check_code(clause::enum_nonint_none_returned, variable, enumtype_of(variable, nullptr),
                 {MPI_SUCCESS});
  };
  t.each_isolated(clause::enum_nonint_none_returned, read_cvars(), look);
  t.each_isolated(clause::enum_nonint_none_returned, read_pvars(), look);
}

MPITCHECK_TEST("enum.variable.value-is-item",
               "The value of a variable with an enumeration is the value of one of its items.",
               cites(clause::enum_variable_value_is_item), needs::each_phase) {
  const auto has_enum = [](const auto& variable) {
    return variable.datatype == MPI_INT && variable.enumtype != MPI_T_ENUM_NULL;
  };
  std::vector<CvarInfo> cvars = readable_cvars(t);
  std::erase_if(cvars, [&](const CvarInfo& cvar) { return !has_enum(cvar); });
  const std::vector<PvarInfo> pvars = only(surviving_pvars(), has_enum);
  if (cvars.empty() && pvars.empty()) t.missing("a readable variable with an enumeration");
  const auto check = [&t](const auto& variable, const ValueBuffer& value, std::string_view read) {
    const auto info = read_enum(variable.enumtype, variable.label());
    if (!info) return;
    const std::vector<Number> values = values_of(*info);
    for (int i = 0; i < value.count(); ++i) {
      // The library chooses the numbers of items, so a reproducer cannot name them.
      t.check(
          clause::enum_variable_value_is_item,
          [&] { return join(variable.label(), " of enumeration ", in_quotes(info->name)); },
          is_among("buf[*]", value.number(i), values, [](const Number& number) {
            return number.text();
          }).of(read));
    }
  };
  t.each_isolated(clause::enum_variable_value_is_item, cvars, [&](const CvarInfo& cvar) {
    const CvarHandle handle(cvar);
    if (const auto value = handle.value()) check(cvar, *value, "MPI_T_cvar_read");
  });
  t.each_isolated(clause::enum_variable_value_is_item, pvars, [&](const PvarInfo& pvar) {
    noting_what_is_missing(t, [&] {
      const PvarSession session;
      const PvarHandle handle(session, pvar);
      handle.run();
      check(pvar, handle.value(), "MPI_T_pvar_read");
    });
  });
}

}  // namespace mpitcheck
