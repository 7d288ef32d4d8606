// SPDX-License-Identifier: BSD-3-Clause
// Faults that show after many rounds, or when lists grow beside readers.
#include <fcntl.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "faults/fault.hpp"

namespace mpitcheck::faults {
namespace {

MPITCHECK_FAULT(stress_session_leaks, "Each session leaves some memory behind when it is freed",
                clause::pvar_session_free_nulls) {
  mpi.MPI_T_pvar_session_create = [](MPI_T_pvar_session* session) {
    constexpr std::size_t lost = 128;
    static std::atomic<void*> last{nullptr};
    void* const memory = std::malloc(lost);
    if (memory != nullptr) std::memset(memory, 1, lost);
    last = memory;
    took_effect();
    return real.MPI_T_pvar_session_create(session);
  };
}

MPITCHECK_FAULT(stress_handle_keeps_descriptors,
                "Every thousandth pvar handle leaves an open descriptor behind",
                clause::pvar_handle_free_nulls) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    static std::atomic<int> allocations{0};
    if (++allocations % 1000 == 0 && ::open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0) took_effect();
    return real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
  };
}

/// Where a pvar is that the MPI has at `index` (and the other way round): variables that came after
/// the first look at the list stand in reverse order behind the others.
int moved(int index) {
  static std::atomic<int> first{-1};
  int number = 0;
  if (real.MPI_T_pvar_get_num(&number) != MPI_SUCCESS) return index;
  int none = -1;
  first.compare_exchange_strong(none, number);
  return index < first || index >= number ? index : number - 1 - (index - first);
}

MPITCHECK_FAULT(stress_index_moves,
                "A pvar that appears during the run moves those that came before",
                clause::pvar_num_may_only_grow) {
  mpi.MPI_T_pvar_get_num = [](int* number) {
    moved(0);
    return real.MPI_T_pvar_get_num(number);
  };
  mpi.MPI_T_pvar_get_info = [](int index, char* name, int* name_len, int* verbosity, int* var_class,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, int* bind, int* readonly, int* continuous,
                               int* atomic) {
    return real.MPI_T_pvar_get_info(moved(index), name, name_len, verbosity, var_class, datatype,
                                    enumtype, desc, desc_len, bind, readonly, continuous, atomic);
  };
  mpi.MPI_T_pvar_get_index = [](const char* name, int var_class, int* index) {
    const int code = real.MPI_T_pvar_get_index(name, var_class, index);
    if (code == MPI_SUCCESS) *index = moved(*index);
    return code;
  };
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    return real.MPI_T_pvar_handle_alloc(session, moved(index), object, handle, count);
  };
}

}  // namespace
}  // namespace mpitcheck::faults
