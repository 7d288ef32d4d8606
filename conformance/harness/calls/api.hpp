// SPDX-License-Identifier: BSD-3-Clause
// The MPI_T functions as tests call them. call::MPI_T_cvar_get_num(&n) records the call and its
// arguments before it is made, and its code afterwards. A crash or hang can thus be attributed. One
// thread at a time may make recorded calls. Concurrent threads and callbacks use unrecorded().
#pragma once

#include <concepts>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "conformance/clauses/clause_key.hpp"
#include "conformance/harness/calls/quarantine.hpp"
#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// Thrown instead of making a call.
struct NotCalled : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Environment variable: if set, no cvar is written (mpitcheck run --no-write).
inline constexpr const char* no_write_variable = "MPITCHECK_NO_WRITE";

/// Whether that variable forbids calls of the function or its profiling twin. Such a function
/// counts as missing in the target.
bool is_withheld(std::string_view function);

/// Thrown when a test calls a function that the target lacks. The test is then vacuous; only
/// general-api-complete reports the missing function.
struct FunctionMissing : NotCalled {
  explicit FunctionMissing(std::string_view name)
      : NotCalled(std::string(name) +
                  (is_withheld(name) ? " (--no-write)" : " does not exist in this library")) {}
};

/// Thrown instead of making a call that ends the process or hangs. The quarantine
/// (conformance/harness/calls/quarantine.hpp) records the calls that it skipped; callers need not.
struct Quarantined : NotCalled {
  using NotCalled::NotCalled;
};

/// The result of `ask()`, or a default value of its type if `ask` makes a call that is in
/// quarantine.
template <class Ask>
auto value_unless_quarantined(const Ask& ask) -> decltype(ask()) {
  try {
    return ask();
  } catch (const Quarantined&) {
    return {};
  }
}

/// The MPI version whose rules apply. `code` and `said` are the results of MPI_Get_version. If it
/// failed or reported a version before 3.0, the version of mpi.h applies. A broken MPI_Get_version
/// thus does not excuse a library from all rules.
Version version_to_test(int code, Version said);
/// version_to_test() of what MPI_Get_version returns now.
Version version_of_library();

/// The facts about a function of the interface that do not require a call.
struct FunctionFacts {
  std::string_view name;
  std::string_view parameters;  // "cvar_index, name, name_len"
  int since_major, since_minor;
  bool declared;           // by mpi.h
  bool prototype_matches;  // the declaration has the standard's type
  std::string_view type;   // C++ type of a pointer to it as declared, in the compiler's spelling
  bool is_macro;           // mpi.h defines a macro with that name
  bool linked;             // the library defines it
  bool pmpi_declared;
  bool pmpi_linked;
};

/// A name that mpi.h declares in a form that no program can use. The suites are built as if it were
/// absent.
struct UnusableName {
  std::string_view name;
  // The compiler's message; "" if the name depends on another unusable name.
  std::string_view words;
};

/// Whether `name` is an UnusableName.
bool is_unusable(std::string_view name);
/// The compiler's message; "" for a usable name.
std::string_view why_unusable(std::string_view name);

/// All functions of the catalogue, in its order.
std::span<const FunctionFacts> all_functions();

/// One argument of a recorded call.
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

/// Record a call of `function` before it is made, and after it returned `code` and set its OUT
/// arguments. `parameters` has the names of the parameters: "a, b, c".
void call_begins(std::string_view function, std::string_view parameters,
                 std::span<const Argument> arguments);
void call_ends(std::string_view function, std::string_view parameters,
               std::span<const Argument> arguments, int code);

/// For calls without a record of their arguments: notes only that a call is made.
void call_unrecorded();

/// Returns a loaded tool's function that makes the call `function`, or null if the tool has none.
using AnyFunction = void (*)();
using Caller = AnyFunction (*)(std::string_view function);

/// In its scope a tool makes the calls for which it has a function. With null, and by default, this
/// program makes all calls.
class CallsBy {
 public:
  explicit CallsBy(Caller tool) : before_(std::exchange(tool_, tool)) {}
  ~CallsBy() { tool_ = before_; }
  CallsBy(const CallsBy&) = delete;
  CallsBy& operator=(const CallsBy&) = delete;

  static void from_now_on(Caller tool) { tool_ = tool; }
  [[nodiscard]] static Caller current() { return tool_; }

 private:
  static inline constinit Caller tool_ = nullptr;
  Caller before_;
};

template <class Signature>
class Function;

/// One callable MPI_T function.
template <class... Args>
class Function<int(Args...)> {
 public:
  using Pointer = int (*)(Args...);

  Function(std::string_view name, std::string_view parameters, Pointer pointer)
      : name_(name), parameters_(parameters), pointer_(is_withheld(name) ? nullptr : pointer) {}

  [[nodiscard]] bool present() const { return pointer_ != nullptr; }
  /// Throws FunctionMissing if the function is absent. For tests that are only about this function.
  void need() const {
    if (!present()) throw FunctionMissing(name_);
  }
  /// The pointer for calls that are not recorded, also in threads and callbacks. Null if the target
  /// lacks the function.
  [[nodiscard]] Pointer unrecorded() const {
    call_unrecorded();
    return pointer_;
  }
  /// The pointer for unrecorded calls from several threads. Throws NotCalled if the target lacks
  /// the function or the quarantine has any call of it.
  [[nodiscard]] Pointer required() const {
    need();
    if (is_quarantined()) throw Quarantined(std::string(name_));
    return unrecorded();
  }
  /// Like required(), for calls that concern only this object. Use no_object for variables that
  /// passed without_quarantined().
  [[nodiscard]] Pointer required_for(int object) const {
    need();
    if (is_quarantined_for(object)) throw Quarantined(std::string(name_));
    return unrecorded();
  }
  /// Whether the quarantine has a call of the function for any object, or for this object. If so,
  /// the call counts as skipped.
  [[nodiscard]] bool is_quarantined() const {
    return Quarantine::guards_calls() && Quarantine::instance().holds_any(name_);
  }
  [[nodiscard]] bool is_quarantined_for(int object) const {
    return Quarantine::guards_calls() && Quarantine::instance().holds(name_, object);
  }

  /// Makes the call, recorded. Throws NotCalled if the target lacks the function or the quarantine
  /// has the call.
  int operator()(Args... args) const {
    need();
    if (Quarantine::guards_calls()) [[unlikely]]
      Quarantine::instance().before(name_, args...);
    const Argument arguments[] = {argument_of(args)..., Argument{}};
    const std::span<const Argument> described(arguments, sizeof...(Args));
    call_begins(name_, parameters_, described);
    const int code = make(args...);
    call_ends(name_, parameters_, described, code);
    if (Quarantine::guards_calls()) [[unlikely]]
      Quarantine::instance().after(name_, args...);
    return code;
  }
  /// For destructors: makes the call unless it would throw NotCalled.
  void if_possible(Args... args) const {
    try {
      (*this)(args...);
    } catch (const NotCalled&) {
    }
  }

  /// Makes an unrecorded call. The function must be present.
  int quietly(Args... args) const {
    call_unrecorded();
    if (Quarantine::guards_calls()) [[unlikely]]
      Quarantine::instance().before(name_, args...);
    const int code = make(args...);
    if (Quarantine::guards_calls()) [[unlikely]]
      Quarantine::instance().after(name_, args...);
    return code;
  }

 private:
  // noexcept: an exception of the library must end the process in this call. Otherwise it would
  // look like a fault of the suite.
  int make(Args... args) const noexcept {
    if (const Caller tool = CallsBy::current(); tool != nullptr) [[unlikely]] {
      if (const AnyFunction theirs = tool(name_)) return reinterpret_cast<Pointer>(theirs)(args...);
    }
    return pointer_(args...);
  }

  std::string_view name_;
  std::string_view parameters_;
  Pointer pointer_;
};

/// Those variables for which none of these calls is in quarantine. Threads may make the calls
/// unrecorded.
template <class Variable, class... Functions>
std::vector<Variable> without_quarantined(std::vector<Variable> of, const Functions&... functions) {
  std::erase_if(
      of, [&](const Variable& it) { return (... || functions.is_quarantined_for(it.index)); });
  return of;
}

/// Like required() for each function. For calls in callbacks and threads, where single calls cannot
/// be skipped.
template <class... Functions>
void require_all(const Functions&... functions) {
  (static_cast<void>(functions.required()), ...);
}

/// The number that an MPI_T_*_get_num function returns; `otherwise` if it fails or is in
/// quarantine.
inline int number_answered(const Function<int(int*)>& get_num, int otherwise = 0) {
  int count = otherwise;
  const bool is_known = value_unless_quarantined([&] { return get_num(&count) == MPI_SUCCESS; });
  return is_known ? count : otherwise;
}

/// The recorded functions under the standard's names.
namespace call {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  extern const Function<result parameters> name;
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
}  // namespace call

/// The recorded profiling twins: pcall::MPI_T_cvar_get_num calls PMPI_T_cvar_get_num.
namespace pcall {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  extern const Function<result parameters> name;
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
}  // namespace pcall

}  // namespace mpitcheck
