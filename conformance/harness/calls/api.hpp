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

#include "conformance/clauses/clause_key.hpp"
#include "conformance/harness/calls/quarantine.hpp"
#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// A call that was not made.
struct NotCalled : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Set in the environment: no cvar is written (mpitcheck run --no-write).
inline constexpr const char* no_write_variable = "MPITCHECK_NO_WRITE";

/// Whether that keeps the function, or its twin, from being called; it then counts as one that the
/// target lacks.
bool is_withheld(std::string_view function);

/// Thrown when a test calls a function that the target lacks: the test is then vacuous
/// (that the function is missing is a finding of general-api-complete alone).
struct FunctionMissing : NotCalled {
  explicit FunctionMissing(std::string_view name)
      : NotCalled(std::string(name) +
                  (is_withheld(name) ? " (--no-write)" : " does not exist in this library")) {}
};

/// Thrown instead of making a call that ends the process or never returns: the quarantine
/// (conformance/harness/calls/quarantine.hpp) knows what was stepped over, nobody needs to note it.
struct Quarantined : NotCalled {
  using NotCalled::NotCalled;
};

/// What `ask()` answers; its type's nothing if the quarantine has one of its calls.
template <class Ask>
auto stepping_over(const Ask& ask) -> decltype(ask()) {
  try {
    return ask();
  } catch (const Quarantined&) {
    return {};
  }
}

/// Whether calls go through the quarantine: there is something in it, or it watches.
inline constinit bool calls_are_guarded = false;

/// The MPI version whose rules hold: what MPI_Get_version said, with that code; of mpi.h where it
/// failed, or named one from before MPI_T. A library that says nothing is not excused from all.
Version version_to_test(int code, Version said);
/// That of the library.
Version version_of_library();

/// What is known of one function of the interface without calling it.
struct FunctionFacts {
  std::string_view name;
  std::string_view parameters;  // "cvar_index, name, name_len"
  int since_major, since_minor;
  bool declared;           // by mpi.h
  bool prototype_matches;  // the declaration has the standard's type
  std::string_view type;   // of a pointer to it, as the compiler spells what mpi.h declares
  bool is_macro;           // mpi.h defines a macro of that name
  bool linked;             // the library defines it
  bool pmpi_declared;
  bool pmpi_linked;
};

/// A name that mpi.h declares and no program can use as the standard says; the suites are built as
/// if it were absent.
struct UnusableName {
  std::string_view name;
  std::string_view words;  // the compiler's; "": it goes with another name that cannot be used
};

bool is_unusable(std::string_view name);
/// The compiler's words; "" for what can be used.
std::string_view why_unusable(std::string_view name);

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

/// The same for calls that are not recorded: only that there is one.
void call_unrecorded();

/// Who makes the calls: null for this program, else a tool that it loaded, by the functions' names;
/// null for what that does not call.
using AnyFunction = void (*)();
using Caller = AnyFunction (*)(std::string_view function);
inline constinit Caller caller = nullptr;

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
  /// Throws FunctionMissing if it is not: for tests that are about nothing else.
  void need() const {
    if (!present()) throw FunctionMissing(name_);
  }
  /// For calls that are not to be recorded; null if the target lacks the function.
  [[nodiscard]] Pointer unrecorded() const {
    call_unrecorded();
    return pointer_;
  }
  /// The same, for several threads; throws NotCalled if the target lacks the function or the
  /// quarantine has some call of it.
  [[nodiscard]] Pointer required() const {
    need();
    if (is_held()) throw Quarantined(std::string(name_));
    return unrecorded();
  }
  /// The same where it is called for this object alone; no_object: for what without_held() left.
  [[nodiscard]] Pointer required_for(int object) const {
    need();
    if (is_held_for(object)) throw Quarantined(std::string(name_));
    return unrecorded();
  }
  /// The quarantine has some call of it; or that of this object. Counts as stepped over.
  [[nodiscard]] bool is_held() const {
    return calls_are_guarded && Quarantine::instance().holds_any(name_);
  }
  [[nodiscard]] bool is_held_for(int object) const {
    return calls_are_guarded && Quarantine::instance().holds(name_, object);
  }

  /// Makes the call, recorded. Throws NotCalled if the target lacks the function or the quarantine
  /// has the call.
  int operator()(Args... args) const {
    need();
    if (calls_are_guarded) [[unlikely]]
      Quarantine::instance().before(name_, args...);
    const Argument arguments[] = {argument_of(args)..., Argument{}};
    const std::span<const Argument> described(arguments, sizeof...(Args));
    call_begins(name_, parameters_, described);
    const int code = make(args...);
    call_ends(name_, parameters_, described, code);
    if (calls_are_guarded) [[unlikely]]
      Quarantine::instance().after(name_, args...);
    return code;
  }
  /// The same for destructors: the call is made if it can be.
  void if_possible(Args... args) const {
    try {
      (*this)(args...);
    } catch (const NotCalled&) {
    }
  }

  /// Makes the call, unrecorded, of a function that is there.
  int quietly(Args... args) const {
    call_unrecorded();
    if (calls_are_guarded) [[unlikely]]
      Quarantine::instance().before(name_, args...);
    const int code = make(args...);
    if (calls_are_guarded) [[unlikely]]
      Quarantine::instance().after(name_, args...);
    return code;
  }

 private:
  // What the library throws must not look like our own fault: it ends the process, in the call.
  int make(Args... args) const noexcept {
    if (caller != nullptr) [[unlikely]] {
      if (const AnyFunction theirs = caller(name_))
        return reinterpret_cast<Pointer>(theirs)(args...);
    }
    return pointer_(args...);
  }

  std::string_view name_;
  std::string_view parameters_;
  Pointer pointer_;
};

/// The variables of which threads may make these calls, unrecorded.
template <class Variable, class... Functions>
std::vector<Variable> without_held(std::vector<Variable> of, const Functions&... functions) {
  std::erase_if(of, [&](const Variable& it) { return (... || functions.is_held_for(it.index)); });
  return of;
}

/// What callbacks or threads are going to call, in which nothing can be stepped over: throws as
/// required() of each.
template <class... Functions>
void require_all(const Functions&... functions) {
  (static_cast<void>(functions.required()), ...);
}

/// The number that one of the functions that count answers; 0 if it fails or is in quarantine.
inline int number_answered(const Function<int(int*)>& get_num) {
  int count = 0;
  return stepping_over([&] { return get_num(&count) == MPI_SUCCESS; }) ? count : 0;
}

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
