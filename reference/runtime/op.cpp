// SPDX-License-Identifier: BSD-3-Clause
// Operations of reductions.
#include "call.hpp"

using namespace mpit::runtime;

extern "C" {

MPIT_API(int, MPI_Op_create, (MPI_User_function * user_fn, int commute, MPI_Op* op)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(op, "op");
    if (!user_fn) throw Error{MPI_ERR_ARG, "user_fn is null"};
    auto made = make_ref<Op>();
    made->function = user_fn;
    made->commutes = commute != 0;
    *op = call.process.ops.insert(std::move(made));
  });
}

MPIT_API(int, MPI_Op_free, (MPI_Op * op)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(op, "op");
    require(call.process.ops, *op, MPI_ERR_OP);
    if (OpTable::is_predefined(*op)) throw Error{MPI_ERR_OP, "predefined operation"};
    call.process.ops.erase(*op);
    *op = MPI_OP_NULL;
  });
}

}  // extern "C"
