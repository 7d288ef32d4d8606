// SPDX-License-Identifier: BSD-3-Clause
// Reading control variables.
#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/extent.hpp"

namespace mpitcheck {
namespace {

constexpr unsigned char other_filling = 0x3c;

// A read into a buffer with one of two fillings.
struct Filled {
  Filled(const CvarHandle& handle, bool other) : value(handle.buffer()) {
    if (other) std::memset(value.data(), other_filling, value.size());
    filling = value;
    code = handle.read(value);
  }
  [[nodiscard]] bool left(std::size_t byte) const {
    return static_cast<const unsigned char*>(value.data())[byte] ==
           static_cast<const unsigned char*>(filling.data())[byte];
  }

  ValueBuffer value;
  ValueBuffer filling{MPI_CHAR, 0};
  int code;
};

// Number of bytes that two reads over different fillings both left unchanged.
std::size_t bytes_left_out(const Filled& first, const Filled& second) {
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < first.value.size(); ++i) {
    if (first.left(i) && second.left(i)) ++left_out;
  }
  return left_out;
}

// Allocates, reads and frees a handle. Returns the first code that is not MPI_SUCCESS.
int code_of_reading(const CvarInfo& cvar) {
  const CvarHandle handle(cvar);
  if (!handle.is_open()) return handle.code();
  ValueBuffer value = handle.buffer();
  return handle.read(value);
}

}  // namespace

MPITCHECK_TEST("cvar.read.delivers-all-elements",
               "A read writes all elements of the value and nothing after them.",
               cites(clause::cvar_read_delivers_value), needs::each_phase) {
  std::vector<CvarInfo> cvars = readable_cvars(t);
  std::erase_if(cvars, [](const CvarInfo& cvar) { return datatype_size(cvar.datatype) == 0; });
  if (cvars.empty()) t.missing("a cvar that can be read");
  t.each_isolated(clause::cvar_read_delivers_value, cvars, [&t](const CvarInfo& cvar) {
    const CvarHandle handle(cvar);
    constexpr Clause rule = clause::cvar_read_delivers_value;
    std::vector<Filled> reads;
    for (const bool other : {false, true, false}) {
      const Filled& read = reads.emplace_back(handle, other);
      if (!t.check_code(rule, cvar, read.code, {MPI_SUCCESS})) return;
      if (!check_extent(t, rule, cvar, read.value)) return;
    }
    // A later read must write as much as the first one.
    for (std::size_t i = 1; i < reads.size(); ++i) {
      const Filled& first = reads[i - 1];
      const Filled& second = reads[i];
      // Bytes after the null of a text are undefined.
      const std::size_t left_out = cvar.datatype == MPI_CHAR ? 0 : bytes_left_out(first, second);
      if (left_out == 0) {
        t.examined(rule, 1);
        continue;
      }
      // The value is what the buffer held before. A different value would be legal.
      t.check(rule, cvar,
              value_is_not(second.value, second.value).given("buf", first.value.literal()));
      return;
    }
  });
}

MPITCHECK_TEST("cvar.read.every-scope",
               "Every cvar can be read, whatever its scope. A read of a cvar that MPI_Init made "
               "inactive may fail, but does not end the process.",
               cites(clause::cvar_read_any_scope, clause::general_failure_not_fatal), needs::tool) {
  const auto subject = [](const CvarInfo& cvar) {
    return join(cvar.label(), " of scope ", constant_name("scope", cvar.scope));
  };
  const auto read_them = [&](const std::vector<CvarInfo>& cvars) {
    t.each_isolated(clause::cvar_read_any_scope, cvars, [&](const CvarInfo& cvar) {
      t.check_code(clause::cvar_read_any_scope, [&] { return subject(cvar); },
                   code_of_reading(cvar), {MPI_SUCCESS});
    });
  };
  const std::vector<CvarInfo> early = bindable_cvars(t);
  read_them(early);
  std::set<int> known;
  for (const CvarInfo& cvar : read_cvars()) known.insert(cvar.index);
  t.lifecycle().mpi_init();
  Progress::instance().phase("after MPI_Init");
  std::vector<CvarInfo> old = bindable_cvars(t);
  if (old.empty()) t.missing("a cvar");
  const auto first_new = std::stable_partition(
      old.begin(), old.end(), [&](const CvarInfo& cvar) { return known.contains(cvar.index); });
  const std::vector<CvarInfo> added(first_new, old.end());
  old.erase(first_new, old.end());
  read_them(added);
  // These cvars may be inactive (A16). The code for reading them is only recommended.
  t.each_isolated(clause::general_failure_not_fatal, old, [&](const CvarInfo& cvar) {
    const int code = code_of_reading(cvar);
    t.examined(clause::general_failure_not_fatal, 1);
    t.check_code(
        clause::cvar_read_any_scope, [&] { return subject(cvar); }, code, success_or_inactive());
    if (code != MPI_SUCCESS) {  // although its query and allocation still succeed
      t.behaviour(clause::cvar_read_any_scope, "read of a cvar that went inactive",
                  code_name(code));
    }
  });
}

MPITCHECK_TEST("cvar.read.inactive",
               "A read of a cvar that became inactive returns a recommended code.",
               cites(clause::cvar_inactive_access_code), needs::tool) {
  std::vector<CvarInfo> gone = bindable_cvars(t);
  t.lifecycle().mpi_init();
  Progress::instance().phase("after MPI_Init");
  std::erase_if(gone, [](const CvarInfo& cvar) { return read_cvar(cvar.index).has_value(); });
  if (gone.empty()) t.missing("a cvar that goes inactive in MPI_Init");
  t.each_isolated(clause::cvar_inactive_access_code, gone, [&t](const CvarInfo& cvar) {
    t.check_code(clause::cvar_inactive_access_code, cvar, code_of_reading(cvar),
                 {MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID});
  });
}

MPITCHECK_TEST("cvar.read.null-handle",
               "Access through MPI_T_CVAR_HANDLE_NULL is refused as invalid.",
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
