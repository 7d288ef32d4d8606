// SPDX-License-Identifier: BSD-3-Clause
// Handles of cvars, and which cvars a test can hold one of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/harness/calls/value.hpp"
#include "conformance/harness/facts/function_ref.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "mpitcheck/clauses.hpp"

namespace mpitcheck {

class Test;

/// A handle of a cvar; freed with the object that holds it. Both throw CannotGoOn if the library
/// has no room for one, which it may say at any time.
class CvarHandle {
 public:
  /// Allocates for the object that fits `cvar`: none, or MPI_COMM_WORLD.
  explicit CvarHandle(const CvarInfo& cvar);
  /// Allocates for `object`, the address of a handle of MPI.
  CvarHandle(const CvarInfo& cvar, void* object);
  CvarHandle(const CvarHandle&) = delete;
  CvarHandle& operator=(const CvarHandle&) = delete;
  ~CvarHandle();

  /// What MPI_T_cvar_handle_alloc returned; without success nothing else may be asked.
  [[nodiscard]] int code() const { return code_; }
  [[nodiscard]] bool is_open() const { return code_ == MPI_SUCCESS; }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] MPI_T_cvar_handle get() const { return handle_; }

  /// A buffer for its value.
  [[nodiscard]] ValueBuffer buffer() const { return {datatype_, count_}; }
  int read(ValueBuffer& value) const;
  /// A process that may send messages gets back only what was read last from this handle, and
  /// std::logic_error is thrown for another value: of what was made up nobody knows what it does.
  int write(const ValueBuffer& value) const;
  /// The current value, or nothing if it cannot be read.
  [[nodiscard]] std::optional<ValueBuffer> value() const;
  /// The current value if several reads in a row agree on it: if not, it changes by itself, or is
  /// none: some lie where a function has returned.
  [[nodiscard]] std::optional<ValueBuffer> steady_value() const;
  /// MPI_T_cvar_handle_free; returns its code.
  int free();

 private:
  MPI_Datatype datatype_;
  MPI_T_cvar_handle handle_ = MPI_T_CVAR_HANDLE_NULL;
  int count_ = -1;                           // no count: a success has to deliver one
  mutable std::optional<ValueBuffer> seen_;  // where it may be written back
  int code_;
};

/// Checks that a handle can be read and has the value `wanted`, which the cvar had before; whether
/// it did.
bool check_value(Test& t, Clause rule, const Subject& subject, const CvarHandle& handle,
                 const ValueBuffer& wanted);

/// The cvars whose kind of object the harness can supply now: none, or a communicator once MPI is
/// up. Tells `t` what is missing for the others.
std::vector<CvarInfo> bindable_cvars(Test& t);

/// Those of them whose handle can be allocated, read and freed with success, tried in children.
std::vector<CvarInfo> readable_cvars(Test& t);

/// Of the readable ones those for which `fits(cvar)`; if there are none, `lacking` is noted.
std::vector<CvarInfo> readable_cvars_that(Test& t, const char* lacking,
                                          FunctionRef<bool(const CvarInfo&)> fits);

/// Another value of the same kind, as likely as any to be accepted: another item of the
/// enumeration, another text, 0 or 1.
ValueBuffer changed_value(const CvarInfo& cvar, const ValueBuffer& now);

/// What MPI_T_cvar_write returns for the current value of each cvar, tried in children; nothing
/// where that killed the child or the value cannot be read.
std::vector<std::optional<int>> codes_of_writing_back(const std::vector<CvarInfo>& cvars);

/// True if the scope leaves room for writes by the user.
bool has_writable_scope(const CvarInfo& cvar);

}  // namespace mpitcheck
