// SPDX-License-Identifier: BSD-3-Clause
// The outputs of a call: a class of one argument must not change the others.
#pragma once

#include <string>
#include <string_view>

#include "conformance/suite/grid/bench.hpp"

namespace mpitcheck::grid {

/// An output that is wrong.
struct Odd {
  enum What : unsigned char {
    nothing,
    number,
    length,
    more,
    fewer,
    text,
    written,
    missing_null,
    level,
    other
  };
  What what = nothing;
  int parameter = 0;
  long long seen = 0, wanted = 0;  // of numbers
  bool operator==(const Odd&) const = default;
};

struct Answer {
  int code = 0;
  Odd odd;  // of a call with an allowed success
};

/// Prepares and makes the call. A query is then repeated with good arguments and compared. Handles
/// and sessions are left to the end of the process. Throws CannotGoOn if an object is missing, and
/// whatever calls throw.
Answer make_call(const Cell& cell, const State& state, const Objects& objects);

/// The name of a parameter, e.g. "desc_len".
std::string parameter_of(const Cell& cell, int place);

}  // namespace mpitcheck::grid
