// SPDX-License-Identifier: BSD-3-Clause
// The draft's functions, their types, and its constants.
#include <array>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

#include "conformance/draft2011/suite/draft.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "plain_c99.h"

namespace mpitcheck {
namespace {

// The draft's function index, each with the type of its prototype: another one does not compile.
#define DRAFT_INDEX(name, ...) \
  std::string_view((static_assert_type<decltype(name), int(__VA_ARGS__)>(), #name))

template <class Actual, class Drafted>
constexpr void static_assert_type() {
  static_assert(std::is_same_v<Actual, Drafted>);
}

constexpr std::array drafted_functions{
    DRAFT_INDEX(MPIT_Init),
    DRAFT_INDEX(MPIT_Finalize),
    DRAFT_INDEX(MPIT_Datatype_get_class, MPIT_Datatype, int*),
    DRAFT_INDEX(MPIT_Datatype_get_size, MPIT_Datatype, int*),
    DRAFT_INDEX(MPIT_Datatype_enum_get_info, MPIT_Datatype, int*, char*, int*),
    DRAFT_INDEX(MPIT_Datatype_enum_get_item, MPIT_Datatype, int, char*, int*),
    DRAFT_INDEX(MPIT_Controlvar_get_num, int*),
    DRAFT_INDEX(MPIT_Controlvar_get_info, int, char*, int*, int*, MPIT_Datatype*, int*, char*, int*,
                int*, MPIT_Controlvar_attributes*),
    DRAFT_INDEX(MPIT_Controlvar_attr_get_scope, MPIT_Controlvar_attributes, int*),
    DRAFT_INDEX(MPIT_Controlvar_handle_allocate, int, void*, MPIT_Controlvar_handle*),
    DRAFT_INDEX(MPIT_Controlvar_handle_free, MPIT_Controlvar_handle*),
    DRAFT_INDEX(MPIT_Controlvar_read, MPIT_Controlvar_handle, void*),
    DRAFT_INDEX(MPIT_Controlvar_write, MPIT_Controlvar_handle, void*),
    DRAFT_INDEX(MPIT_Perfvar_get_num, int*),
    DRAFT_INDEX(MPIT_Perfvar_get_info, int, char*, int*, int*, int*, MPIT_Datatype*, int*, char*,
                int*, int*, MPIT_Perfvar_attributes*),
    DRAFT_INDEX(MPIT_Perfvar_attr_get_readonly, MPIT_Perfvar_attributes, int*),
    DRAFT_INDEX(MPIT_Perfvar_attr_get_continuous, MPIT_Perfvar_attributes, int*),
    DRAFT_INDEX(MPIT_Perfvar_session_create, MPIT_Perfvar_session*),
    DRAFT_INDEX(MPIT_Perfvar_session_free, MPIT_Perfvar_session*),
    DRAFT_INDEX(MPIT_Perfvar_handle_allocate, MPIT_Perfvar_session, int, void*,
                MPIT_Perfvar_handle*),
    DRAFT_INDEX(MPIT_Perfvar_handle_free, MPIT_Perfvar_session, MPIT_Perfvar_handle*),
    DRAFT_INDEX(MPIT_Perfvar_start, MPIT_Perfvar_session, MPIT_Perfvar_handle),
    DRAFT_INDEX(MPIT_Perfvar_stop, MPIT_Perfvar_session, MPIT_Perfvar_handle),
    DRAFT_INDEX(MPIT_Perfvar_read, MPIT_Perfvar_session, MPIT_Perfvar_handle, void*),
    DRAFT_INDEX(MPIT_Perfvar_write, MPIT_Perfvar_session, MPIT_Perfvar_handle, void*),
    DRAFT_INDEX(MPIT_Perfvar_reset, MPIT_Perfvar_session, MPIT_Perfvar_handle),
    DRAFT_INDEX(MPIT_Perfvar_readreset, MPIT_Perfvar_session, MPIT_Perfvar_handle, void*),
    DRAFT_INDEX(MPIT_Category_get_num, int*),
    DRAFT_INDEX(MPIT_Category_get_info, int, char*, int*, char*, int*, int*, int*, int*),
    DRAFT_INDEX(MPIT_Category_get_controlvars, int, int, int*),
    DRAFT_INDEX(MPIT_Category_get_perfvars, int, int, int*),
    DRAFT_INDEX(MPIT_Category_get_categories, int, int, int*)};

constexpr std::array declared{
#define MPITCHECK_DRAFT_FUNCTION(name) std::string_view(name),
#include "draft2011_functions.inc"
#undef MPITCHECK_DRAFT_FUNCTION
};

struct Named {
  std::string_view name;
  int value;
};
#define DRAFT_CONSTANT(name) \
  Named { #name, name }

constexpr std::array codes{DRAFT_CONSTANT(MPIT_SUCCESS),
                           DRAFT_CONSTANT(MPIT_ERR_MEMORY),
                           DRAFT_CONSTANT(MPIT_ERR_NOTINITIALIZED),
                           DRAFT_CONSTANT(MPIT_ERR_CANTINIT),
                           DRAFT_CONSTANT(MPIT_ERR_PREDEFINED),
                           DRAFT_CONSTANT(MPIT_ERR_INVALIDDATATYPE),
                           DRAFT_CONSTANT(MPIT_ERR_INVALIDITEM),
                           DRAFT_CONSTANT(MPIT_ERR_INVALIDINDEX),
                           DRAFT_CONSTANT(MPIT_ERR_INVALIDHANDLE),
                           DRAFT_CONSTANT(MPIT_ERR_OUTOFHANDLES),
                           DRAFT_CONSTANT(MPIT_ERR_OUTOFSESSIONS),
                           DRAFT_CONSTANT(MPIT_ERR_INVALIDSESSION),
                           DRAFT_CONSTANT(MPIT_ERR_SETNOTNOW),
                           DRAFT_CONSTANT(MPIT_ERR_SETNEVER),
                           DRAFT_CONSTANT(MPIT_ERR_INVALIDVAR),
                           DRAFT_CONSTANT(MPIT_ERR_NOSTARTSTOP),
                           DRAFT_CONSTANT(MPIT_ERR_NOWRITE),
                           DRAFT_CONSTANT(MPIT_ERR_INVALIDCATEGORY)};

constexpr std::array verbosities{
    DRAFT_CONSTANT(MPIT_VERBOSITY_USER_BASIC),     DRAFT_CONSTANT(MPIT_VERBOSITY_USER_DETAILED),
    DRAFT_CONSTANT(MPIT_VERBOSITY_USER_VERBOSE),   DRAFT_CONSTANT(MPIT_VERBOSITY_TUNER_BASIC),
    DRAFT_CONSTANT(MPIT_VERBOSITY_TUNER_DETAILED), DRAFT_CONSTANT(MPIT_VERBOSITY_TUNER_VERBOSE),
    DRAFT_CONSTANT(MPIT_VERBOSITY_MPIDEV_BASIC),   DRAFT_CONSTANT(MPIT_VERBOSITY_MPIDEV_DETAILED),
    DRAFT_CONSTANT(MPIT_VERBOSITY_MPIDEV_VERBOSE)};

constexpr std::array binds{
    DRAFT_CONSTANT(MPIT_BIND_GLOBAL),       DRAFT_CONSTANT(MPIT_BIND_MPI_COMMUNICATOR),
    DRAFT_CONSTANT(MPIT_BIND_MPI_DATATYPE), DRAFT_CONSTANT(MPIT_BIND_MPI_ERRORHANDLER),
    DRAFT_CONSTANT(MPIT_BIND_MPI_FILE),     DRAFT_CONSTANT(MPIT_BIND_MPI_GROUP),
    DRAFT_CONSTANT(MPIT_BIND_MPI_OPERATOR), DRAFT_CONSTANT(MPIT_BIND_MPI_REQUEST),
    DRAFT_CONSTANT(MPIT_BIND_MPI_WINDOW)};

constexpr std::array classes{DRAFT_CONSTANT(MPIT_PERFVAR_CLASS_STATE),
                             DRAFT_CONSTANT(MPIT_PERFVAR_CLASS_RESOURCE_LEVEL),
                             DRAFT_CONSTANT(MPIT_PERFVAR_CLASS_RESOURCE_PERCENTAGE),
                             DRAFT_CONSTANT(MPIT_PERFVAR_CLASS_RESOURCE_HIGHWATERMARK),
                             DRAFT_CONSTANT(MPIT_PERFVAR_CLASS_RESOURCE_LOWWATERMARK),
                             DRAFT_CONSTANT(MPIT_PERFVAR_CLASS_EVENT_COUNTER),
                             DRAFT_CONSTANT(MPIT_PERFVAR_CLASS_EVENT_AGGREGATE),
                             DRAFT_CONSTANT(MPIT_PERFVAR_CLASS_EVENT_TIMER)};

constexpr std::array scopes{DRAFT_CONSTANT(MPIT_SCOPE_READONLY), DRAFT_CONSTANT(MPIT_SCOPE_LOCAL),
                            DRAFT_CONSTANT(MPIT_SCOPE_GLOBAL)};

std::string digits(int value) { return join(value); }

template <class Constants>
void check_distinct(Test& t, Clause clause, const Constants& constants) {
  std::set<int> seen;
  for (const Named& constant : constants) {
    t.check(clause, constant.name,
            has_property(
                "", constant.value, [&](int value) { return !seen.contains(value); },
                "a value that no other one has", digits));
    seen.insert(constant.value);
  }
}

template <class Constants>
bool is_listed(const Constants& constants, int value) {
  for (const Named& constant : constants) {
    if (constant.value == value) return true;
  }
  return false;
}

}  // namespace

MPITCHECK_TEST("draft2011.interface.functions",
               "The header declares the draft's 32 functions and no others, in C as in C++.",
               cites(clause::draft_interface), needs::nothing) {
  constexpr Clause rule = clause::draft_interface;
  const std::set<std::string_view> index(drafted_functions.begin(), drafted_functions.end());
  const std::set<std::string_view> header(declared.begin(), declared.end());
  for (const std::string_view name : index) {
    t.check(rule, name,
            is_observed("", header.contains(name), "declared by the header", "not declared"));
  }
  for (const std::string_view name : header) {
    t.check(rule, name, is_observed("", index.contains(name), "a function of the draft", "none"));
  }
  t.check(rule, "the header as C99",
          is_observed("", mpitcheck_draft_from_c() == 1, "works", "does not"));
}

MPITCHECK_TEST("draft2011.interface.codes",
               "The draft's codes are distinct; success is MPI_SUCCESS, PERFVAR_WRITE is NOWRITE.",
               cites(clause::draft_return_codes), needs::nothing) {
  check_distinct(t, clause::draft_return_codes, codes);
  t.check(clause::draft_return_codes, "MPIT_SUCCESS",
          is_observed("", MPIT_SUCCESS == MPI_SUCCESS, "MPI_SUCCESS", "another value"));
  t.check(clause::draft_return_codes, "MPIT_ERR_PERFVAR_WRITE",
          is_observed("", MPIT_ERR_PERFVAR_WRITE == MPIT_ERR_NOWRITE, "MPIT_ERR_NOWRITE",
                      "another value"));
}

MPITCHECK_TEST("draft2011.interface.constants",
               "Levels, kinds of binding, classes and scopes of the draft are distinct.",
               cites(clause::draft_verbosity_names, clause::draft_binding_names,
                     clause::draft_perfvar_classes, clause::draft_scopes),
               needs::nothing) {
  check_distinct(t, clause::draft_verbosity_names, verbosities);
  check_distinct(t, clause::draft_binding_names, binds);
  check_distinct(t, clause::draft_perfvar_classes, classes);
  check_distinct(t, clause::draft_scopes, scopes);
}

MPITCHECK_TEST("draft2011.interface.levels-and-bindings",
               "Each variable has one of the nine levels, and a kind of binding that is known.",
               cites(clause::draft_verbosity_names, clause::draft_single_verbosity,
                     clause::draft_binding_names),
               needs::each_phase) {
  std::set<int> levels;
  const auto look_at = [&](const auto& variables) {
    for (const auto& variable : variables) {
      levels.insert(variable.verbosity);
      t.check(clause::draft_verbosity_names, variable,
              has_property(
                  "", variable.verbosity, [](int level) { return is_listed(verbosities, level); },
                  "one of MPIT_VERBOSITY_*", digits));
      t.check(clause::draft_binding_names, variable,
              has_property(
                  "", variable.bind,
                  [](int bind) { return is_listed(binds, bind) || is_constant("binding", bind); },
                  "one of MPIT_BIND_*", digits));
    }
  };
  look_at(draft::controlvars());
  look_at(draft::perfvars());
  if (levels.empty()) return t.missing("a variable");
  const bool single = levels.size() == 1;
  t.check(clause::draft_single_verbosity, "the levels in use",
          is_observed("", !single || levels.contains(MPIT_VERBOSITY_USER_BASIC),
                      "USER_BASIC, if there is only one", "another one"));
  t.behaviour(clause::draft_single_verbosity, "levels in use", std::to_string(levels.size()));
}

MPITCHECK_TEST("draft2011.interface.classes",
               "Each performance variable has one of the eight classes, or GENERIC.",
               cites(clause::draft_perfvar_classes), needs::each_phase) {
  const auto variables = draft::perfvars();
  if (variables.empty()) t.missing("a pvar");
  for (const draft::Perfvar& variable : variables) {
    t.check(clause::draft_perfvar_classes, variable,
            has_property(
                "", variable.varclass,
                [](int of) { return is_listed(classes, of) || of == MPI_T_PVAR_CLASS_GENERIC; },
                "one of MPIT_PERFVAR_CLASS_*", digits));
  }
}

#undef DRAFT_INDEX
#undef DRAFT_CONSTANT

}  // namespace mpitcheck
