// SPDX-License-Identifier: BSD-3-Clause
// Datatypes.
#include <climits>

#include "reference/runtime/call.hpp"

using namespace mpit::runtime;

extern "C" {

MPIT_API(int, MPI_Type_size, (MPI_Datatype datatype, int* size)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(size, "size");
    const auto bytes = require(call.process.datatypes, datatype, MPI_ERR_TYPE)->size;
    *size = bytes > INT_MAX ? MPI_UNDEFINED : static_cast<int>(bytes);
  });
}

MPIT_API(int, MPI_Type_get_extent, (MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(lb, "lb");
    require_pointer(extent, "extent");
    *extent = static_cast<MPI_Aint>(require(call.process.datatypes, datatype, MPI_ERR_TYPE)->size);
    *lb = 0;
  });
}

MPIT_API(int, MPI_Type_contiguous, (int count, MPI_Datatype oldtype, MPI_Datatype* newtype)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(newtype, "newtype");
    if (count < 0) throw Error{MPI_ERR_COUNT, "negative count"};
    const auto element = require(call.process.datatypes, oldtype, MPI_ERR_TYPE);
    auto made = make_ref<Type>();
    made->size = element->size * static_cast<std::size_t>(count);
    made->committed = false;
    *newtype = call.process.datatypes.insert(std::move(made));
  });
}

MPIT_API(int, MPI_Type_commit, (MPI_Datatype * datatype)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(datatype, "datatype");
    require(call.process.datatypes, *datatype, MPI_ERR_TYPE)->committed = true;
  });
}

MPIT_API(int, MPI_Type_free, (MPI_Datatype * datatype)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(datatype, "datatype");
    require(call.process.datatypes, *datatype, MPI_ERR_TYPE);
    if (DatatypeTable::is_predefined(*datatype)) throw Error{MPI_ERR_TYPE, "predefined datatype"};
    call.process.datatypes.erase(*datatype);
    *datatype = MPI_DATATYPE_NULL;
  });
}

}  // extern "C"
