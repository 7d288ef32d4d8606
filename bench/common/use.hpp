// SPDX-License-Identifier: BSD-3-Clause
// Calls with all their arguments, for functions that are present. They return the code, are not
// recorded, and may be made from any thread. Also operations of MPI that show the cost of
// observation, and pvars that these operations change.
#pragma once

#include <array>
#include <vector>

#include "bench/common/program.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/objects/variables.hpp"

namespace mpitcheck::bench {

/// Room for the two texts of a query.
struct Texts {
  std::array<char, 256> name;
  std::array<char, 1024> desc;
  int name_len = static_cast<int>(name.size());
  int desc_len = static_cast<int>(desc.size());
};

/// get_info of one index with all outputs.
int get_cvar_info(int index);
int get_pvar_info(int index);
int get_category_info(int index);
int get_event_info(int index);

/// The object for variables of that binding. Throws if there is none.
void* object_of(int bind);

/// The arguments of an allocation: a variable and its object, looked up before the timing.
struct Bindable {
  template <class Info>
  explicit Bindable(const Info& info) : index(info.index), object(object_of(info.bind)) {}

  int index;
  void* object;
};

/// Allocates and frees a handle of a cvar, or of a pvar in a session.
int alloc_and_free(const Bindable& cvar);
int alloc_and_free(MPI_T_pvar_session session, const Bindable& pvar);

/// Times messages of this process to itself: MPI_Isend, MPI_Irecv and MPI_Waitall on MPI_COMM_SELF.
/// Checks that each message arrives.
void time_self_messages(benchmark::State& state);

/// Times MPI_Barrier on MPI_COMM_WORLD.
void time_barriers(benchmark::State& state);

/// The usable pvars whose value changes with some self messages, or while some wait. If there are
/// none, that is recorded as missing.
const std::vector<PvarInfo>& moving_pvars();

}  // namespace mpitcheck::bench
