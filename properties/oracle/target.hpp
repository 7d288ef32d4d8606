// SPDX-License-Identifier: BSD-3-Clause
// The functions of the target as commands call them: MPI_T_ or PMPI_T_, unrecorded and fast, or
// recorded with their arguments.
#pragma once

#include "conformance/harness/calls/api.hpp"
#include "properties/oracle/account.hpp"

namespace mpitcheck::properties {

/// The way in which calls are made.
struct CallMode {
  bool profiling = false;    // through PMPI_T_
  bool is_recorded = false;  // by the recorder
  bool examined = true;      // the last call was already counted as judged
  bool counted = true;       // false: calls of the oracle itself
};

/// The way in which this process makes calls now.
inline CallMode& call_mode() {
  static constinit CallMode mode;
  return mode;
}

/// During its lifetime calls are the oracle's own: neither counted nor recorded.
class Aside {
 public:
  Aside() : was_(call_mode()) { call_mode() = {false, false, was_.examined, false}; }
  ~Aside() { call_mode() = was_; }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

 private:
  CallMode was_;
};

/// During its lifetime calls are made through PMPI_T_ if `is_used`.
class Profiling {
 public:
  explicit Profiling(bool is_used) { call_mode().profiling = is_used; }
  ~Profiling() { call_mode().profiling = false; }
  Profiling(const Profiling&) = delete;
  Profiling& operator=(const Profiling&) = delete;
};

/// Counts a call and its code.
void note_call(FunctionId function, int code);

/// Index of a code in the account, and its name ("MPI_SUCCESS"; "other").
std::size_t code_place(int code);
std::string code_place_name(std::size_t place);

template <class Signature>
class Entry;

template <class... Args>
class Entry<int(Args...)> {
 public:
  Entry(FunctionId id, const Function<int(Args...)>& plain, const Function<int(Args...)>& profiling)
      : id_(id), plain_(plain), profiling_(profiling) {}

  [[nodiscard]] bool present() const { return plain_.present(); }

  int operator()(Args... args) const {
    const auto& function = call_mode().profiling && profiling_.present() ? profiling_ : plain_;
    if (!function.present() || call_mode().is_recorded) {
      const int code = function(args...);
      note_call(id_, code);
      return code;
    }
    const int code = function.quietly(args...);
    note_call(id_, code);
    return code;
  }
  /// For destructors: does nothing if the quarantine has the call.
  void if_possible(Args... args) const {
    try {
      (*this)(args...);
    } catch (const NotCalled&) {
    }
  }

 private:
  FunctionId id_;
  const Function<int(Args...)>& plain_;
  const Function<int(Args...)>& profiling_;
};

/// `on::MPI_T_cvar_get_num(&n)` calls the target.
namespace on {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  inline const Entry<result parameters> name{FunctionId::name, call::name, pcall::name};
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
}  // namespace on

}  // namespace mpitcheck::properties
