// SPDX-License-Identifier: BSD-3-Clause
// Faults that show after many rounds, or when lists grow beside readers.
#include <fcntl.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "conformance/faults/general/threads.hpp"

namespace mpitcheck::faults {
namespace {

/// Memory that nobody gives back.
void lose_memory() {
  constexpr std::size_t lost = 128;
  static std::atomic<void*> last{nullptr};
  void* const memory = std::malloc(lost);
  if (memory != nullptr) std::memset(memory, 1, lost);
  last = memory;
  took_effect();
}

/// A descriptor that nobody closes, every thousandth time.
void lose_descriptor() {
  static std::atomic<int> times{0};
  if (++times % 1000 == 0 && ::open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0) took_effect();
}

MPITCHECK_FAULT(stress_session_leaks, "Each session leaves some memory behind when it is freed",
                clause::pvar_session_free_nulls) {
  mpi.MPI_T_pvar_session_create = [](MPI_T_pvar_session* session) {
    lose_memory();
    return real.MPI_T_pvar_session_create(session);
  };
}

MPITCHECK_FAULT(stress_handle_keeps_descriptors,
                "Every thousandth pvar handle leaves an open descriptor behind",
                clause::pvar_handle_free_nulls) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    lose_descriptor();
    return real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
  };
}

MPITCHECK_FAULT(stress_cvar_handle_leaks,
                "Each handle of a cvar leaves some memory behind when it is freed",
                clause::cvar_handle_free_nulls) {
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    lose_memory();
    return real.MPI_T_cvar_handle_alloc(index, object, handle, count);
  };
}

MPITCHECK_FAULT(stress_registration_leaks,
                "Each event registration leaves some memory behind when it is freed",
                clause::event_free_success) {
  mpi.MPI_T_event_handle_alloc = [](int index, void* object, MPI_Info info,
                                    MPI_T_event_registration* registration) {
    lose_memory();
    return real.MPI_T_event_handle_alloc(index, object, info, registration);
  };
}

MPITCHECK_FAULT(stress_nested_init_keeps_descriptors,
                "Every thousandth MPI_T_init_thread leaves an open descriptor behind",
                clause::init_nested_only_counts) {
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    lose_descriptor();
    return real.MPI_T_init_thread(required, provided);
  };
}

MPITCHECK_FAULT(stress_init_wears_out,
                "When the interface came up a thousand times, it says so and stays down",
                clause::init_reinitialization) {
  static std::atomic<int> inits{0}, epochs{0};
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    const int code = real.MPI_T_init_thread(required, provided);
    if (code != MPI_SUCCESS || inits++ > 0 || ++epochs <= 1000) return code;
    inits = 0;
    return real.MPI_T_finalize();
  };
  mpi.MPI_T_finalize = [] {
    const int code = real.MPI_T_finalize();
    if (code == MPI_SUCCESS) --inits;
    return code;
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

MPITCHECK_FAULT(stress_entry_half_built, "While MPI comes up the last cvar has no description yet",
                clause::init_beside_mpi_init) {
  static std::atomic<int> in_progress{0};
  mpi.MPI_Init_thread = [](int* argc, char*** argv, int required, int* provided) {
    const Passage passage(in_progress);
    Passage::linger(1);
    return real.MPI_Init_thread(argc, argv, required, provided);
  };
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, int* verbosity,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, int* bind, int* scope) {
    const int code = real.MPI_T_cvar_get_info(index, name, name_len, verbosity, datatype, enumtype,
                                              desc, desc_len, bind, scope);
    const bool has_text = desc != nullptr && desc_len != nullptr && *desc_len > 1;
    if (code != MPI_SUCCESS || in_progress == 0 || !has_text || !is_last_cvar(index)) return code;
    desc[0] = '\0';
    *desc_len = 1;
    return code;
  };
}

}  // namespace
}  // namespace mpitcheck::faults
