// SPDX-License-Identifier: BSD-3-Clause
// What a call wrote: a class of one argument changes nothing of the others.
#pragma once

#include <string>
#include <string_view>

#include "conformance/suite/grid/bench.hpp"

namespace mpitcheck::grid {

/// An output that is not as it should be.
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
  Odd odd;  // of a call that succeeds as it may
};

/// Prepares and makes the call. A query is held against one with good arguments, which is made
/// behind it. Handles and sessions that it takes are left to the process's end. Throws CannotGoOn
/// if there is nothing to try it on, or what calls throw.
Answer make_call(const Cell& cell, const State& state, const Objects& objects);

/// The name of a parameter, "desc_len".
std::string parameter_of(const Cell& cell, int place);

}  // namespace mpitcheck::grid
