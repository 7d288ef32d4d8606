// SPDX-License-Identifier: BSD-3-Clause
// Wrong answers to the request for an info object, the same for every query that has one.
#pragma once

#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {

/// Makes the call; for hints there is MPI_INFO_NULL.
template <class Query>
int ask_for_null_info(Query& query) {
  MPI_Info* const wanted = query.info;
  query.info = nullptr;
  const int code = query.ask();
  if (code == MPI_SUCCESS && wanted != nullptr) *wanted = MPI_INFO_NULL;
  return code;
}

/// Makes the call; for hints there is one object for all.
template <class Query>
int ask_for_shared_info(Query& query) {
  static MPI_Info shared = MPI_INFO_NULL;
  MPI_Info* const wanted = query.info;
  if (wanted == nullptr) return query.ask();
  if (shared != MPI_INFO_NULL) query.info = nullptr;
  const int code = query.ask();
  if (code != MPI_SUCCESS) return code;
  if (shared == MPI_INFO_NULL) shared = *wanted;
  *wanted = shared;
  return code;
}

}  // namespace mpitcheck::faults
