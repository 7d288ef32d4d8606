// SPDX-License-Identifier: BSD-3-Clause
// Bindings: the constants, and the values that entries report.
#include <array>
#include <optional>
#include <string_view>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr std::array<std::string_view, 11> since_3_0{
    "MPI_T_BIND_NO_OBJECT",      "MPI_T_BIND_MPI_COMM",    "MPI_T_BIND_MPI_DATATYPE",
    "MPI_T_BIND_MPI_ERRHANDLER", "MPI_T_BIND_MPI_FILE",    "MPI_T_BIND_MPI_GROUP",
    "MPI_T_BIND_MPI_OP",         "MPI_T_BIND_MPI_REQUEST", "MPI_T_BIND_MPI_WIN",
    "MPI_T_BIND_MPI_MESSAGE",    "MPI_T_BIND_MPI_INFO"};

// Checks that `name` is defined and differs from `others`.
template <class Others>
void check_distinct(Test& t, Clause clause, std::string_view name, const Others& others) {
  const std::optional<int> value = constant(name);
  t.check(clause, name, is_declared(name, value.has_value()));
  if (!value) return;
  for (const std::string_view other : others) {
    if (other == name || !constant(other)) continue;
    t.check(
        clause, [&] { return join(name, " and ", other); },
        constants_differ(name, *value, other, *constant(other)));
  }
}

}  // namespace

MPITCHECK_TEST("binding.constants.distinct",
               "The eleven binding constants of MPI 3.0 are defined and distinct.",
               cites(clause::binding_constants), needs::nothing) {
  for (const std::string_view name : since_3_0) {
    check_distinct(t, clause::binding_constants, name, since_3_0);
  }
}

MPITCHECK_TEST("binding.constants.session",
               "MPI_T_BIND_MPI_SESSION is defined and differs from the other binding constants.",
               cites(clause::binding_session_constant), needs::nothing) {
  check_distinct(t, clause::binding_session_constant, "MPI_T_BIND_MPI_SESSION", since_3_0);
}

MPITCHECK_TEST("binding.info.is-constant",
               "Each cvar, pvar and event type reports one of the binding constants.",
               cites(clause::binding_reported_is_constant), needs::each_phase) {
  const auto check = [&t](const auto& variable, int bind) {
    t.check(clause::binding_reported_is_constant, variable, is_any("binding", "bind", bind));
  };
  for (const CvarInfo& cvar : read_cvars()) check(cvar, cvar.bind);
  for (const PvarInfo& pvar : read_pvars()) check(pvar, pvar.bind);
  for (const EventInfo& event : read_events()) check(event, event.bind);
}

}  // namespace mpitcheck
