// SPDX-License-Identifier: BSD-3-Clause
// The table of MPI_T functions: which ones the target declares and defines, and how to call them.
#include "conformance/harness/calls/api.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/process/forks.hpp"

// References are weak, so that a library without the function still links and loads.
#define MPITCHECK_PRAGMA(text) _Pragma(#text)
#define MPITCHECK_WEAK_1(name) MPITCHECK_PRAGMA(weak name)
#define MPITCHECK_WEAK_0(name)
#define MPITCHECK_WEAK(flag, name) MPITCHECK_WEAK_(flag, name)
#define MPITCHECK_WEAK_(flag, name) MPITCHECK_WEAK_##flag(name)

// A pointer to a declared function, or null.
#define MPITCHECK_POINTER_1(name) &::name
#define MPITCHECK_POINTER_0(name) nullptr
#define MPITCHECK_POINTER(flag, name) MPITCHECK_POINTER_(flag, name)
#define MPITCHECK_POINTER_(flag, name) MPITCHECK_POINTER_##flag(name)

#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  MPITCHECK_WEAK(MPITCHECK_EXTERNAL(name), name)                                \
  MPITCHECK_WEAK(MPITCHECK_EXTERNAL(P##name), P##name)
#include "mpitcheck/api.inc"
#undef MPITCHECK_API

namespace mpitcheck {

namespace {

// Whether a value of type Actual can be passed where the standard has type Expected.
template <class Expected, class Actual>
[[maybe_unused]] constexpr bool goes_as =
    std::is_scalar_v<Actual>&& std::is_floating_point_v<Actual> ==
    std::is_floating_point_v<Expected>;

// Whether a function of type Actual can be called through a pointer to Expected. In a C header an
// empty parameter list may stand for any parameters.
template <class Expected, class Actual>
[[maybe_unused]] constexpr bool can_call = false;
template <class Result, class... Args, class Other, class... Others>
constexpr bool can_call<Result(Args...), Other(Others...)> = [] {
  if constexpr (sizeof...(Args) == sizeof...(Others)) {
    return goes_as<Result, Other> && (goes_as<Args, Others> && ...);
  } else {
    return goes_as<Result, Other> && sizeof...(Others) == 0;
  }
}();

// A declaration whose type differs from the standard's is a finding, not a build failure. A
// function that cannot be called counts as absent.
template <class Expected, class Actual>
Expected* as(Actual* pointer) {
  if constexpr (std::is_same_v<Expected, Actual>) {
    return pointer;
  } else if constexpr (can_call<Expected, Actual>) {
    return reinterpret_cast<Expected*>(pointer);
  } else {
    return nullptr;
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

// The type that mpi.h declares, as the compiler spells it.
template <class Pointer>
std::string_view spelling() {
  const std::string_view whole = __PRETTY_FUNCTION__;
  const std::size_t begin = whole.find("Pointer = ") + 10;
  return whole.substr(begin, whole.find_first_of(";]", begin) - begin);
}

constexpr UnusableName unusable_names[] = {
#define MPITCHECK_UNUSABLE(name, words) {name, words},
#include "mpi_unusable.inc"
#undef MPITCHECK_UNUSABLE
    {"", ""}};

const UnusableName* find_unusable(std::string_view name) {
  const auto* const found = std::ranges::find(unusable_names, name, &UnusableName::name);
  return found == std::end(unusable_names) ? nullptr : found;
}

}  // namespace

bool is_unusable(std::string_view name) { return find_unusable(name) != nullptr; }

std::string_view why_unusable(std::string_view name) {
  const UnusableName* const found = find_unusable(name);
  return found == nullptr ? std::string_view() : found->words;
}

Version version_to_test(int code, Version said) {
  return code == MPI_SUCCESS && said >= Version{3, 0} ? said : Version{MPI_VERSION, MPI_SUBVERSION};
}

Version version_of_library() {
  Version said;
  const int code = MPI_Get_version(&said.major_, &said.minor_);
  return version_to_test(code, said);
}

bool is_withheld(std::string_view function) {
  return function.ends_with("MPI_T_cvar_write") && std::getenv(no_write_variable) != nullptr;
}

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
   MPITCHECK_DECLARES(name) == 1 || is_unusable(#name),                                     \
   matches<result parameters, decltype(MPITCHECK_POINTER(MPITCHECK_DECLARES(name), name))>, \
   spelling<decltype(MPITCHECK_POINTER(MPITCHECK_DECLARES(name), name))>(),                 \
   MPITCHECK_IS_MACRO(name) == 1,                                                           \
   is_set(MPITCHECK_POINTER(MPITCHECK_DECLARES(name), name)),                               \
   MPITCHECK_DECLARES(P##name) == 1 || is_unusable("P" #name),                              \
   is_set(MPITCHECK_POINTER(MPITCHECK_DECLARES(P##name), P##name))},
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
  };
  return facts;
}

namespace {

// MPI_T_PVAR_ALL_HANDLES may be a pointer or an integer.
const auto all_handles = (std::uintptr_t)MPI_T_PVAR_ALL_HANDLES;

bool is_single_int(std::string_view parameter) { return parameter != "indices"; }

std::string int_text(std::string_view parameter, int value) {
  if (parameter == "required" || parameter == "provided") return thread_level_name(value);
  if (parameter == "var_class") return constant_name("pvar_class", value);
  if (parameter == "verbosity") return constant_name("verbosity", value);
  if (parameter == "bind") return constant_name("binding", value);
  if (parameter == "scope") return constant_name("scope", value);
  return std::to_string(value);
}

void append_integers(std::string& out, std::string_view parameter, const int* value, bool after) {
  // Lengths are INOUT. Other OUT arguments have no value before the call.
  if (parameter.ends_with("_len") || (after && is_single_int(parameter))) {
    out.append(parameter).append("=").append(int_text(parameter, *value));
  } else {
    out.append("&").append(parameter);
  }
}

void append(std::string& out, std::string_view parameter, const Argument& argument, bool after) {
  const bool points = argument.kind == Argument::integers || argument.kind == Argument::text ||
                      argument.kind == Argument::address;
  if ((points && argument.pointer == nullptr) ||
      (argument.kind == Argument::callback && argument.value == 0)) {
    out += "NULL";
    return;
  }
  switch (argument.kind) {
    case Argument::integer:
      out += int_text(parameter, static_cast<int>(argument.value));
      break;
    case Argument::integers:
      append_integers(out, parameter, static_cast<const int*>(argument.pointer), after);
      break;
    case Argument::text:
      out += in_quotes(static_cast<const char*>(argument.pointer));
      break;
    case Argument::address:
      out +=
          parameter == "handle" && reinterpret_cast<std::uintptr_t>(argument.pointer) == all_handles
              ? "MPI_T_PVAR_ALL_HANDLES"
              : hexadecimal(reinterpret_cast<std::uintptr_t>(argument.pointer));
      break;
    case Argument::count:
      out += std::to_string(argument.value);
      break;
    case Argument::callback:
    case Argument::other:
      out += parameter;
      break;
  }
}

std::string call_text(std::string_view function, std::string_view parameters,
                      std::span<const Argument> arguments, bool after) {
  std::string out(function);
  out += '(';
  for (const Argument& argument : arguments) {
    if (&argument != arguments.data()) out += ", ";
    const std::size_t comma = parameters.find(", ");
    append(out, parameters.substr(0, comma), argument, after);
    parameters.remove_prefix(comma == parameters.npos ? parameters.size() : comma + 2);
  }
  return out += ')';
}

// Counts recorded calls only. A test that makes unrecorded calls balances them itself.
void count_inits(std::string_view function, int code) {
  if (code != MPI_SUCCESS) return;
  if (function.ends_with("MPI_T_init_thread")) Forks::instance().tool_was_initialized();
  if (function.ends_with("MPI_T_finalize")) Forks::instance().tool_was_finalized();
}

bool is_good(const Argument& argument, std::string_view function) {
  switch (argument.kind) {
    case Argument::integer:
      return function.ends_with("_get_index")
                 ? is_constant("pvar_class", static_cast<int>(argument.value))
                 : is_thread_level("", static_cast<int>(argument.value)).ok();
    case Argument::integers:
    case Argument::text:
    case Argument::address:
      return argument.pointer != nullptr;
    default:
      return false;
  }
}

// Whether the standard determines the code of this call. The call concerns no object, its pointers
// are not null, and its constants are valid. This includes look-ups of names that do not exist and
// a surplus MPI_T_finalize.
bool is_answered(std::string_view function, std::span<const Argument> arguments) {
  const bool is_down_allowed =
      function.ends_with("MPI_T_init_thread") || function.ends_with("MPI_T_finalize");
  const bool takes_no_object = function.ends_with("_get_num") || function.ends_with("_get_index") ||
                               function.ends_with("MPI_T_category_changed") ||
                               function.ends_with("MPI_T_pvar_session_create");
  if (!is_down_allowed && (!takes_no_object || !Forks::instance().is_tool_up())) return false;
  return std::ranges::all_of(arguments,
                             [&](const Argument& argument) { return is_good(argument, function); });
}

}  // namespace

void call_unrecorded() { Recorder::instance().use_tool(); }

void call_begins(std::string_view function, std::string_view parameters,
                 std::span<const Argument> arguments) {
  Recorder& recorder = Recorder::instance();
  recorder.use_tool();
  recorder.call_begins(call_text(function, parameters, arguments, false));
}

void call_ends(std::string_view function, std::string_view parameters,
               std::span<const Argument> arguments, int code) {
  // Only failures need is_answered(), and most calls succeed.
  const bool answered = code != MPI_SUCCESS && is_answered(function, arguments);
  count_inits(function, code);
  Recorder::instance().call_ends(function, call_text(function, parameters, arguments, true), code,
                                 answered);
}

}  // namespace mpitcheck
