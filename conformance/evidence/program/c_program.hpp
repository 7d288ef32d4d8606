// SPDX-License-Identifier: BSD-3-Clause
// A stand-alone C program out of calls: nothing but mpi.h and libc. It exits with 1 where the rule
// is broken, with 0 where it is kept or where the library lacks the variable.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/evidence/search/check.hpp"
#include "conformance/evidence/search/objects.hpp"
#include "conformance/evidence/search/trace.hpp"

namespace mpitcheck::evidence {

inline constexpr std::size_t most_lines = 100, most_calls = 1000;

/// What the program says about itself.
struct Heading {
  std::string rule;      ///< id of the clause
  std::string section;   ///< e.g. "MPI 4.0, section 15.3.6"; may be empty
  std::string origin;    ///< e.g. "test cvar.num.grows on openmpi"
  std::string expected;  ///< of the answer that is judged
  int np = 1;
  bool hangs = false;  ///< a watchdog ends the program
  bool exits = false;  ///< the library ends the program, with exit code 0
};

struct Program {
  std::string text;
  std::size_t lines = 0;
};

/// Which calls of a story a program makes.
struct Plot {
  const std::vector<Call>& calls;
  const Objects& objects;
  std::vector<std::size_t> chosen;
  bool by_name = true;  ///< looks variables up by name; else takes them by number
  int repeat = 1;       ///< how often the last call is made and judged
};

Program c_program(const Heading& heading, const Plot& plot, const Check& check);

/// For a fact about constants, which needs no call.
Program constant_program(const Heading& heading, const Fact& fact);

/// For a name of the interface that mpi.h lacks: does not compile there, does nothing elsewhere.
Program declaration_program(const Heading& heading, const std::string& name);

}  // namespace mpitcheck::evidence
