// SPDX-License-Identifier: BSD-3-Clause
// Helpers of the faults in all areas.
#pragma once

#include <atomic>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>

#include "conformance/faults/interposer/rows.hpp"

namespace mpitcheck::faults {

/// No constant of the interface has this value.
inline constexpr int no_constant = 4711;

/// True from the call of MPI_Init to the end of the program.
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

/// The rank in MPI_COMM_WORLD; 0 while MPI is not initialized.
inline int rank_in_world() {
  int rank = 0;
  if (mpi_is_up()) PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

inline bool is_odd_process() { return rank_in_world() % 2 == 1; }

inline int number_of(int (*get_num)(int*)) {
  int number = 0;
  return get_num(&number) == MPI_SUCCESS ? number : 0;
}

inline int cvar_num() { return number_of(real.MPI_T_cvar_get_num); }
inline int pvar_num() { return number_of(real.MPI_T_pvar_get_num); }
inline int category_num() { return number_of(real.MPI_T_category_get_num); }
inline int event_num() { return number_of(real.MPI_T_event_get_num); }
inline int source_num() { return number_of(real.MPI_T_source_get_num); }

inline bool is_last_cvar(int index) { return index == cvar_num() - 1; }
inline bool is_last_pvar(int index) { return index == pvar_num() - 1; }
inline bool is_last_category(int index) { return index == category_num() - 1; }
inline bool is_last_event(int index) { return index >= 0 && index == event_num() - 1; }
inline bool is_last_source(int index) { return index >= 0 && index == source_num() - 1; }

/// Swaps the indices of the first two objects. The last ones may be new, so that a swap could not
/// be observed.
inline int swapped(int index, int number) {
  return number > 1 && (index == 0 || index == 1) ? 1 - index : index;
}

/// Sets an output, which may be null.
template <class Value>
void set(Value* output, Value value) {
  if (output != nullptr) *output = value;
}

/// The success of a look-up.
inline int found(int index, int* output) {
  set(output, index);
  return MPI_SUCCESS;
}

/// Writes to a place, even if it is null.
inline void touch(volatile int* place) { *place = *place; }

/// Counts its calls, for faults that depend on the number of calls.
inline int times() {
  static int asked = 0;
  return ++asked;
}

/// Leaks memory.
inline void lose_memory(std::size_t bytes) {
  static std::atomic<void*> last{nullptr};
  void* const memory = std::malloc(bytes);
  if (memory != nullptr) std::memset(memory, 1, bytes);
  last = memory;
  took_effect();
}

inline char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

inline std::string lower(std::string text) {
  for (char& c : text) c = lower(c);
  return text;
}

/// The outputs of a query of a cvar except its texts. `found` is whether the query succeeded.
struct CvarFacts {
  explicit CvarFacts(int index) {
    found = real.MPI_T_cvar_get_info(index, nullptr, nullptr, &verbosity, &datatype, &enumtype,
                                     nullptr, nullptr, &bind, &scope) == MPI_SUCCESS;
  }
  [[nodiscard]] bool has_enum() const {
    return found && datatype == MPI_INT && enumtype != MPI_T_ENUM_NULL;
  }

  int verbosity = 0, bind = 0, scope = 0;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  bool found;
};

/// The outputs of a query of a pvar except its texts.
struct PvarFacts {
  explicit PvarFacts(int index) {
    found = real.MPI_T_pvar_get_info(index, nullptr, nullptr, &verbosity, &var_class, &datatype,
                                     &enumtype, nullptr, nullptr, &bind, &readonly, &continuous,
                                     &atomic) == MPI_SUCCESS;
  }
  [[nodiscard]] bool is_sum() const {
    return var_class == MPI_T_PVAR_CLASS_COUNTER || var_class == MPI_T_PVAR_CLASS_AGGREGATE ||
           var_class == MPI_T_PVAR_CLASS_TIMER;
  }

  int verbosity = 0, var_class = 0, bind = 0, readonly = 0, continuous = 0, atomic = 0;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  bool found;
};

/// The enumeration of some cvar, or the null enumeration.
inline MPI_T_enum some_enum() {
  for (int i = 0; i < cvar_num(); ++i) {
    const CvarFacts cvar(i);
    if (cvar.has_enum()) return cvar.enumtype;
  }
  return MPI_T_ENUM_NULL;
}

/// The handle, a pointer or an integer, with this number.
template <class Handle>
Handle handle_of(std::uintptr_t number) {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<Handle>(number);
  } else {
    return static_cast<Handle>(number);
  }
}

/// An enumeration that the MPI does not know.
inline MPI_T_enum own_enum() {
  static char place[64];
  return handle_of<MPI_T_enum>(reinterpret_cast<std::uintptr_t>(&place[0]));
}

}  // namespace mpitcheck::faults
