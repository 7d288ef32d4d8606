// SPDX-License-Identifier: BSD-3-Clause
// What faults of return codes, of life cycles and of groups of processes share.
#pragma once

#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {

template <auto Member>
struct Altered;

template <class... Args, int (*Interface::*Member)(Args...)>
struct Altered<Member> {
  template <class Alter>
  static int call(Args... args) {
    return Alter{}((real.*Member)(args...));
  }
};

/// Lets the function `Member` do its work and then answer what `alter`, a lambda without captures,
/// makes of its code: alter_code<&Interface::MPI_T_pvar_start>(mpi, [](int code) { ... }).
template <auto Member, class Alter>
void alter_code(Interface& mpi, Alter) {
  mpi.*Member = &Altered<Member>::template call<Alter>;
}

/// From the call of MPI_Init to the end of the program.
inline bool mpi_was_initialized() {
  int flag = 0;
  PMPI_Initialized(&flag);
  return flag != 0;
}

inline bool mpi_was_finalized() {
  int flag = 0;
  PMPI_Finalized(&flag);
  return flag != 0;
}

inline bool mpi_is_up() { return mpi_was_initialized() && !mpi_was_finalized(); }

/// In MPI_COMM_WORLD; 0 while MPI is not up.
inline int rank_in_world() {
  int rank = 0;
  if (mpi_is_up()) PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

}  // namespace mpitcheck::faults
