// SPDX-License-Identifier: BSD-3-Clause
// The MPI_T functions as tests call them: call::MPI_T_cvar_get_num(&n) records the call before it
// is made, its arguments and its code, so that a crash or hang names its killer.
#pragma once

#include <concepts>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "harness/mpi.hpp"

namespace mpitcheck {

/// Thrown when a test calls a function that the target lacks: the test is then vacuous
/// (that the function is missing is a finding of general-api-complete alone).
struct FunctionMissing : std::runtime_error {
  explicit FunctionMissing(std::string_view name)
      : std::runtime_error(std::string(name) + " does not exist in this library") {}
};

/// What is known of one function of the interface without calling it.
struct FunctionFacts {
  std::string_view name;
  std::string_view parameters;  // "cvar_index, name, name_len"
  int since_major, since_minor;
  bool declared;           // by mpi.h
  bool prototype_matches;  // the declaration has the standard's type
  bool linked;             // the library defines it
  bool pmpi_declared;
  bool pmpi_linked;
};

/// All functions of the catalogue, in its order.
std::span<const FunctionFacts> all_functions();

/// One argument of a call as the record shows it.
struct Argument {
  enum Kind { integer, integers, text, address, callback, count, other };
  Kind kind = other;
  long long value = 0;            // of integer and count; callback: whether there is one
  const void* pointer = nullptr;  // of integers, text and address
};

template <class Arg>
Argument argument_of(Arg arg) {
  if constexpr (std::same_as<Arg, int>) {
    return {Argument::integer, arg, nullptr};
  } else if constexpr (std::same_as<Arg, int*>) {
    return {Argument::integers, 0, arg};
  } else if constexpr (std::same_as<Arg, const char*>) {
    return {Argument::text, 0, arg};
  } else if constexpr (std::is_function_v<std::remove_pointer_t<Arg>>) {
    return {Argument::callback, arg != nullptr, nullptr};
  } else if constexpr (std::is_pointer_v<Arg>) {
    return {Argument::address, 0, arg};
  } else if constexpr (std::is_enum_v<Arg> || std::is_integral_v<Arg>) {
    return {Argument::count, static_cast<long long>(arg), nullptr};
  } else {
    return {};
  }
}

/// Record a call of `function`, whose parameters are called "a, b, c": before it is made, and when
/// it has returned `code` and filled its OUT arguments.
void call_begins(std::string_view function, std::string_view parameters,
                 std::span<const Argument> arguments);
void call_ends(std::string_view function, std::string_view parameters,
               std::span<const Argument> arguments, int code);

template <class Signature>
class Function;

/// One callable MPI_T function.
template <class... Args>
class Function<int(Args...)> {
 public:
  using Pointer = int (*)(Args...);

  Function(std::string_view name, std::string_view parameters, Pointer pointer)
      : name_(name), parameters_(parameters), pointer_(pointer) {}

  [[nodiscard]] bool present() const { return pointer_ != nullptr; }
  /// For calls that are not to be recorded; null if the target lacks the function.
  [[nodiscard]] Pointer unrecorded() const { return pointer_; }
  /// The same, for several threads; throws FunctionMissing if the target lacks the function.
  [[nodiscard]] Pointer required() const {
    if (!present()) throw FunctionMissing(name_);
    return pointer_;
  }

  /// Makes the call, recorded. Throws FunctionMissing if the target lacks the function.
  int operator()(Args... args) const {
    if (!present()) throw FunctionMissing(name_);
    const Argument arguments[] = {argument_of(args)..., Argument{}};
    const std::span<const Argument> described(arguments, sizeof...(Args));
    call_begins(name_, parameters_, described);
    // What the library throws must not look like our own fault: it ends the process, in the call.
    const int code = [&]() noexcept { return pointer_(args...); }();
    call_ends(name_, parameters_, described, code);
    return code;
  }

 private:
  std::string_view name_;
  std::string_view parameters_;
  Pointer pointer_;
};

/// The recorded functions, named as the standard names them.
namespace call {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  extern const Function<result parameters> name;
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
}  // namespace call

/// The same through the profiling twins: pcall::MPI_T_cvar_get_num calls PMPI_T_cvar_get_num.
namespace pcall {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  extern const Function<result parameters> name;
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
}  // namespace pcall

}  // namespace mpitcheck
