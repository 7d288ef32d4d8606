// SPDX-License-Identifier: BSD-3-Clause
// Datatypes: queries, committing and freeing; addresses.
#include <climits>

#include "reference/runtime/call.hpp"

using namespace mpit::runtime;

namespace {

Type& find_type(Call& call, MPI_Datatype datatype) {
  return *require(call.process.datatypes, datatype, MPI_ERR_TYPE);
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Type_size, (MPI_Datatype datatype, int* size)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(size, "size");
    const auto bytes = find_type(call, datatype).layout.size();
    *size = bytes > INT_MAX ? MPI_UNDEFINED : static_cast<int>(bytes);
  });
}

MPIT_API(int, MPI_Type_get_extent, (MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(lb, "lb");
    require_pointer(extent, "extent");
    const Layout& layout = find_type(call, datatype).layout;
    *lb = layout.lower();
    *extent = layout.extent();
  });
}

MPIT_API(int, MPI_Type_get_true_extent,
         (MPI_Datatype datatype, MPI_Aint* true_lb, MPI_Aint* true_extent)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(true_lb, "true_lb");
    require_pointer(true_extent, "true_extent");
    const Layout& layout = find_type(call, datatype).layout;
    *true_lb = layout.true_lower();
    *true_extent = layout.true_extent();
  });
}

MPIT_API(int, MPI_Type_commit, (MPI_Datatype * datatype)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(datatype, "datatype");
    find_type(call, *datatype).committed = true;
  });
}

MPIT_API(int, MPI_Type_free, (MPI_Datatype * datatype)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(datatype, "datatype");
    find_type(call, *datatype);
    if (DatatypeTable::is_predefined(*datatype)) throw Error{MPI_ERR_TYPE, "predefined datatype"};
    call.process.datatypes.erase(*datatype);
    *datatype = MPI_DATATYPE_NULL;
  });
}

MPIT_API(int, MPI_Get_address, (const void* location, MPI_Aint* address)) {
  return call_active(MPIT_FUNCTION, [&](Call&) {
    require_pointer(address, "address");
    *address = reinterpret_cast<MPI_Aint>(location);
  });
}

MPIT_API(MPI_Aint, MPI_Aint_add, (MPI_Aint base, MPI_Aint disp)) { return base + disp; }

MPIT_API(MPI_Aint, MPI_Aint_diff, (MPI_Aint addr1, MPI_Aint addr2)) { return addr1 - addr2; }

}  // extern "C"
