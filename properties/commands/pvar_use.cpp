// SPDX-License-Identifier: BSD-3-Clause
// Witnesses, and names of handles.
#include "properties/commands/pvar_use.hpp"

#include "properties/commands/case_state.hpp"
#include "properties/oracle/target.hpp"

namespace mpitcheck::properties {

OracleWitness::OracleWitness(MPI_T_pvar_session session, const PvarInfo& pvar, void* object)
    : session_(session) {
  if (pvar.datatype == MPI_CHAR || pvar.var_class == MPI_T_PVAR_CLASS_GENERIC) return;
  if (on::MPI_T_pvar_handle_alloc(session, pvar.index, object, &handle_, &count_) != MPI_SUCCESS) {
    handle_ = MPI_T_PVAR_HANDLE_NULL;
    return;
  }
  if (pvar.continuous == 0 && on::MPI_T_pvar_start(session, handle_) != MPI_SUCCESS) return;
  value_.emplace(pvar.datatype, count_);
  before_ = value_;
  works_ = count_ > 0 && on::MPI_T_pvar_read(session, handle_, value_->data()) == MPI_SUCCESS;
}

OracleWitness::~OracleWitness() {
  if (handle_ != MPI_T_PVAR_HANDLE_NULL) {
    on::MPI_T_pvar_handle_free.if_possible(session_, &handle_);
  }
}

bool OracleWitness::look() {
  std::swap(value_, before_);
  return on::MPI_T_pvar_read(session_, handle_, value_->data()) == MPI_SUCCESS &&
         value_->equals(*before_);
}

bool PvarUse::is_gauge() const {
  return mpitcheck::is_gauge(*pvar) || pvar->var_class == MPI_T_PVAR_CLASS_STATE;
}

std::string PvarUse::label() const {
  return join("handle ", number, " of ", pvar->label(), " in ", session->label());
}

}  // namespace mpitcheck::properties
