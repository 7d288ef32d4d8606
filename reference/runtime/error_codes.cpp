// SPDX-License-Identifier: BSD-3-Clause
// Error classes, codes and strings. All calls work before MPI_Init and after MPI_Finalize.
#include <cstring>

#include "call.hpp"

using namespace mpit::runtime;

extern "C" {

MPIT_API(int, MPI_Error_class, (int errorcode, int* errorclass)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(errorclass, "errorclass");
    const auto found = call.process.error_codes.class_of(errorcode);
    if (!found) throw Error{MPI_ERR_ARG, "no such error code"};
    *errorclass = *found;
  });
}

MPIT_API(int, MPI_Error_string, (int errorcode, char* string, int* resultlen)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(string, "string");
    require_pointer(resultlen, "resultlen");
    const auto found = call.process.error_codes.text(errorcode);
    if (!found) throw Error{MPI_ERR_ARG, "no such error code"};
    std::memcpy(string, found->c_str(), found->size() + 1);
    *resultlen = static_cast<int>(found->size());
  });
}

MPIT_API(int, MPI_Add_error_class, (int* errorclass)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(errorclass, "errorclass");
    *errorclass = call.process.error_codes.add_class();
  });
}

MPIT_API(int, MPI_Add_error_code, (int errorclass, int* errorcode)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(errorcode, "errorcode");
    *errorcode = call.process.error_codes.add_code(errorclass);
  });
}

MPIT_API(int, MPI_Add_error_string, (int errorcode, const char* string)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(string, "string");
    if (std::strlen(string) >= MPI_MAX_ERROR_STRING) throw Error{MPI_ERR_ARG, "string too long"};
    call.process.error_codes.set_text(errorcode, string);
  });
}

}  // extern "C"
