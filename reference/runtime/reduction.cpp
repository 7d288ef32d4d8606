// SPDX-License-Identifier: BSD-3-Clause
// Folding contributions.
#include "reduction.hpp"

#include <cstring>

namespace mpit::runtime {

Reduction::Reduction(Call& call, MPI_Op op, int count, MPI_Datatype datatype)
    : call_(call),
      op_(require(call.process.ops, op, MPI_ERR_OP)),
      count_(count),
      datatype_(datatype) {
  if (op_->function) return;
  combine_ = predefined_operation(op, datatype);
  if (!combine_) throw Error{MPI_ERR_OP, "not allowed for this datatype"};
}

// From the last to the first: an operation has the earlier rank's operand on its left.
void Reduction::fold(std::byte* parts, int number, std::size_t bytes, void* result) const {
  if (bytes == 0) return;
  for (int i = number - 1; i > 0; --i) {
    std::byte* const inout = parts + static_cast<std::size_t>(i) * bytes;
    combine(inout - bytes, inout);
    std::memcpy(inout - bytes, inout, bytes);
  }
  std::memcpy(result, parts, bytes);
}

void Reduction::combine(std::byte* in, std::byte* inout) const {
  if (combine_) return combine_(in, inout, static_cast<std::size_t>(count_));
  call_.lock.unlock();
  int count = count_;
  MPI_Datatype datatype = datatype_;
  op_->function(in, inout, &count, &datatype);
  call_.lock.lock();
}

}  // namespace mpit::runtime
