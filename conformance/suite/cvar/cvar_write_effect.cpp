// SPDX-License-Identifier: BSD-3-Clause
// Writing control variables: the value takes effect. A library may use the nearest supported value
// (A27), so values that the library returned are checked more strictly than made-up ones.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr Clause effect = clause::cvar_write_takes_effect;

struct Written {
  ValueBuffer value, read;
};

bool is_array(const CvarInfo& cvar, const CvarHandle& handle) {
  return cvar.datatype != MPI_CHAR && handle.count() > 1;
}

// Made-up values of a cvar that holds `now`. They use all bits and bytes.
std::vector<ValueBuffer> extreme_values(const CvarInfo& cvar, const ValueBuffer& now) {
  ValueBuffer extreme = now;
  if (cvar.datatype == MPI_CHAR && now.size() > 1) {
    std::memset(extreme.data(), 'x', extreme.size() - 1);
    static_cast<char*>(extreme.data())[extreme.size() - 1] = '\0';
  } else if (cvar.datatype == MPI_DOUBLE) {
    for (int i = 0; i < now.count(); ++i) {
      const double fraction = 0.1 + i;
      std::memcpy(static_cast<double*>(extreme.data()) + i, &fraction, sizeof fraction);
    }
  } else if (datatype_size(cvar.datatype) == sizeof(long long)) {
    for (int i = 0; i < now.count(); ++i) extreme.set_number(i, (1LL << 40) + i);
  } else {
    return {};
  }
  return {extreme};
}

// Writes, then reads twice. Returns whether the write fails or both reads are `wanted`.
bool reads_as(const CvarHandle& handle, const ValueBuffer& value, const ValueBuffer& wanted) {
  if (handle.write(value) != MPI_SUCCESS) return true;
  for (int read = 0; read < 2; ++read) {
    const auto now = handle.value();
    if (!now || !now->equals(wanted)) return false;
  }
  return true;
}

// Checks reads_as(). Only two failures in a row count, since a value may change by itself in
// between.
void check_reads_as(Test& t, Clause rule, const CvarInfo& cvar, const CvarHandle& handle,
                    const ValueBuffer& value, const ValueBuffer& wanted) {
  if (reads_as(handle, value, wanted)) return t.examined(rule, 1);
  if (handle.write(value) != MPI_SUCCESS) return;
  for (int read = 0; read < 2; ++read) {
    ValueBuffer after = handle.buffer();
    if (!t.check_code(rule, cvar, handle.read(after), {MPI_SUCCESS})) continue;
    // A longer text would not match another count.
    t.check(
        rule, cvar,
        value_is(after, wanted).given("MPI_T_cvar_handle_alloc", "count", join(handle.count())));
  }
}

// Order is preserved: the greater of two written numbers is not read as the smaller one.
void check_order(Test& t, const CvarInfo& cvar, const Written& one, const Written& other) {
  for (int i = 0; i < one.read.count(); ++i) {
    const bool rises = one.value.number(i) >= other.value.number(i);
    const bool falls = one.value.number(i) <= other.value.number(i);
    const Number seen = one.read.number(i), bound = other.read.number(i);
    const auto check = [&](Relation relation) {
      t.check(effect, cvar, number_is(join("buf[", i, "]"), seen, relation, bound));
    };
    if (rises && seen < bound) check(Relation::at_least);
    if (falls && seen > bound) check(Relation::at_most);
  }
  t.examined(effect, 1);
}

// Which writes of a changed value took effect, over all cvars.
struct Outcome {
  static constexpr int tried = 1, took = 2, array = 4, last_took = 8;
  int seen = 0;

  // All writes were lost, for all cvars or for the last elements of arrays. A lack of other
  // supported values does not explain that.
  [[nodiscard]] bool all_lost() const { return (seen & tried) != 0 && (seen & took) == 0; }
  [[nodiscard]] bool last_lost() const { return (seen & array) != 0 && (seen & last_took) == 0; }
};

Outcome outcome_of_changes(const std::vector<CvarInfo>& cvars) {
  const auto answers = probe_each(cvars.size(), [&](std::size_t i) {
    const CvarHandle handle(cvars[i]);
    const auto before = handle.steady_value();
    if (!before) return 0;
    const ValueBuffer changed = changed_value(cvars[i], *before);
    if (changed.equals(*before) || handle.write(changed) != MPI_SUCCESS) return 0;
    const auto after = handle.value();
    if (!after) return 0;
    int seen = Outcome::tried | (after->equals(*before) ? 0 : Outcome::took);
    const int last = handle.count() - 1;
    if (is_array(cvars[i], handle) && changed.number(last) != before->number(last)) {
      seen |= Outcome::array;
      if (after->number(last) != before->number(last)) seen |= Outcome::last_took;
    }
    return seen;
  });
  Outcome outcome;
  for (const auto& answer : answers) outcome.seen |= answer.value_or(0);
  return outcome;
}

// Writes a made-up value, then writes the result once more, and adds it to `known`.
void check_made_up(Test& t, const CvarInfo& cvar, const CvarHandle& handle,
                   const ValueBuffer& value, std::vector<Written>& known) {
  if (handle.write(value) != MPI_SUCCESS) return;
  ValueBuffer read = handle.buffer();
  if (!t.check_code(effect, cvar, handle.read(read), {MPI_SUCCESS})) return;
  t.check(clause::cvar_write_exact, cvar,
          value_is(read, value).given("MPI_T_cvar_handle_alloc", "count", join(handle.count())));
  const Written written{value, read};
  if (cvar.datatype != MPI_CHAR) {
    for (const Written& other : known) check_order(t, cvar, written, other);
  }
  check_reads_as(t, effect, cvar, handle, value, read);
  check_reads_as(t, effect, cvar, handle, read, read);
  known.push_back(written);
}

void check_writes(Test& t, const CvarInfo& cvar, const Outcome& outcome) {
  const CvarHandle handle(cvar);
  if (!handle.value()) return;
  const auto before = handle.steady_value();
  if (!before) return t.missing("a value that does not change by itself");
  std::vector<Written> known{{*before, *before}};
  const ValueBuffer changed = changed_value(cvar, *before);
  const bool is_item = cvar.datatype == MPI_INT && cvar.enumtype != MPI_T_ENUM_NULL;
  const bool lost = outcome.all_lost() || (outcome.last_lost() && is_array(cvar, handle));
  if (is_item || lost) {
    check_reads_as(t, effect, cvar, handle, changed, changed);
  } else {
    check_made_up(t, cvar, handle, changed, known);
  }
  for (const ValueBuffer& value : extreme_values(cvar, *before)) {
    check_made_up(t, cvar, handle, value, known);
  }
  check_reads_as(t, effect, cvar, handle, *before, *before);
}

}  // namespace

MPITCHECK_TEST("cvar.write.takes-effect",
               "After a successful write the cvar has the written value or, if the library need "
               "not support it, the nearest supported one.",
               cites(clause::cvar_write_takes_effect, clause::cvar_write_exact),
               needs::each_phase) {
  call::MPI_T_cvar_write.need();
  const std::vector<CvarInfo> cvars =
      readable_cvars_that(t, "a cvar of a scope that may be written", has_writable_scope);
  t.missing("a cvar that accepts a write");
  const auto codes = codes_of_writing_back(cvars);
  t.behaviour(clause::cvar_writable_scope_no_promise, "writes-accepted",
              join(std::count(codes.begin(), codes.end(), MPI_SUCCESS), " of ", codes.size(), " ",
                   Progress::instance().phase()));
  const Outcome outcome = outcome_of_changes(cvars);
  t.each_isolated(effect, cvars, [&](const CvarInfo& cvar) { check_writes(t, cvar, outcome); });
}

}  // namespace mpitcheck
