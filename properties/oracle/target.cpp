// SPDX-License-Identifier: BSD-3-Clause
// Counting calls and codes.
#include "properties/oracle/target.hpp"

#include <vector>

#include "conformance/harness/facts/names.hpp"

namespace mpitcheck::properties {

namespace {

const std::vector<NamedConstant>& codes() {
  static const std::vector<NamedConstant> known = [] {
    std::vector<NamedConstant> list;
    for (const NamedConstant& constant : defined_constants()) {
      if (constant.kind == "return_code") list.push_back(constant);
    }
    return list;
  }();
  return known;
}

}  // namespace

std::size_t code_place(int code) {
  if (code == MPI_SUCCESS) return 0;
  for (std::size_t i = 0; i < codes().size() && i + 2 < code_places; ++i) {
    if (codes()[i].value == code) return i + 1;
  }
  return code_places - 1;
}

std::string code_place_name(std::size_t place) {
  if (place == 0) return "MPI_SUCCESS";
  return place <= codes().size() ? std::string(codes()[place - 1].name) : "no MPI_T code";
}

void note_call(FunctionId function, int code) {
  if (!call_mode().counted) return;
  ++account().calls;
  ++account().codes[static_cast<std::size_t>(function)][code_place(code)];
  call_mode().examined = false;
}

}  // namespace mpitcheck::properties
