// SPDX-License-Identifier: BSD-3-Clause
// Sessions of the draft's interface for tests, and a count of the handles that they free.
#include <utility>

#include "conformance/draft2011/suite/perfvar.hpp"
#include "conformance/harness/facts/names.hpp"

namespace {
int handles_freed = 0;
}

// MPI's profiling interface: the header's calls come through here.
extern "C" int MPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
  ++handles_freed;
  return PMPI_T_pvar_handle_free(session, handle);
}

namespace mpitcheck::draft {

int count_frees(bool begin) {
  const int freed = handles_freed;
  if (begin) handles_freed = 0;
  return freed;
}

Session::Session() {
  const int code = MPITCHECK_DRAFT(MPIT_Perfvar_session_create(&session_));
  if (code != MPIT_SUCCESS) throw CannotGoOn("a session (" + draft::code_name(code) + ")");
}

Session::~Session() {
  if (session_ != MPIT_PERFVAR_SESSION_NULL) MPITCHECK_DRAFT(MPIT_Perfvar_session_free(&session_));
}

MPIT_Perfvar_session Session::release() {
  return std::exchange(session_, MPIT_PERFVAR_SESSION_NULL);
}

MPIT_Perfvar_handle Session::handle(const PvarInfo& pvar) const {
  MPI_Comm world = MPI_COMM_WORLD;
  MPIT_Perfvar_handle handle = MPIT_PERFVAR_HANDLE_NULL;
  const int code =
      MPITCHECK_DRAFT(MPIT_Perfvar_handle_allocate(session_, pvar.index, &world, &handle));
  if (code != MPIT_SUCCESS) {
    throw CannotGoOn(join("a handle of ", pvar.label(), " (", draft::code_name(code), ")"));
  }
  return handle;
}

Perfvar perfvar(int index) {
  Perfvar v{index, "", 0, 0, 0, 0, {}};
  int name_len = 0;
  int desc_len = 0;
  const int code = MPITCHECK_DRAFT(MPIT_Perfvar_get_info(index, nullptr, &name_len, &v.verbosity,
                                                         &v.varclass, &v.datatype, nullptr, nullptr,
                                                         &desc_len, &v.bind, &v.attributes));
  if (code != MPIT_SUCCESS) throw CannotGoOn(join("information on pvar ", index));
  return v;
}

}  // namespace mpitcheck::draft
