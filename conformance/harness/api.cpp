// SPDX-License-Identifier: BSD-3-Clause
// The table of MPI_T functions: which the target declares, which it defines, and how to call them.
#include "harness/api.hpp"

#include <cstdint>
#include <cstdio>

#include "harness/names.hpp"
#include "harness/text.hpp"

// References are weak, so that a library without the function still links and loads.
#define MPITCHECK_PRAGMA(text) _Pragma(#text)
#define MPITCHECK_WEAK_1(name) MPITCHECK_PRAGMA(weak name)
#define MPITCHECK_WEAK_0(name)
#define MPITCHECK_WEAK(flag, name) MPITCHECK_WEAK_(flag, name)
#define MPITCHECK_WEAK_(flag, name) MPITCHECK_WEAK_##flag(name)

// The pointer to a declared function as the standard's type, or null.
#define MPITCHECK_POINTER_1(name) &::name
#define MPITCHECK_POINTER_0(name) nullptr
#define MPITCHECK_POINTER(flag, name) MPITCHECK_POINTER_(flag, name)
#define MPITCHECK_POINTER_(flag, name) MPITCHECK_POINTER_##flag(name)

#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  MPITCHECK_WEAK(MPITCHECK_DECLARES(name), name)                                \
  MPITCHECK_WEAK(MPITCHECK_DECLARES(P##name), P##name)
#include "mpitcheck/api.inc"
#undef MPITCHECK_API

namespace mpitcheck {

namespace {

// A declaration of another type than the standard's is a finding, not a build failure.
template <class Expected, class Actual>
Expected* as(Actual* pointer) {
  if constexpr (std::is_same_v<Expected, Actual>) {
    return pointer;
  } else {
    return reinterpret_cast<Expected*>(pointer);
  }
}

template <class Expected>
Expected* as(std::nullptr_t) {
  return nullptr;
}

template <class Expected, class Pointer>
constexpr bool matches = std::is_same_v<Expected*, Pointer>;

template <class Pointer>
bool is_set(Pointer pointer) {
  return pointer != nullptr;
}

}  // namespace

namespace call {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  const Function<result parameters> name{                                       \
      #name, names, as<result parameters>(MPITCHECK_POINTER(MPITCHECK_DECLARES(name), name))};
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
}  // namespace call

namespace pcall {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  const Function<result parameters> name{                                       \
      "P" #name, names,                                                         \
      as<result parameters>(MPITCHECK_POINTER(MPITCHECK_DECLARES(P##name), P##name))};
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
}  // namespace pcall

std::span<const FunctionFacts> all_functions() {
  static const FunctionFacts facts[] = {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments)             \
  {#name,                                                                                   \
   names,                                                                                   \
   major,                                                                                   \
   minor,                                                                                   \
   MPITCHECK_DECLARES(name) == 1,                                                           \
   matches<result parameters, decltype(MPITCHECK_POINTER(MPITCHECK_DECLARES(name), name))>, \
   is_set(MPITCHECK_POINTER(MPITCHECK_DECLARES(name), name)),                               \
   MPITCHECK_DECLARES(P##name) == 1,                                                        \
   is_set(MPITCHECK_POINTER(MPITCHECK_DECLARES(P##name), P##name))},
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
  };
  return facts;
}

namespace {

bool is_single_int(std::string_view parameter) { return parameter != "indices"; }

std::string int_text(std::string_view parameter, int value) {
  if (parameter == "required" || parameter == "provided") return thread_level_name(value);
  if (parameter == "var_class") return constant_name("pvar_class", value);
  if (parameter == "verbosity") return constant_name("verbosity", value);
  if (parameter == "bind") return constant_name("binding", value);
  if (parameter == "scope") return constant_name("scope", value);
  return std::to_string(value);
}

}  // namespace

void describe_argument(std::string& out, std::string_view parameter, int value) {
  out += int_text(parameter, value);
}

void describe_argument(std::string& out, std::string_view parameter, const int* value, bool after) {
  if (value == nullptr) {
    out += "NULL";
  } else if (parameter.ends_with("_len") || (after && is_single_int(parameter))) {
    // Lengths go in and out; other OUT arguments have no value before the call.
    out += join(parameter, "=", int_text(parameter, *value));
  } else {
    out += join("&", parameter);
  }
}

void describe_argument(std::string& out, std::string_view, const char* value) {
  out += value == nullptr ? std::string("NULL") : quoted(std::string_view(value));
}

void describe_pointer(std::string& out, const void* value) {
  if (value == nullptr) {
    out += "NULL";
    return;
  }
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx",
                static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(value)));
  out += text;
}

}  // namespace mpitcheck
