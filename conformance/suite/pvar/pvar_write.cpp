// SPDX-License-Identifier: BSD-3-Clause
// Writing pvars, allowed and refused.
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

bool is_readonly(const PvarInfo& pvar) { return pvar.readonly == 1; }
bool is_writable(const PvarInfo& pvar) { return pvar.readonly == 0; }

// A value that the pvar may have: for the elements of sums `from` and the following numbers,
// otherwise its current value.
ValueBuffer value_to_write(const PvarInfo& pvar, const PvarHandle& handle, int from = 4711) {
  ValueBuffer value = handle.value();
  if (!is_sum(pvar)) return value;
  for (int i = 0; i < value.count(); ++i) value.set_number(i, from + i);
  return value;
}

}  // namespace

MPITCHECK_TEST("pvar-access.write.sets-value",
               "Writing a pvar that is not read-only succeeds or returns NO_WRITE. A stopped pvar "
               "then has the value.",
               cites(clause::pvar_write_sets_value), needs::each_phase) {
  constexpr Clause rule = clause::pvar_write_sets_value;
  each_pvar_isolated(t, rule, only(surviving_pvars(), is_writable), "a pvar that is not read-only",
                     [&](const PvarInfo& pvar) {
                       const PvarSession session;
                       const PvarHandle handle(session, pvar);
                       handle.run();
                       handle.halt();
                       const ValueBuffer written = value_to_write(pvar, handle);
                       const int code = handle.write(written);
                       t.check_code(rule, pvar, code, {MPI_SUCCESS, MPI_T_ERR_PVAR_NO_WRITE});
                       t.behaviour(rule, "write to a pvar that is not read-only", code_name(code));
                       const bool reads_back =
                           can_be_stopped(pvar) &&
                           (is_sum(pvar) || pvar.var_class == MPI_T_PVAR_CLASS_GENERIC);
                       if (code != MPI_SUCCESS || !reads_back) return;
                       const auto check_reads = [&](const ValueBuffer& expected) {
                         t.check(rule, pvar, value_is(handle.value(), expected));
                       };
                       check_reads(written);
                       // Writes over a non-zero and larger value.
                       const ValueBuffer lower = value_to_write(pvar, handle, 815);
                       if (t.check_code(rule, pvar, handle.write(lower), {MPI_SUCCESS})) {
                         check_reads(lower);
                       }
                     });
}

MPITCHECK_TEST(
    "pvar-access.write.refused",
    "Writing a read-only pvar is refused with MPI_T_ERR_PVAR_NO_WRITE and changes nothing.",
    cites(clause::pvar_write_refused_code), needs::each_phase) {
  constexpr Clause rule = clause::pvar_write_refused_code;
  each_pvar_isolated(t, rule, only(surviving_pvars(), is_readonly), "a read-only pvar",
                     [&](const PvarInfo& pvar) {
                       const PvarSession session;
                       const PvarHandle handle(session, pvar);
                       handle.run();
                       handle.halt();
                       const ValueBuffer before = handle.value();
                       t.check_code(rule, pvar, handle.write(value_to_write(pvar, handle)),
                                    {MPI_T_ERR_PVAR_NO_WRITE});
                       if (!can_be_stopped(pvar)) return;  // a running one may change by itself
                       const ValueBuffer after = handle.value();
                       t.check(rule, pvar, value_is(after, before).as_before());
                     });
}

}  // namespace mpitcheck
