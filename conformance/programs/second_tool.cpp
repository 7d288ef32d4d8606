// SPDX-License-Identifier: BSD-3-Clause
// A tool that is loaded beside another tool. Its calls of MPI_T are made from this library.
#include <dlfcn.h>

#include <string_view>

#include "conformance/harness/facts/mpi.hpp"

namespace {

// The function that other callers use too, even if a library is preloaded over the MPI.
template <class Signature>
Signature* function_named(const char* name) {
  return reinterpret_cast<Signature*>(::dlsym(RTLD_DEFAULT, name));
}

#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  result call_##name parameters {                                               \
    static auto* const function = function_named<result parameters>(#name);     \
    return function arguments;                                                  \
  }
#include "mpitcheck/api.inc"
#undef MPITCHECK_API

struct Call {
  std::string_view name;
  void (*make)();
};

const Call calls[] = {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  {#name, reinterpret_cast<void (*)()>(&call_##name)},
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
};

}  // namespace

/// The tool's call of that function; null if it has none.
extern "C" __attribute__((visibility("default"))) void (
    *mpitcheck_second_tool(std::string_view function))() {
  for (const auto& [name, make] : calls) {
    if (name == function) return make;
  }
  return nullptr;
}
