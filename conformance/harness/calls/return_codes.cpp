// SPDX-License-Identifier: BSD-3-Clause
// Adds codes, and recognizes those that are not MPI_T's.
#include "conformance/harness/calls/return_codes.hpp"

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/names.hpp"

namespace mpitcheck {

namespace {

bool is_stray(std::string_view function, int code) {
  if (code == MPI_SUCCESS || is_constant("return_code", code)) return false;
  return function.starts_with("MPI_T_") || function.starts_with("PMPI_T_");
}

}  // namespace

ReturnCodes& ReturnCodes::instance() {
  static ReturnCodes codes;
  return codes;
}

void ReturnCodes::add(std::string_view function, int code, bool is_answered) {
  auto known = by_function_.find(function);
  if (known == by_function_.end()) known = by_function_.emplace(function, std::set<int>{}).first;
  if (known->second.insert(code).second) ++count_;
  if (on_stray_ && is_stray(function, code)) on_stray_(function, code, is_answered);
}

}  // namespace mpitcheck
