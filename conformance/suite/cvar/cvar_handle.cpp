// SPDX-License-Identifier: BSD-3-Clause
// Handles of control variables.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/kinds.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

// The handle is, or is not, MPI_T_CVAR_HANDLE_NULL.
auto is_null(MPI_T_cvar_handle handle, bool wanted) {
  constexpr const char* null = "MPI_T_CVAR_HANDLE_NULL";
  return is_handle("handle", wanted ? Relation::one_of : Relation::none_of,
                   handle_text(handle, MPI_T_CVAR_HANDLE_NULL, null), null);
}

struct BadIndex {
  int index;
  [[nodiscard]] std::string label() const { return join("cvar index ", index); }
};

// Resident memory of this process; 0 if it is unknown.
long resident_bytes() {
  std::ifstream file("/proc/self/statm");
  long total = 0;
  long resident = 0;
  file >> total >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

std::vector<CvarInfo> readable_or_missing(Test& t) {
  std::vector<CvarInfo> cvars = readable_cvars(t);
  if (cvars.empty()) t.missing("a cvar that can be read");
  return cvars;
}

}  // namespace

MPITCHECK_TEST("cvar.handle.count", "Each allocation of a handle returns the number of elements.",
               cites(clause::cvar_handle_count), needs::each_phase) {
  const std::vector<CvarInfo> cvars = bindable_cvars(t);
  if (cvars.empty()) t.missing("a cvar");
  t.each_isolated(clause::cvar_handle_count, cvars, [&](const CvarInfo& cvar) {
    const CvarHandle first(cvar);
    constexpr Clause rule = clause::cvar_handle_count;
    const auto check_second = [&] {
      const CvarHandle second(cvar);
      // The cvar may have become inactive (A16).
      if (!first.is_open() && second.code() == first.code()) return;
      const bool counts = t.check_code(rule, cvar, first.code(), {MPI_SUCCESS}) &&
                          t.check_code(rule, cvar, second.code(), {MPI_SUCCESS}) &&
                          t.check(rule, cvar, at_least("count", second.count(), 0));
      if (counts && second.count() != first.count()) {
        t.behaviour(rule, "count of a further handle", "another, of " + cvar.label());  // A30
      }
    };
    if (!says_inactive(cvar, first.code())) {
      const bool counts = t.check_code(rule, cvar, first.code(), {MPI_SUCCESS}) &&
                          t.check(rule, cvar, is_null(first.get(), false)) &&
                          t.check(rule, cvar, at_least("count", first.count(), 0));
      if (!counts) return;
    }
    check_second();
  });
  const auto counts = probe_each(cvars.size(), [&](std::size_t i) {
    const CvarHandle handle(cvars[i]);
    return handle.is_open() ? handle.count() : -1;
  });
  t.behaviour(clause::cvar_handle_count, "cvars-without-elements",
              std::to_string(std::count(counts.begin(), counts.end(), 0)));
}

MPITCHECK_TEST("cvar.handle.bad-index",
               "No handle can be allocated for an index outside the range.",
               cites(clause::cvar_handle_bad_index), needs::each_phase) {
  const std::array bad{BadIndex{-1}, BadIndex{cvar_num()}, BadIndex{INT_MAX}};
  t.each_isolated(clause::cvar_handle_bad_index, bad, [&t](const BadIndex& item) {
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    int count = 0;
    t.check_code(clause::cvar_handle_bad_index, item,
                 call::MPI_T_cvar_handle_alloc(item.index, nullptr, &handle, &count),
                 {MPI_T_ERR_INVALID_INDEX});
  });
}

MPITCHECK_TEST(
    "cvar.handle.several",
    "Two handles of a cvar show the same variable, and each is usable after the other is freed.",
    cites(clause::cvar_handle_several), needs::each_phase) {
  t.each_isolated(clause::cvar_handle_several, readable_or_missing(t), [&t](const CvarInfo& cvar) {
    CvarHandle writer(cvar);
    const CvarHandle reader(cvar);
    const auto before = writer.steady_value();
    if (!before) return;
    const bool may_write = call::MPI_T_cvar_write.present() && has_writable_scope(cvar);
    if (may_write) writer.write(changed_value(cvar, *before));
    // cvar.write.takes-effect checks the effect of the write. A value that changes by itself proves
    // nothing.
    const auto value = writer.steady_value();
    if (!value) return;
    constexpr Clause rule = clause::cvar_handle_several;
    check_value(
        t, rule, [&] { return cvar.label(); }, reader, *value);
    writer.free();
    const auto later = [&] { return cvar.label() + " after its other handle was freed"; };
    check_value(t, rule, later, reader, *value);
  });
}

MPITCHECK_TEST(
    "cvar.handle.several-end",
    "Each of three handles of a cvar still reads its value after others are freed, in any order.",
    cites(clause::cvar_handle_several), needs::each_phase) {
  constexpr Clause rule = clause::cvar_handle_several;
  t.each_isolated(rule, readable_or_missing(t), [&](const CvarInfo& cvar) {
    for (const EndOrder& order : end_orders) {
      std::array<std::optional<CvarHandle>, 3> handles;
      for (auto& handle : handles) {
        handle.emplace(cvar);
        if (!t.check_code(rule, cvar, handle->code(), {MPI_SUCCESS})) return;
      }
      const auto value = handles[0]->steady_value();
      if (!value) return;
      for (const std::size_t ended : {order.places[0], order.places[1]}) {
        handles[ended].reset();
        for (std::size_t i = 0; i < handles.size(); ++i) {
          if (!handles[i]) continue;
          const auto subject = [&] {
            return join("handle ", i + 1, " of 3 of ", cvar.label(), ", ", order.name);
          };
          if (!check_value(t, rule, subject, *handles[i], *value)) return;
        }
      }
    }
  });
}

MPITCHECK_TEST("cvar.handle.free-nulls",
               "MPI_T_cvar_handle_free sets the handle to MPI_T_CVAR_HANDLE_NULL.",
               cites(clause::cvar_handle_free_nulls), needs::each_phase) {
  const std::vector<CvarInfo> cvars = bindable_cvars(t);
  if (cvars.empty()) t.missing("a cvar");
  t.each_isolated(clause::cvar_handle_free_nulls, cvars, [&t](const CvarInfo& cvar) {
    CvarHandle handle(cvar);
    if (!handle.is_open()) return;
    const int code = handle.free();
    if (t.check_code(clause::cvar_handle_free_nulls, cvar, code, {MPI_SUCCESS})) {
      t.check(clause::cvar_handle_free_nulls, cvar, is_null(handle.get(), true));
    }
  });
}

MPITCHECK_TEST("cvar.handle.free-releases",
               "Repeated allocation and freeing of handles does not use up memory.",
               cites(clause::cvar_handle_free_nulls), needs::tool) {
  constexpr int rounds = 4;
  constexpr int pairs = 5000;
  constexpr long least_of_a_leak = pairs * 16L;  // the smallest block of any allocator
  const std::vector<CvarInfo> cvars = readable_or_missing(t);
  t.each_isolated(
      clause::cvar_handle_free_nulls, one_of_each_kind(cvars), [&](const CvarInfo& cvar) {
        long growth = LONG_MAX;
        for (int round = 0; round < rounds; ++round) {
          const long before = resident_bytes();
          if (before == 0) return t.missing("a way to learn how much memory is used");
          const auto began = std::chrono::steady_clock::now();
          for (int i = 0; i < pairs; ++i) CvarHandle(cvar).free();
          const auto took = std::chrono::steady_clock::now() - began;
          const long after = resident_bytes();
          // Growth that also occurs without calls has another cause.
          std::this_thread::sleep_for(took);
          const long meanwhile = resident_bytes() - after;
          // The first round may fill caches. A leak shows in every later round.
          if (round > 0) growth = std::min(growth, after - before - 2 * meanwhile);
        }
        t.check(clause::cvar_handle_free_nulls, cvar,
                below(join("bytes that ", pairs, " handles leave"), growth, least_of_a_leak)
                    .of("MPI_T_cvar_handle_free"));
      });
}

MPITCHECK_TEST("cvar.handle.free-null", "Freeing MPI_T_CVAR_HANDLE_NULL is refused.",
               cites(clause::cvar_handle_free_invalid), needs::tool) {
  isolated_sequence(t, clause::cvar_handle_free_invalid, "freeing MPI_T_CVAR_HANDLE_NULL", [&t] {
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    t.check_code(clause::cvar_handle_free_invalid, "MPI_T_CVAR_HANDLE_NULL",
                 call::MPI_T_cvar_handle_free(&handle), {MPI_T_ERR_INVALID_HANDLE});
  });
}

MPITCHECK_TEST("cvar.handle.many",
               "If the library runs out of handles, it returns OUT_OF_HANDLES or MEMORY, and "
               "earlier handles stay valid.",
               cites(clause::cvar_handle_exhausted), needs::tool) {
  constexpr int many = 20000;
  const std::vector<CvarInfo> cvars = readable_or_missing(t);
  t.each_isolated(
      clause::cvar_handle_exhausted, one_of_each_kind(cvars), [&](const CvarInfo& cvar) {
        constexpr Clause rule = clause::cvar_handle_exhausted;
        const CvarHandle early(cvar);
        if (!t.check_code(rule, cvar, early.code(), {MPI_SUCCESS})) return;
        ValueBuffer value = early.buffer();
        if (!t.check_code(rule, cvar, early.read(value), {MPI_SUCCESS})) return;
        int code = MPI_SUCCESS;
        for (int i = 0; i < many && code == MPI_SUCCESS; ++i) {
          MPI_T_cvar_handle handle;
          int count;
          code = call::MPI_T_cvar_handle_alloc(cvar.index, object_for(cvar.bind).value_or(nullptr),
                                               &handle, &count);
        }
        t.check_code(rule, cvar, code, {MPI_SUCCESS, MPI_T_ERR_OUT_OF_HANDLES, MPI_T_ERR_MEMORY});
        const auto subject = [&] { return cvar.label(); };
        check_value(t, rule, subject, early, value);
      });
}

}  // namespace mpitcheck
