// SPDX-License-Identifier: BSD-3-Clause
// The functions, types and constants of the reported MPI version in mpi.h and the library.
#include <dlfcn.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

bool is_due(const Test& t, int since_major, int since_minor) {
  return Version{since_major, since_minor} <= t.context().library_version;
}

// Whether the library defines it, also in a static library, which dlsym does not see.
bool is_defined_by_library(const FunctionFacts& function) {
  return function.linked || ::dlsym(RTLD_DEFAULT, std::string(function.name).c_str()) != nullptr;
}

struct DeclaredName {
  std::string_view name, kind;
  int since_major, since_minor;
  bool declared;
};

// Whether mpi.h has the name, even if no program can use it.
bool is_in_header(const DeclaredName& name) { return name.declared || is_unusable(name.name); }

// A name that mpi.h declares can be used as the standard specifies.
auto is_usable(std::string_view name) {
  const std::string_view words = why_unusable(name);
  return is_sound("use", "what the standard says of it", words);
}

constexpr DeclaredName types[] = {
    {"MPI_T_enum", "type", 3, 0, MPITCHECK_DECLARES(MPI_T_enum) == 1},
    {"MPI_T_cvar_handle", "type", 3, 0, MPITCHECK_DECLARES(MPI_T_cvar_handle) == 1},
    {"MPI_T_pvar_handle", "type", 3, 0, MPITCHECK_DECLARES(MPI_T_pvar_handle) == 1},
    {"MPI_T_pvar_session", "type", 3, 0, MPITCHECK_DECLARES(MPI_T_pvar_session) == 1},
    {"MPI_T_event_registration", "type", 4, 0, MPITCHECK_DECLARES(MPI_T_event_registration) == 1},
    {"MPI_T_event_instance", "type", 4, 0, MPITCHECK_DECLARES(MPI_T_event_instance) == 1},
    {"MPI_T_cb_safety", "type", 4, 0, MPITCHECK_DECLARES(MPI_T_cb_safety) == 1},
    {"MPI_T_source_order", "type", 4, 0, MPITCHECK_DECLARES(MPI_T_source_order) == 1},
};

struct CallbackType {
  std::string_view name;
  bool declared, is_standard;
};

constexpr CallbackType callback_types[] = {
    {"MPI_T_event_cb_function", MPITCHECK_DECLARES(MPI_T_event_cb_function) == 1,
     std::is_same_v<MPI_T_event_cb_function,
                    void(MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void*)>},
    {"MPI_T_event_free_cb_function", MPITCHECK_DECLARES(MPI_T_event_free_cb_function) == 1,
     std::is_same_v<MPI_T_event_free_cb_function,
                    void(MPI_T_event_registration, MPI_T_cb_safety, void*)>},
    {"MPI_T_event_dropped_cb_function", MPITCHECK_DECLARES(MPI_T_event_dropped_cb_function) == 1,
     std::is_same_v<MPI_T_event_dropped_cb_function,
                    void(MPI_Count, MPI_T_event_registration, int, MPI_T_cb_safety, void*)>},
};

constexpr DeclaredName constants[] = {
#define MPITCHECK_CONSTANT(name, kind, major, minor) \
  {#name, #kind, major, minor, MPITCHECK_DECLARES_FLAG(MPITCHECK_DECLARES_##name) == 1},
#include "mpitcheck/constants.inc"
#undef MPITCHECK_CONSTANT
};

void check_declared(Test& t, Clause clause, const DeclaredName& name) {
  if (!is_due(t, name.since_major, name.since_minor)) return;
  t.check(clause, name.name, is_declared(name.name, is_in_header(name)));
  t.check(clause, name.name, is_usable(name.name));
}

// Whether the compiler accepts a constant of mpi.h as an integer constant expression. True if mpi.h
// lacks the constant, which is a finding of another rule.
struct ConstantUse {
  std::string_view name, kind;
  bool is_integer, is_compile_time;
};

template <class Value>
constexpr bool is_integer_type = std::is_same_v<Value, int> || std::is_enum_v<Value>;

#define MPITCHECK_USE_1(text, value, kind)                         \
  {text, kind, is_integer_type<std::remove_cv_t<decltype(value)>>, \
   __builtin_constant_p(value) != 0},
#define MPITCHECK_USE_0(text, value, kind)
#define MPITCHECK_USE(flag, text, value, kind) MPITCHECK_USE_(flag, text, value, kind)
#define MPITCHECK_USE_(flag, text, value, kind) MPITCHECK_USE_##flag(text, value, kind)

const std::vector<ConstantUse> constant_uses{
#define MPITCHECK_CONSTANT(name, kind, major, minor) \
  MPITCHECK_USE(MPITCHECK_DECLARES_FLAG(MPITCHECK_DECLARES_##name), #name, name, #kind)
#include "mpitcheck/constants.inc"
#undef MPITCHECK_CONSTANT
};

}  // namespace

MPITCHECK_TEST("general.api.complete",
               "mpi.h declares and the library defines every function of the reported MPI version.",
               cites(clause::general_api_complete), needs::nothing) {
  for (const FunctionFacts& function : all_functions()) {
    if (!is_due(t, function.since_major, function.since_minor)) continue;
    t.check(clause::general_api_complete, function.name,
            is_declared(function.name, function.declared));
    t.check(clause::general_api_complete, function.name,
            is_defined(is_defined_by_library(function)));
  }
}

MPITCHECK_TEST("general.api.prefix",
               "No function of the interface has the draft's prefix MPIT_ instead of MPI_T_.",
               cites(clause::general_identifier_prefix), needs::nothing) {
  for (const FunctionFacts& function : all_functions()) {
    if (!is_due(t, function.since_major, function.since_minor)) continue;
    const std::string draft_name = "MPIT_" + std::string(function.name.substr(6));
    const bool has_draft_name =
        !is_defined_by_library(function) && ::dlsym(RTLD_DEFAULT, draft_name.c_str()) != nullptr;
    t.check(clause::general_identifier_prefix, function.name,
            is_in_words("name", has_draft_name ? draft_name : function.name, function.name));
  }
}

MPITCHECK_TEST("general.api.c-bindings",
               "mpi.h declares each function of the interface that the library defines.",
               cites(clause::general_c_binding_only), needs::nothing) {
  for (const FunctionFacts& function : all_functions()) {
    if (!is_defined_by_library(function)) continue;
    if (!is_due(t, function.since_major, function.since_minor)) continue;  // from a later version
    t.check(clause::general_c_binding_only, function.name,
            is_declared(function.name, function.declared));
  }
}

MPITCHECK_TEST("general.api.prototypes", "Declared functions have the standard's C signatures.",
               cites(clause::general_prototype_match), needs::nothing) {
  for (const FunctionFacts& function : all_functions()) {
    if (!function.declared || !is_due(t, function.since_major, function.since_minor)) continue;
    if (is_unusable(function.name)) {
      t.check(clause::general_prototype_match, function.name, is_usable(function.name));
      continue;
    }
    t.check(clause::general_prototype_match, function.name,
            has_property(
                "type", function, [](const FunctionFacts& of) { return of.prototype_matches; },
                "the standard's signature", [](const FunctionFacts& of) { return of.type; }));
  }
}

MPITCHECK_TEST("general.types.declared",
               "mpi.h declares the types of the interface in the reported MPI version.",
               cites(clause::general_types_declared), needs::nothing) {
  for (const DeclaredName& type : types) check_declared(t, clause::general_types_declared, type);
}

MPITCHECK_TEST("general.types.callbacks",
               "The types of event callbacks are function types with the standard's parameters.",
               cites(clause::general_callback_types), needs::nothing) {
  if (!is_due(t, 4, 0)) return;
  for (const CallbackType& type : callback_types) {
    t.check(clause::general_callback_types, type.name,
            is_declared(type.name, type.declared || is_unusable(type.name)));
    t.check(clause::general_callback_types, type.name, is_usable(type.name));
    t.check(clause::general_callback_types, type.name,
            is_observed("type", !type.declared || type.is_standard,
                        "that of a function with the standard's parameters", "another"));
  }
}

MPITCHECK_TEST("general.constants.complete",
               "mpi.h defines the constants of the interface in the reported MPI version.",
               cites(clause::general_constants_complete), needs::nothing) {
  for (const DeclaredName& constant : constants) {
    check_declared(t, clause::general_constants_complete, constant);
  }
}

MPITCHECK_TEST("general.constants.compile-time",
               "Verbosity, binding, scope and class constants are integer constant expressions.",
               cites(clause::general_constants_compile_time), needs::nothing) {
  for (const ConstantUse& use : constant_uses) {
    const bool covered = use.kind == "verbosity" || use.kind == "binding" || use.kind == "scope" ||
                         use.kind == "pvar_class";
    if (!covered) continue;
    t.check(
        clause::general_constants_compile_time, use.name,
        is_observed("kind", use.is_integer && use.is_compile_time, "an integer constant expression",
                    "something that the compiler cannot evaluate"));
  }
}

MPITCHECK_TEST(
    "errors.constants.complete",
    "mpi.h defines the return codes of the reported MPI version, including the deprecated one.",
    cites(clause::errors_constants_3_0, clause::errors_constants_3_1, clause::errors_constants_4_0),
    needs::nothing) {
  for (const DeclaredName& constant : constants) {
    if (constant.kind != "return_code") continue;
    const Clause clause = constant.since_major == 4   ? clause::errors_constants_4_0
                          : constant.since_minor == 1 ? clause::errors_constants_3_1
                                                      : clause::errors_constants_3_0;
    check_declared(t, clause, constant);
  }
}

}  // namespace mpitcheck
