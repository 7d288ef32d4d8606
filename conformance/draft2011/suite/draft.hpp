// SPDX-License-Identifier: BSD-3-Clause
// The draft's interface as its tests use it: calls recorded, variables read through it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/mpi.hpp"
// mpi.hpp must come first: it settles how mpi.h is included.
#include "../mpit_draft2011.h"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck::draft {

/// "MPIT_ERR_NOWRITE", or what the harness calls a code that the draft does not know.
std::string code_name(int code);

/// MPITCHECK_DRAFT(MPIT_Controlvar_get_num(&num)): recorded, so that a crash in it is attributed to
/// it.
#define MPITCHECK_DRAFT(call) ::mpitcheck::recorded(#call, [&] { return call; })

/// check() that `code` is `expected`.
template <class Subject>
bool check_code(Test& t, Clause clause, const Subject& subject, int code, int expected) {
  return t.check(clause, subject, is_in_words("", code, expected, code_name));
}

/// For Test::check: the number is `wanted`.
inline auto is_number(long long seen, long long wanted) {
  return is_in_words("", seen, wanted, [](long long number) { return join(number); });
}

/// For Test::check: no byte behind the reported elements was written.
inline auto wrote_no_further(bool is_canary_intact) {
  return is_observed("", is_canary_intact, "no byte written behind the reported elements", "one");
}

/// A control variable as MPIT_Controlvar_get_info returns it, without its count (see there).
struct Controlvar {
  int index;
  std::string name;
  int verbosity, bind;
  MPIT_Datatype datatype;
  MPIT_Controlvar_attributes attributes;

  [[nodiscard]] std::string label() const;
};

/// A performance variable as MPIT_Perfvar_get_info returns it, without its count.
struct Perfvar {
  int index;
  std::string name;
  int verbosity, bind, varclass;
  MPIT_Datatype datatype;
  MPIT_Perfvar_attributes attributes;

  [[nodiscard]] std::string label() const;
};

/// All variables whose query succeeds now.
std::vector<Controlvar> controlvars();
std::vector<Perfvar> perfvars();

/// The text that `get(buffer, length)` delivers, or nothing known (empty) if it fails.
std::string text_of(const std::function<int(char*, int*)>& get);

/// The element count that get_info reports; -1 if the query fails.
int reported_count(const Controlvar& variable);
int reported_count(const Perfvar& variable);

/// Bytes of one element of `datatype`, as MPIT_Datatype_get_size returns them; 0 if it fails.
std::size_t size_of(MPIT_Datatype datatype);

/// "MPIT_INT", ..., or "an enumeration".
std::string datatype_name(MPIT_Datatype datatype);

}  // namespace mpitcheck::draft
