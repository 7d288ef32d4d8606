// SPDX-License-Identifier: BSD-3-Clause
// Handles of cvars, and the cvars for which a test can have one.
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

/// A handle of a cvar, freed with this object. Both constructors throw CannotGoOn if the library
/// has no room for a handle, which it may report at any time.
class CvarHandle {
 public:
  /// Allocates for the object to which `cvar` can be bound: none, or MPI_COMM_WORLD.
  explicit CvarHandle(const CvarInfo& cvar);
  /// Allocates for `object`, the address of a handle of MPI.
  CvarHandle(const CvarInfo& cvar, void* object);
  CvarHandle(const CvarHandle&) = delete;
  CvarHandle& operator=(const CvarHandle&) = delete;
  ~CvarHandle();

  /// The code of MPI_T_cvar_handle_alloc. Without success no other member may be called.
  [[nodiscard]] int code() const { return code_; }
  [[nodiscard]] bool is_open() const { return code_ == MPI_SUCCESS; }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] MPI_T_cvar_handle get() const { return handle_; }

  /// A buffer for the value.
  [[nodiscard]] ValueBuffer buffer() const { return {datatype_, count_}; }
  /// MPI_T_cvar_read; returns its code.
  int read(ValueBuffer& value) const;
  /// MPI_T_cvar_write; returns its code. Outside of children only the last value read from this
  /// handle may be written. Other values throw std::logic_error, because their effect is unknown
  /// and the process may send messages.
  int write(const ValueBuffer& value) const;
  /// The current value, or nothing if it cannot be read.
  [[nodiscard]] std::optional<ValueBuffer> value() const;
  /// The current value if several reads in a row agree, otherwise nothing. A value that changes
  /// without a cause may be on the stack of a function that has returned.
  [[nodiscard]] std::optional<ValueBuffer> steady_value() const;
  /// MPI_T_cvar_handle_free; returns its code.
  int free();

 private:
  MPI_Datatype datatype_;
  MPI_T_cvar_handle handle_ = MPI_T_CVAR_HANDLE_NULL;
  int count_ = -1;                           // no count: a success must set it
  mutable std::optional<ValueBuffer> seen_;  // the last value read, which may be written
  int code_;
};

/// Checks that a handle can be read and has the value `wanted`, which the cvar had before. Returns
/// whether that holds.
bool check_value(Test& t, Clause rule, const Subject& subject, const CvarHandle& handle,
                 const ValueBuffer& wanted);

/// The cvars for which the harness has an object now: those without object, and those of a
/// communicator while MPI is initialized. Records what is missing for the others.
std::vector<CvarInfo> bindable_cvars(Test& t);

/// The same, limited to cvars whose handle can be allocated, read and freed; tried in children.
std::vector<CvarInfo> readable_cvars(Test& t);

/// The readable cvars for which `fits(cvar)`. If there are none, records `lacking` as missing.
std::vector<CvarInfo> readable_cvars_that(Test& t, const char* lacking,
                                          FunctionRef<bool(const CvarInfo&)> fits);

/// Another value of the same kind that is likely to be accepted: another item of the enumeration,
/// another text, 0 or 1.
ValueBuffer changed_value(const CvarInfo& cvar, const ValueBuffer& now);

/// The code of MPI_T_cvar_write for the current value of each cvar, tried in children. An entry is
/// empty if the call killed the child or the value cannot be read.
std::vector<std::optional<int>> codes_of_writing_back(const std::vector<CvarInfo>& cvars);

/// Whether the scope allows the user to write.
bool has_writable_scope(const CvarInfo& cvar);

}  // namespace mpitcheck
