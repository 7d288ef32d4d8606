// SPDX-License-Identifier: BSD-3-Clause
// Witnesses, and labels of handles.
#include "properties/commands/pvar_use.hpp"

#include "properties/commands/case_state.hpp"
#include "properties/oracle/target.hpp"

namespace mpitcheck::properties {

namespace {

bool shows_the_moment(const PvarInfo& pvar) {
  return is_gauge(pvar) || pvar.var_class == MPI_T_PVAR_CLASS_STATE;
}

}  // namespace

OracleWitness::OracleWitness(MPI_T_pvar_session session, const PvarInfo& pvar, void* object)
    : session_(session), looks_(shows_the_moment(pvar) ? looks_at_gauge : 1) {
  if (pvar.datatype == MPI_CHAR || pvar.var_class == MPI_T_PVAR_CLASS_GENERIC) return;
  if (on::MPI_T_pvar_handle_alloc(session, pvar.index, object, &handle_, &count_) != MPI_SUCCESS) {
    handle_ = MPI_T_PVAR_HANDLE_NULL;
    return;
  }
  if (pvar.continuous == 0 && on::MPI_T_pvar_start(session, handle_) != MPI_SUCCESS) return;
  value_.emplace(pvar.datatype, count_);
  before_ = value_;
  works_ = count_ > 0 && on::MPI_T_pvar_read(session, handle_, value_->data()) == MPI_SUCCESS &&
           (looks_ == 1 || look());
}

OracleWitness::~OracleWitness() {
  if (handle_ != MPI_T_PVAR_HANDLE_NULL) {
    on::MPI_T_pvar_handle_free.if_possible(session_, &handle_);
  }
}

bool OracleWitness::look() {
  std::swap(value_, before_);
  for (int look = 0; look < looks_; ++look) {
    if (on::MPI_T_pvar_read(session_, handle_, value_->data()) != MPI_SUCCESS ||
        !value_->equals(*before_)) {
      return false;
    }
  }
  return true;
}

bool PvarUse::is_gauge() const { return shows_the_moment(*pvar); }

std::string PvarUse::label() const {
  return join("handle ", number, " of ", pvar->label(), " in ", session->label());
}

}  // namespace mpitcheck::properties
