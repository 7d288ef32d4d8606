// SPDX-License-Identifier: BSD-3-Clause
// Writing control variables: which writes are refused, and with which code.
#include <initializer_list>
#include <set>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

// A write to a cvar of this scope is refused with one of `codes_allowed`, and its value stays.
void check_refusal(Test& t, Clause clause, int scope, std::initializer_list<int> codes_allowed,
                   const char* lacking) {
  call::MPI_T_cvar_write.need();
  const std::vector<CvarInfo> cvars =
      readable_cvars_that(t, lacking, [&](const CvarInfo& cvar) { return cvar.scope == scope; });
  t.each_isolated(clause, cvars, [&](const CvarInfo& cvar) {
    const CvarHandle handle(cvar);
    const auto before = handle.value();
    if (!before) return;
    t.check_code(clause, cvar, handle.write(*before), codes_allowed);
    // A value that changes by itself may become the written one.
    if (!handle.steady_value()) return t.missing("a value that does not change by itself");
    const ValueBuffer changed = changed_value(cvar, *before);
    if (changed.equals(*before)) return;
    const auto subject = [&] { return join(cvar.label(), " set to ", changed.text()); };
    t.check(clause, subject, fails(handle.write(changed)));
    ValueBuffer after = handle.buffer();
    if (t.check_code(clause, subject, handle.read(after), {MPI_SUCCESS})) {
      t.check(clause, subject, value_is_not(after, changed).given("buf", before->literal()));
    }
  });
  std::set<std::string> codes;
  for (const auto& code : codes_of_writing_back(cvars)) {
    if (code) codes.insert(code_name(*code));
  }
  for (const std::string& code : codes) t.behaviour(clause, "code-of-refusal", code);
}

}  // namespace

MPITCHECK_TEST("cvar.write.not-now",
               "A refused write to a cvar with a writable scope returns SET_NOT_NOW or SET_NEVER "
               "and has no effect.",
               cites(clause::cvar_write_not_now), needs::each_phase) {
  call::MPI_T_cvar_write.need();
  const std::vector<CvarInfo> cvars =
      readable_cvars_that(t, "a cvar of a scope that may be written", has_writable_scope);
  t.missing("a cvar that refuses a write");
  t.each_isolated(clause::cvar_write_not_now, cvars, [&t](const CvarInfo& cvar) {
    const CvarHandle handle(cvar);
    if (!handle.value()) return;
    const auto before = handle.steady_value();
    if (!before) return t.missing("a value that does not change by itself");
    constexpr Clause rule = clause::cvar_write_not_now;
    const auto subject = [&] { return cvar.label(); };
    if (const int code = handle.write(*before); code != MPI_SUCCESS) {
      t.check_code(rule, cvar, code,
                   {MPI_SUCCESS, MPI_T_ERR_CVAR_SET_NOT_NOW, MPI_T_ERR_CVAR_SET_NEVER});
      check_value(t, rule, subject, handle, *before);
    }
    const ValueBuffer changed = changed_value(cvar, *before);
    if (const int code = handle.write(changed); code != MPI_SUCCESS) {
      // The library may refuse the value that the test chose.
      t.check_code(
          rule, [&] { return join(cvar.label(), " set to ", changed.text()); }, code,
          {MPI_SUCCESS, MPI_T_ERR_CVAR_SET_NOT_NOW, MPI_T_ERR_CVAR_SET_NEVER, MPI_T_ERR_INVALID});
      check_value(t, rule, subject, handle, *before);
    }
  });
}

MPITCHECK_TEST("cvar.write.constant-refused", "A cvar of scope CONSTANT cannot be written.",
               cites(clause::cvar_write_constant_refused), needs::each_phase) {
  check_refusal(t, clause::cvar_write_constant_refused, MPI_T_SCOPE_CONSTANT,
                {MPI_T_ERR_CVAR_SET_NEVER}, "a readable cvar of scope MPI_T_SCOPE_CONSTANT");
}

MPITCHECK_TEST("cvar.write.readonly-refused", "A cvar of scope READONLY cannot be written.",
               cites(clause::cvar_write_readonly_refused), needs::each_phase) {
  check_refusal(t, clause::cvar_write_readonly_refused, MPI_T_SCOPE_READONLY,
                {MPI_T_ERR_CVAR_SET_NEVER, MPI_T_ERR_CVAR_SET_NOT_NOW},
                "a readable cvar of scope MPI_T_SCOPE_READONLY");
}

}  // namespace mpitcheck
