// SPDX-License-Identifier: BSD-3-Clause
// The layout of values: count elements of the datatype, and strings for MPI_CHAR.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/extent.hpp"

namespace mpitcheck {
namespace {

template <class Variable>
bool is_characters(const Variable& variable) {
  return variable.datatype == MPI_CHAR;
}

template <class Variable>
bool is_fixed_width(const Variable& variable) {
  return variable.datatype == MPI_INT32_T || variable.datatype == MPI_INT64_T ||
         variable.datatype == MPI_UINT32_T || variable.datatype == MPI_UINT64_T;
}

// Reads each readable cvar and pvar that `fits`, and calls look(variable, value).
template <class Fits, class Look>
void each_value(Test& t, Clause clause, const char* lacking, const Fits& fits, const Look& look) {
  std::vector<CvarInfo> cvars = readable_cvars(t);
  std::erase_if(cvars, [&](const CvarInfo& cvar) { return !fits(cvar); });
  const std::vector<PvarInfo> pvars =
      only(surviving_pvars(), [&](const PvarInfo& pvar) { return fits(pvar); });
  if (cvars.empty() && pvars.empty()) t.missing(lacking);
  t.each_isolated(clause, cvars, [&](const CvarInfo& cvar) {
    const CvarHandle handle(cvar);
    if (const auto value = handle.value()) look(cvar, *value);
  });
  t.each_isolated(clause, pvars, [&](const PvarInfo& pvar) {
    noting_what_is_missing(t, [&] {
      const PvarSession session;
      const PvarHandle handle(session, pvar);
      handle.run();
      look(pvar, handle.value());
    });
  });
}

// Whether the last bytes of each element were written. No value of the tests ends in the sentinel.
bool fills_each_element(const ValueBuffer& value) {
  constexpr std::size_t last = 4;
  const ValueBuffer fresh(value.datatype(), value.count());
  const auto* bytes = static_cast<const unsigned char*>(value.data());
  const auto* sentinel = static_cast<const unsigned char*>(fresh.data());
  const std::size_t element = datatype_size(value.datatype());
  for (std::size_t end = element; end <= value.size(); end += element) {
    if (std::memcmp(bytes + end - last, sentinel + end - last, last) == 0) return false;
  }
  return true;
}

// Whether the text of an MPI_CHAR value ends within its count elements.
bool ends_within(const ValueBuffer& value) {
  return value.size() > 0 && std::memchr(value.data(), '\0', value.size()) != nullptr;
}

template <class Variable>
void check_ends(Test& t, Clause rule, const Variable& variable, const ValueBuffer& value) {
  if (!check_extent(t, rule, variable, value)) return;
  const auto length =
      static_cast<long long>(::strnlen(static_cast<const char*>(value.data()), value.size()));
  t.check(rule, variable,
          below("strlen(buf)", length, value.count()).as_in(allocation_of(variable), "count"));
}

}  // namespace

MPITCHECK_TEST("datatype.value.within-count", "A value has at most count elements of its datatype.",
               cites(clause::datatype_value_layout), needs::each_phase) {
  const auto any = [](const auto& variable) { return datatype_size(variable.datatype) != 0; };
  each_value(t, clause::datatype_value_layout, "a variable that can be read", any,
             [&t](const auto& variable, const ValueBuffer& value) {
               check_extent(t, clause::datatype_value_layout, variable, value);
             });
}

MPITCHECK_TEST("datatype.value.readreset-within-count",
               "MPI_T_pvar_readreset writes at most count elements.",
               cites(clause::datatype_value_layout), needs::each_phase) {
  const std::vector<PvarInfo> pvars = only(surviving_pvars(), [](const PvarInfo& pvar) {
    return pvar.readonly == 0 && datatype_size(pvar.datatype) != 0;
  });
  t.missing("a pvar that can be reset");
  each_pvar_isolated(t, clause::datatype_value_layout, pvars, "a pvar that can be reset",
                     [&t](const PvarInfo& pvar) {
                       const PvarSession session;
                       const PvarHandle handle(session, pvar);
                       handle.run();
                       ValueBuffer value = handle.buffer();
                       if (handle.readreset(value) != MPI_SUCCESS) return;
                       check_extent(t, clause::datatype_value_layout, pvar, value);
                     });
}

MPITCHECK_TEST("datatype.value.fixed-width",
               "Each element of a fixed-width datatype has exactly that width.",
               cites(clause::datatype_fixed_width_added), needs::each_phase) {
  const auto fixed = [](const auto& variable) { return is_fixed_width(variable); };
  each_value(t, clause::datatype_fixed_width_added, "a readable variable of a fixed-width datatype",
             fixed, [&t](const auto& variable, const ValueBuffer& value) {
               constexpr Clause rule = clause::datatype_fixed_width_added;
               if (!check_extent(t, rule, variable, value)) return;
               t.check(rule, variable,
                       has_property(
                           "buf[*]", value, fills_each_element,
                           [&] { return join("all ", value.size(), " bytes written"); },
                           [](const ValueBuffer&) { return "left in part"; }));
             });
}

MPITCHECK_TEST("datatype.char.ends-with-null",
               "The value of an MPI_CHAR variable is a string that ends within its count.",
               cites(clause::datatype_char_is_string, clause::datatype_char_count_covers_max),
               needs::each_phase) {
  const auto text = [](const auto& variable) { return is_characters(variable); };
  each_value(t, clause::datatype_char_is_string, "a readable variable of type MPI_CHAR", text,
             [&t](const auto& variable, const ValueBuffer& value) {
               // A count of zero breaks another rule.
               if (value.count() > 0) {
                 check_ends(t, clause::datatype_char_is_string, variable, value);
               }
               check_ends(t, clause::datatype_char_count_covers_max, variable, value);
             });
}

MPITCHECK_TEST("datatype.char.count-covers-written",
               "The count of an MPI_CHAR cvar covers the longest value that the cvar accepts.",
               cites(clause::datatype_char_count_covers_max), needs::each_phase) {
  call::MPI_T_cvar_write.need();
  std::vector<CvarInfo> cvars = readable_cvars(t);
  std::erase_if(cvars, [](const CvarInfo& cvar) {
    return !is_characters(cvar) || !has_writable_scope(cvar);
  });
  t.missing("an MPI_CHAR cvar that accepts a string as long as its count");
  t.each_isolated(clause::datatype_char_count_covers_max, cvars, [&t](const CvarInfo& cvar) {
    const CvarHandle handle(cvar);
    if (handle.count() < 2) return;
    ValueBuffer longest = handle.buffer();
    std::memset(longest.data(), 'x', longest.size() - 1);
    static_cast<char*>(longest.data())[longest.size() - 1] = '\0';
    ValueBuffer shortest = handle.buffer();
    static_cast<char*>(shortest.data())[0] = '\0';
    const auto before = handle.value();
    // The library returned this value, so the cvar may hold it again: the count must cover it.
    if (before && ends_within(*before) && handle.write(shortest) == MPI_SUCCESS) {
      const int needed =
          static_cast<int>(std::strlen(static_cast<const char*>(before->data()))) + 1;
      const CvarHandle while_empty(cvar);
      t.check(
          clause::datatype_char_count_covers_max,
          [&] { return cvar.label() + " while it is empty"; },
          at_least("count", while_empty.count(), needed)
              .as_in("MPI_T_cvar_read", "strlen(buf) + 1"));
    }
    if (handle.write(longest) != MPI_SUCCESS) return;
    const CvarHandle second(cvar);
    for (const CvarHandle* reader : {&handle, &second}) {
      const auto value = reader->value();
      if (!value) continue;
      check_ends(t, clause::datatype_char_count_covers_max, cvar, *value);
    }
  });
}

}  // namespace mpitcheck
