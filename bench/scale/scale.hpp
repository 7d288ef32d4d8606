// SPDX-License-Identifier: BSD-3-Clause
// Cost against size: scale/<what>/<N>.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>

#include "common/program.hpp"
#include "harness/text.hpp"
#include "tests/private_memory.hpp"

namespace mpitcheck::bench {

void add_cvar_handles();
void add_pvar_handles();
void add_sessions();
void add_registrations();
void add_queries();
void add_threads();
/// The reference's engine alone, with as many variables as wanted.
void add_engine();

/// How many things are measured when their memory is.
inline constexpr int many = 10000;

/// Bytes that the library takes for each of `many` things: what `make()` makes lives until its
/// result dies, and takes `own` bytes of ours for each. To be called before benchmarks run, since
/// libraries keep memory for later.
template <class Make>
double bytes_each(std::size_t own, const Make& make) {
  const long before = mpit::private_kib();
  const auto things = make();
  const long kib = mpit::private_kib() - before;
  return static_cast<double>(kib) * 1024 / many - static_cast<double>(own);
}

/// Registers scale/<what>/<N> for the sizes; `body(state, N)` times.
template <class Body>
void add_sizes(const std::string& what, const char* baseline, std::initializer_list<int> sizes,
               const Body& body) {
  for (const int size : sizes) {
    add(join("scale/", what, "/", size), baseline,
        [body, size](auto& state) { body(state, size); });
  }
}

}  // namespace mpitcheck::bench
