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
#include "harness/recorder.hpp"

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

/// Renders one argument for the record of calls; `after` is set once the call has returned.
void describe_argument(std::string& out, std::string_view parameter, int value);
void describe_argument(std::string& out, std::string_view parameter, const int* value, bool after);
void describe_argument(std::string& out, std::string_view parameter, const char* value);
void describe_pointer(std::string& out, const void* value);

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
    Recorder& recorder = Recorder::instance();
    recorder.call_begins(text(false, args...));
    // What the library throws must not look like our own fault: it ends the process, in the call.
    const int code = [&]() noexcept { return pointer_(args...); }();
    recorder.call_ends(name_, text(true, args...), code);
    return code;
  }

 private:
  std::string text([[maybe_unused]] bool after, Args... args) const {
    std::string out(name_);
    out += '(';
    [[maybe_unused]] std::string_view rest = parameters_;
    [[maybe_unused]] bool first = true;
    (append(out, rest, first, after, args), ...);
    return out += ')';
  }

  template <class Arg>
  static void append(std::string& out, std::string_view& rest, bool& first, bool after, Arg arg) {
    const std::size_t comma = rest.find(", ");
    const std::string_view parameter = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 2);
    if (!first) out += ", ";
    first = false;
    if constexpr (std::same_as<Arg, int>) {
      describe_argument(out, parameter, arg);
    } else if constexpr (std::same_as<Arg, int*>) {
      describe_argument(out, parameter, arg, after);
    } else if constexpr (std::same_as<Arg, const char*>) {
      describe_argument(out, parameter, arg);
    } else if constexpr (std::is_function_v<std::remove_pointer_t<Arg>>) {
      out += arg == nullptr ? "NULL" : parameter;
    } else if constexpr (std::is_pointer_v<Arg>) {
      describe_pointer(out, arg);
    } else if constexpr (std::is_enum_v<Arg> || std::is_integral_v<Arg>) {
      out += std::to_string(static_cast<long long>(arg));
    } else {
      out += parameter;
    }
  }

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
