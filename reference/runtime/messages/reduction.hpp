// SPDX-License-Identifier: BSD-3-Clause
// Operations of reductions: the predefined ones on predefined types, and the application of any
// operation.
#pragma once

#include <mpi.h>

#include <cstddef>

#include "reference/runtime/call.hpp"

namespace mpit::runtime {

/// inout[i] = in[i] op inout[i] for `count` elements.
using CombineFunction = void (*)(const void* in, void* inout, std::size_t count);

/// The function of `op` for elements of `datatype`, both predefined; null if it is not allowed
/// (MPI-5.0 section 6.9.2).
CombineFunction predefined_operation(MPI_Op op, MPI_Datatype datatype);

/// One operation on one type, checked.
class Reduction {
 public:
  /// Throws MPI_ERR_OP if `op` is invalid, or predefined and not allowed for `datatype`.
  Reduction(Call& call, MPI_Op op, int count, MPI_Datatype datatype);

  /// inout = in op inout, both packed. May change `in`. The lock is released while a function of
  /// the program runs.
  void combine(std::byte* in, std::byte* inout) const;
  /// Combines `number` contributions of `bytes` bytes each, adjacent and in the order of the ranks,
  /// into `result`. Changes them.
  void fold(std::byte* parts, int number, std::size_t bytes, void* result) const;

 private:
  void call_function(void* in, void* inout) const;

  Call& call_;
  Ref<Op> op_;
  CombineFunction combine_ = nullptr;  // null: the program's
  Ref<const Type> type_;
  int count_;
  MPI_Datatype datatype_;
};

}  // namespace mpit::runtime
