// SPDX-License-Identifier: BSD-3-Clause
// Reading pvars: the value is complete, and reading changes nothing.
#include <algorithm>
#include <cstring>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/extent.hpp"

namespace mpitcheck {
namespace {

// Allocates and starts a handle; false if that fails, which is a finding of other rules.
bool can_run(const PvarHandle& handle, const PvarInfo& pvar) {
  return pvar.continuous == 1 || handle.start() == MPI_SUCCESS;
}

// Number of value bytes that none of several reads over different fillings wrote. A changing value
// does not equal all fillings by chance. Bytes after the null of a text need not be written.
std::size_t bytes_not_written(const PvarHandle& handle, const PvarInfo& pvar) {
  if (pvar.datatype == MPI_CHAR) return 0;
  ValueBuffer value = handle.buffer();
  const auto* const bytes = static_cast<const unsigned char*>(value.data());
  std::vector<bool> kept(value.size(), true);
  constexpr unsigned char fillings[] = {0x3c, 0xc3, 0x5a, 0xa5};
  for (const unsigned char filling : fillings) {
    std::memset(value.data(), filling, value.size());
    if (handle.read(value) != MPI_SUCCESS) return 0;
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = kept[i] && bytes[i] == filling;
  }
  return static_cast<std::size_t>(std::count(kept.begin(), kept.end(), true));
}

}  // namespace

MPITCHECK_TEST("pvar-access.read.delivers-value",
               "Reading a running pvar succeeds and writes the whole value, and nothing beyond.",
               cites(clause::pvar_read_delivers_value), needs::each_phase) {
  constexpr Clause rule = clause::pvar_read_delivers_value;
  each_pvar_isolated(t, rule, allocatable_pvars(), "a pvar", [&](const PvarInfo& pvar) {
    const PvarSession session;
    const PvarHandle handle(session, pvar);
    if (!can_run(handle, pvar)) return;
    ValueBuffer value = handle.buffer();
    if (!t.check_code(rule, pvar, handle.read(value), {MPI_SUCCESS})) return;
    check_extent(t, rule, pvar, value);
    if (handle.count() != 0) {
      t.check(rule, pvar,
              above("extent(buf)", value.extent(), 0)
                  .given(allocation_of(pvar), "count", join(handle.count())));
    }
    const std::size_t missed = bytes_not_written(handle, pvar);
    t.check(rule, pvar,
            equals("bytes not written", static_cast<long long>(missed), 0).of("MPI_T_pvar_read"));
  });
}

MPITCHECK_TEST(
    "pvar-access.read.whole-value",
    "The value read from a stopped pvar does not depend on the buffer's earlier content.",
    cites(clause::pvar_read_delivers_value), needs::each_phase) {
  constexpr Clause rule = clause::pvar_read_delivers_value;
  each_pvar_isolated(t, rule, only(surviving_pvars(), can_be_stopped),
                     "a pvar that is not continuous", [&](const PvarInfo& pvar) {
                       const PvarSession session;
                       const PvarHandle handle(session, pvar);
                       handle.run();
                       handle.halt();
                       const ValueBuffer first = handle.value();
                       ValueBuffer second = handle.buffer();
                       std::memset(second.data(), 0x3c, second.size());
                       if (!t.check_code(rule, pvar, handle.read(second), {MPI_SUCCESS})) return;
                       t.check(rule, pvar, value_is(second, first).as_before());
                     });
}

MPITCHECK_TEST("pvar-access.read.no-side-effect",
               "Two reads of a stopped pvar return the same value.",
               cites(clause::pvar_read_no_side_effect), needs::mpi) {
  each_pvar(t, only(surviving_pvars(), can_be_stopped), "a pvar that is not continuous",
            [&](const PvarInfo& pvar) {
              const PvarSession session;
              const PvarHandle handle(session, pvar);
              handle.run();
              drive_pvars();
              handle.halt();
              const ValueBuffer first = handle.value();
              const ValueBuffer second = handle.value();
              t.check(clause::pvar_read_no_side_effect, pvar, value_is(second, first).as_before());
            });
}

MPITCHECK_TEST("pvar-access.read.keeps-running", "A running sum continues after a read.",
               cites(clause::pvar_read_no_side_effect), needs::mpi) {
  const auto sums = only(surviving_pvars(),
                         [](const PvarInfo& pvar) { return is_sum(pvar) && can_be_stopped(pvar); });
  each_pvar(
      t, sums, "a COUNTER, AGGREGATE or TIMER that can be stopped", [&](const PvarInfo& pvar) {
        const PvarSession session;
        const PvarHandle handle(session, pvar);
        handle.run();
        const Numbers before = handle.numbers();
        // The witness is read only at the end, so no read can affect it.
        const Witness witness(session, pvar);
        drive_pvars();
        const Numbers counted = witness.numbers();
        if (!has_gained_since_zero(before, counted)) throw CannotGoOn(moving_pvar);
        t.check(clause::pvar_read_no_side_effect, pvar, numbers_moved(handle.numbers(), before));
      });
}

MPITCHECK_TEST("pvar-access.read.readonly", "Read-only pvars can be read while they run.",
               cites(clause::pvar_read_readonly_ok), needs::each_phase) {
  const auto readonly =
      only(allocatable_pvars(), [](const PvarInfo& pvar) { return pvar.readonly == 1; });
  each_pvar_isolated(
      t, clause::pvar_read_readonly_ok, readonly, "a read-only pvar", [&](const PvarInfo& pvar) {
        const PvarSession session;
        const PvarHandle handle(session, pvar);
        if (!can_run(handle, pvar)) return;
        ValueBuffer value = handle.buffer();
        t.check_code(clause::pvar_read_readonly_ok, pvar, handle.read(value), {MPI_SUCCESS});
      });
}

MPITCHECK_TEST("pvar-access.read.stopped", "A pvar that was started and stopped can be read.",
               cites(clause::pvar_read_stopped), needs::each_phase) {
  each_pvar_isolated(t, clause::pvar_read_stopped, only(allocatable_pvars(), can_be_stopped),
                     "a pvar that is not continuous", [&](const PvarInfo& pvar) {
                       const PvarSession session;
                       const PvarHandle handle(session, pvar);
                       if (handle.start() != MPI_SUCCESS || handle.stop() != MPI_SUCCESS) return;
                       ValueBuffer value = handle.buffer();
                       t.check_code(clause::pvar_read_stopped, pvar, handle.read(value),
                                    {MPI_SUCCESS});
                     });
}

MPITCHECK_TEST("pvar-access.read.never-started",
               "Reading a pvar that was never started returns some code of the table.",
               cites(clause::pvar_read_never_started), needs::each_phase) {
  each_pvar_isolated(t, clause::pvar_read_never_started, only(surviving_pvars(), can_be_stopped),
                     "a pvar that is not continuous", [&](const PvarInfo& pvar) {
                       const PvarSession session;
                       const PvarHandle handle(session, pvar);
                       ValueBuffer value = handle.buffer();
                       const int code = handle.read(value);
                       t.check(clause::pvar_read_never_started, pvar, is_known_code(code));
                       t.behaviour(clause::pvar_read_never_started, "read before the first start",
                                   code_name(code));
                     });
}

}  // namespace mpitcheck
