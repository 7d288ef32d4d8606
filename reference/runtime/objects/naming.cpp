// SPDX-License-Identifier: BSD-3-Clause
// Names of communicators and datatypes; info of communicators.
#include "reference/runtime/objects/naming.hpp"

#include <cstring>
#include <string>

namespace mpit::runtime {

void set_name(std::string& name, const char* text) {
  require_pointer(text, "name");
  name.assign(text, strnlen(text, MPI_MAX_OBJECT_NAME - 1));
}

void get_name(const std::string& name, char* text, int* length) {
  require_pointer(text, "name");
  require_pointer(length, "resultlen");
  std::memcpy(text, name.c_str(), name.size() + 1);
  *length = static_cast<int>(name.size());
}

void note_assertions(Call& call, MPI_Info info, Assertions& assertions) {
  if (info == MPI_INFO_NULL) return;
  for (const auto& [key, value] : require(call.process.infos, info, MPI_ERR_INFO)->entries) {
    for (std::size_t i = 0; i != assertions.size(); ++i) {
      if (key != assertion_keys[i]) continue;
      if (value == "true") assertions[i] = true;
      if (value == "false") assertions[i] = false;
    }
  }
}

}  // namespace mpit::runtime

using namespace mpit::runtime;

extern "C" {

MPIT_API(int, MPI_Comm_set_name, (MPI_Comm comm, const char* comm_name)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    set_name(communicator.name, comm_name);
    call.process.variables.object_events().on_comm_named(
        comm, static_cast<int>(communicator.name.size()));
  });
}

MPIT_API(int, MPI_Comm_get_name, (MPI_Comm comm, char* comm_name, int* resultlen)) {
  if (comm == MPI_COMM_NULL) {
    return call_active(MPIT_FUNCTION,
                       [&](Call&) { get_name("MPI_COMM_NULL", comm_name, resultlen); });
  }
  return call_comm(MPIT_FUNCTION, comm, [&](Call&, Communicator& communicator) {
    get_name(communicator.name, comm_name, resultlen);
  });
}

MPIT_API(int, MPI_Type_set_name, (MPI_Datatype datatype, const char* type_name)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    set_name(require(call.process.datatypes, datatype, MPI_ERR_TYPE)->name, type_name);
  });
}

MPIT_API(int, MPI_Type_get_name, (MPI_Datatype datatype, char* type_name, int* resultlen)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    if (datatype == MPI_DATATYPE_NULL) return get_name("MPI_DATATYPE_NULL", type_name, resultlen);
    get_name(require(call.process.datatypes, datatype, MPI_ERR_TYPE)->name, type_name, resultlen);
  });
}

MPIT_API(int, MPI_Comm_set_info, (MPI_Comm comm, MPI_Info info)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    if (info == MPI_INFO_NULL) throw Error{MPI_ERR_INFO, "no info"};
    note_assertions(call, info, communicator.assertions);
  });
}

MPIT_API(int, MPI_Comm_get_info, (MPI_Comm comm, MPI_Info* info_used)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(info_used, "info_used");
    auto made = make_ref<Info>();
    for (std::size_t i = 0; i != assertion_keys.size(); ++i)
      made->entries.emplace_back(assertion_keys[i], communicator.assertions[i] ? "true" : "false");
    *info_used = call.process.infos.insert(std::move(made));
  });
}

}  // extern "C"
