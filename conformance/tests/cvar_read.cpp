// SPDX-License-Identifier: BSD-3-Clause
// Reading control variables.
#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "harness/api.hpp"
#include "harness/cvar_access.hpp"
#include "harness/names.hpp"
#include "harness/sequence.hpp"
#include "harness/test.hpp"

namespace mpitcheck {
namespace {

// Bytes of the value that two reads, over two different fillings, both left as they were.
std::size_t bytes_left_out(const ValueBuffer& first, const ValueBuffer& second,
                           unsigned char filling) {
  const auto* a = static_cast<const unsigned char*>(first.data());
  const auto* b = static_cast<const unsigned char*>(second.data());
  const ValueBuffer fresh(first.datatype(), first.count());
  const auto* sentinel = static_cast<const unsigned char*>(fresh.data());
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (a[i] == sentinel[i] && b[i] == filling) ++left_out;
  }
  return left_out;
}

// Allocates, reads and frees; the first code that is not MPI_SUCCESS.
int code_of_reading(const CvarInfo& cvar) {
  const CvarHandle handle(cvar);
  if (!handle.is_open()) return handle.code();
  ValueBuffer value = handle.buffer();
  return handle.read(value);
}

}  // namespace

MPITCHECK_TEST("cvar.read.delivers-all-elements",
               "A read fills in all elements of the value and nothing behind them.",
               cites(clause::cvar_read_delivers_value), needs::each_phase) {
  constexpr unsigned char other_filling = 0x3c;
  std::vector<CvarInfo> cvars = readable_cvars(t);
  std::erase_if(cvars, [](const CvarInfo& cvar) { return datatype_size(cvar.datatype) == 0; });
  if (cvars.empty()) t.missing("a cvar that can be read");
  t.each_isolated(clause::cvar_read_delivers_value, cvars, [&t](const CvarInfo& cvar) {
    const CvarHandle handle(cvar);
    ValueBuffer first = handle.buffer();
    ValueBuffer second = handle.buffer();
    std::memset(second.data(), other_filling, second.size());
    const int codes[] = {handle.read(first), handle.read(second)};
    // Behind the null of a text nothing is defined.
    const std::size_t left_out =
        cvar.datatype == MPI_CHAR ? 0 : bytes_left_out(first, second, other_filling);
    t.check(
        clause::cvar_read_delivers_value, cvar,
        codes[0] == MPI_SUCCESS && codes[1] == MPI_SUCCESS && left_out == 0 &&
            first.canary_intact() && second.canary_intact(),
        [&] { return join("MPI_SUCCESS, ", first.size(), " bytes written, none behind"); },
        [&] {
          return join(code_name(codes[0]), " and ", code_name(codes[1]), ", ", left_out,
                      " bytes left out, bytes behind ",
                      first.canary_intact() ? "untouched" : "written");
        });
  });
}

MPITCHECK_TEST("cvar.read.every-scope", "Every cvar can be read, whatever its scope.",
               cites(clause::cvar_read_any_scope), needs::tool) {
  const auto read_them = [&t](const std::vector<CvarInfo>& cvars,
                              const std::set<int>& may_be_gone) {
    t.each_isolated(clause::cvar_read_any_scope, cvars, [&](const CvarInfo& cvar) {
      const auto subject = [&] {
        return join(cvar.label(), " of scope ", constant_name("scope", cvar.scope));
      };
      const int code = code_of_reading(cvar);
      if (may_be_gone.contains(cvar.index)) {
        t.check_code(
            clause::cvar_read_any_scope, subject, code,
            {MPI_SUCCESS, MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID});
      } else {
        t.check_code(clause::cvar_read_any_scope, subject, code, {MPI_SUCCESS});
      }
    });
  };
  const std::vector<CvarInfo> early = bindable_cvars(t);
  read_them(early, {});
  std::set<int> known;
  for (const CvarInfo& cvar : early) known.insert(cvar.index);
  t.lifecycle().mpi_init();
  t.enter_phase("after MPI_Init");
  const std::vector<CvarInfo> late = bindable_cvars(t);
  if (late.empty()) t.missing("a cvar");
  read_them(late, known);
}

MPITCHECK_TEST("cvar.read.inactive",
               "Access to the value of a cvar that went inactive is answered with a fitting code.",
               cites(clause::cvar_inactive_access_code), needs::tool) {
  std::vector<CvarInfo> gone = bindable_cvars(t);
  t.lifecycle().mpi_init();
  t.enter_phase("after MPI_Init");
  std::erase_if(gone, [](const CvarInfo& cvar) { return read_cvar(cvar.index).has_value(); });
  if (gone.empty()) t.missing("a cvar that goes inactive in MPI_Init");
  t.each_isolated(clause::cvar_inactive_access_code, gone, [&t](const CvarInfo& cvar) {
    t.check_code(clause::cvar_inactive_access_code, cvar, code_of_reading(cvar),
                 {MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID});
  });
}

MPITCHECK_TEST("cvar.read.null-handle",
               "Access through MPI_T_CVAR_HANDLE_NULL is answered as invalid.",
               cites(clause::cvar_read_invalid_handle), needs::tool) {
  isolated_sequence(t, clause::cvar_read_invalid_handle, "reading MPI_T_CVAR_HANDLE_NULL", [&t] {
    ValueBuffer value(MPI_CHAR, 4096);
    t.check_code(clause::cvar_read_invalid_handle, "MPI_T_cvar_read",
                 call::MPI_T_cvar_read(MPI_T_CVAR_HANDLE_NULL, value.data()),
                 {MPI_T_ERR_INVALID_HANDLE});
  });
  isolated_sequence(t, clause::cvar_read_invalid_handle, "writing MPI_T_CVAR_HANDLE_NULL", [&t] {
    const ValueBuffer value(MPI_CHAR, 4096);
    t.check_code(clause::cvar_read_invalid_handle, "MPI_T_cvar_write",
                 call::MPI_T_cvar_write(MPI_T_CVAR_HANDLE_NULL, value.data()),
                 {MPI_T_ERR_INVALID_HANDLE});
  });
}

}  // namespace mpitcheck
