// SPDX-License-Identifier: BSD-3-Clause
// Writing control variables: what takes effect, and what is refused with which code.
#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

// The readable cvars that `fits`.
template <class Fits>
std::vector<CvarInfo> readable(Test& t, const char* lacking, const Fits& fits) {
  std::vector<CvarInfo> cvars = readable_cvars(t);
  std::erase_if(cvars, [&](const CvarInfo& cvar) { return !fits(cvar); });
  if (cvars.empty()) t.missing(lacking);
  return cvars;
}

// Values to write to a cvar that holds `now`: all bytes and elements have to make the way.
std::vector<ValueBuffer> values_for(const CvarInfo& cvar, const ValueBuffer& now) {
  std::vector<ValueBuffer> values{now, changed_value(cvar, now), now};
  if (cvar.datatype == MPI_CHAR && now.size() > 1) {
    ValueBuffer longest = now;
    std::memset(longest.data(), 'x', longest.size() - 1);
    static_cast<char*>(longest.data())[longest.size() - 1] = '\0';
    values.push_back(longest);
  } else if (cvar.datatype == MPI_DOUBLE) {
    ValueBuffer fractions = now;
    for (int i = 0; i < now.count(); ++i) {
      const double fraction = 0.1 + i;
      std::memcpy(static_cast<double*>(fractions.data()) + i, &fraction, sizeof fraction);
    }
    values.push_back(fractions);
  } else if (datatype_size(cvar.datatype) == sizeof(long long)) {
    ValueBuffer wide = now;
    for (int i = 0; i < now.count(); ++i) wide.set_number(i, (1LL << 40) + i);
    values.push_back(wide);
  }
  return values;
}

// A write to a cvar of this scope is refused with one of `codes_allowed`, and its value stays.
void check_refusal(Test& t, Clause clause, int scope, std::initializer_list<int> codes_allowed,
                   const char* lacking) {
  const std::vector<CvarInfo> cvars =
      readable(t, lacking, [&](const CvarInfo& cvar) { return cvar.scope == scope; });
  t.each_isolated(clause, cvars, [&](const CvarInfo& cvar) {
    const CvarHandle handle(cvar);
    const auto before = handle.value();
    if (!before) return;
    t.check_code(clause, cvar, handle.write(*before), codes_allowed);
    const ValueBuffer changed = changed_value(cvar, *before);
    if (changed.equals(*before)) return;
    // A READONLY variable may change by itself, yet hardly to what we thought of.
    const auto subject = [&] { return join(cvar.label(), " set to ", changed.text()); };
    t.check(clause, subject, fails(handle.write(changed)));
    ValueBuffer after = handle.buffer();
    if (t.check_code(clause, subject, handle.read(after), {MPI_SUCCESS})) {
      t.check(clause, subject,
              is_none_of("buf", !after.equals(changed), changed.literal(), after.literal())
                  .given("buf", before->literal()));
    }
  });
  std::set<std::string> codes;
  for (const auto& code : codes_of_writing_back(cvars)) {
    if (code) codes.insert(code_name(*code));
  }
  for (const std::string& code : codes) t.behaviour(clause, "code-of-refusal", code);
}

}  // namespace

MPITCHECK_TEST("cvar.write.takes-effect",
               "After a successful write the cvar has the value that was written.",
               cites(clause::cvar_write_takes_effect), needs::each_phase) {
  const std::vector<CvarInfo> cvars =
      readable(t, "a cvar of a scope that may be written", has_writable_scope);
  t.missing("a cvar that accepts a write");
  const auto codes = codes_of_writing_back(cvars);
  t.behaviour(clause::cvar_writable_scope_no_promise, "writes-accepted",
              join(std::count(codes.begin(), codes.end(), MPI_SUCCESS), " of ", codes.size(), " ",
                   t.phase()));
  t.each_isolated(clause::cvar_write_takes_effect, cvars, [&t](const CvarInfo& cvar) {
    const CvarHandle handle(cvar);
    const auto before = handle.value();
    if (!before) return;
    constexpr Clause rule = clause::cvar_write_takes_effect;
    for (const ValueBuffer& value : values_for(cvar, *before)) {
      if (handle.write(value) != MPI_SUCCESS) continue;
      for (int read = 0; read < 2; ++read) {
        ValueBuffer after = handle.buffer();
        if (t.check_code(rule, cvar, handle.read(after), {MPI_SUCCESS})) {
          // A longer text would not fit another count.
          t.check(rule, cvar,
                  value_is(after, value)
                      .given("MPI_T_cvar_handle_alloc", "count", join(handle.count())));
        }
      }
    }
  });
}

MPITCHECK_TEST("cvar.write.not-now",
               "A refused write to a cvar that may be writable has one of two codes and no effect.",
               cites(clause::cvar_write_not_now), needs::each_phase) {
  const std::vector<CvarInfo> cvars =
      readable(t, "a cvar of a scope that may be written", has_writable_scope);
  t.missing("a cvar that refuses a write");
  t.each_isolated(clause::cvar_write_not_now, cvars, [&t](const CvarInfo& cvar) {
    const CvarHandle handle(cvar);
    const auto before = handle.value();
    if (!before) return;
    constexpr Clause rule = clause::cvar_write_not_now;
    const auto subject = [&] { return cvar.label(); };
    if (const int code = handle.write(*before); code != MPI_SUCCESS) {
      t.check_code(rule, cvar, code,
                   {MPI_SUCCESS, MPI_T_ERR_CVAR_SET_NOT_NOW, MPI_T_ERR_CVAR_SET_NEVER});
      check_value(t, rule, subject, handle, *before);
    }
    const ValueBuffer changed = changed_value(cvar, *before);
    if (const int code = handle.write(changed); code != MPI_SUCCESS) {
      // The library may not like the value that we thought of.
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
