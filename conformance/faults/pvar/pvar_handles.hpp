// SPDX-License-Identifier: BSD-3-Clause
// Handles of pvars and their sessions, and changes to the values that are read, for faults in the
// use of pvars.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "conformance/faults/conventions/replies.hpp"

namespace mpitcheck::faults {

using PvarValue = std::vector<double>;

/// A live handle.
struct Use {
  MPI_T_pvar_session session;
  MPI_T_pvar_handle handle;
  int index;
  int count;
  PvarFacts facts;
  int earlier;           ///< live handles of the same pvar when this one was allocated
  bool running = false;  ///< started by the user and not stopped since
  int starts = 0, reads = 0;
  PvarValue added{};   ///< added to each element that the MPI reads
  PvarValue before{};  ///< a value that the fault keeps

  [[nodiscard]] bool is(int var_class) const { return facts.var_class == var_class; }
};

/// The live handles in the order of their allocation.
inline std::vector<Use>& uses() {
  static std::vector<Use> all;
  return all;
}

inline Use* use_of(MPI_T_pvar_handle handle) {
  for (Use& use : uses()) {
    if (use.handle == handle) return &use;
  }
  return nullptr;
}

inline Use* use_of(const MPI_T_pvar_handle* handle) { return use_of(*handle); }

/// Whether a handle of the session fulfils `meant`.
template <class Meant>
bool any_in(MPI_T_pvar_session session, Meant meant) {
  return std::ranges::any_of(uses(),
                             [&](const Use& use) { return use.session == session && meant(use); });
}

/// The handle allocated last in a session.
inline Use* last_use_in(MPI_T_pvar_session session) {
  Use* last = nullptr;
  for (Use& use : uses()) {
    if (use.session == session) last = &use;
  }
  return last;
}

/// The `nth` handle of the session, from 0; null if there are fewer.
inline Use* nth_use_in(MPI_T_pvar_session session, int nth) {
  for (Use& use : uses()) {
    if (use.session == session && nth-- == 0) return &use;
  }
  return nullptr;
}

inline bool is_all(MPI_T_pvar_handle handle) { return handle == MPI_T_PVAR_ALL_HANDLES; }
inline bool is_single(MPI_T_pvar_handle handle) {
  return handle != MPI_T_PVAR_HANDLE_NULL && handle != MPI_T_PVAR_ALL_HANDLES;
}

inline void start(const Use& use) { real.MPI_T_pvar_start(use.session, use.handle); }
inline void stop(const Use& use) { real.MPI_T_pvar_stop(use.session, use.handle); }
inline void reset(const Use& use) { real.MPI_T_pvar_reset(use.session, use.handle); }

/// Calls `change(element, i)` for each of `count` elements of a number type.
template <class Change>
void change_elements(MPI_Datatype type, void* value, int count, const Change& change) {
  const auto as = [&](auto* elements) {
    for (int i = 0; i < count; ++i) change(elements[i], static_cast<std::size_t>(i));
  };
  if (type == MPI_UNSIGNED) as(static_cast<unsigned*>(value));
  if (type == MPI_UNSIGNED_LONG) as(static_cast<unsigned long*>(value));
  if (type == MPI_UNSIGNED_LONG_LONG) as(static_cast<unsigned long long*>(value));
  if (type == MPI_UINT32_T) as(static_cast<std::uint32_t*>(value));
  if (type == MPI_UINT64_T) as(static_cast<std::uint64_t*>(value));
  if (type == MPI_INT) as(static_cast<int*>(value));
  if (type == MPI_DOUBLE) as(static_cast<double*>(value));
}

/// Adds to the elements of a value.
inline void add(const Use& use, void* value, const PvarValue& amounts) {
  change_elements(use.facts.datatype, value, use.count, [&](auto& element, std::size_t i) {
    using Element = std::remove_reference_t<decltype(element)>;
    if (i < amounts.size()) {
      element = static_cast<Element>(static_cast<double>(element) + amounts[i]);
    }
  });
}

/// The value that the MPI has, without what the fault adds.
inline PvarValue value_of(const Use& use) {
  std::vector<unsigned char> bytes(static_cast<std::size_t>(use.count) * 16 + 16);
  PvarValue value;
  if (real.MPI_T_pvar_read(use.session, use.handle, bytes.data()) != MPI_SUCCESS) return value;
  change_elements(use.facts.datatype, bytes.data(), use.count, [&](auto& element, std::size_t) {
    value.push_back(static_cast<double>(element));
  });
  return value;
}

inline PvarValue negative(PvarValue value) {
  for (double& element : value) element = -element;
  return value;
}

/// Records that `handle`, which may be ALL_HANDLES, was started or stopped.
inline void note_state(MPI_T_pvar_session session, MPI_T_pvar_handle handle, bool running) {
  for (Use& use : uses()) {
    const bool meant = is_all(handle) ? use.session == session : use.handle == handle;
    if (!meant || use.facts.continuous != 0) continue;
    use.starts += running && !use.running;
    use.running = running;
  }
}

inline Interface interface_with_record() {
  Interface mpi = real;
  MPITCHECK_REPLACE(MPI_T_pvar_handle_alloc) {
    const int code = MPITCHECK_REAL(MPI_T_pvar_handle_alloc);
    if (code != MPI_SUCCESS) return code;
    int earlier = 0;
    for (const Use& use : uses()) earlier += use.index == pvar_index;
    uses().push_back({pe_session, *handle, pvar_index, *count, PvarFacts(pvar_index), earlier});
    return code;
  };
  MPITCHECK_REPLACE(MPI_T_pvar_handle_free) {
    const MPI_T_pvar_handle freed = *handle;
    const int code = MPITCHECK_REAL(MPI_T_pvar_handle_free);
    if (code == MPI_SUCCESS) {
      std::erase_if(uses(), [=](const Use& use) { return use.handle == freed; });
    }
    return code;
  };
  MPITCHECK_REPLACE(MPI_T_pvar_session_free) {
    const MPI_T_pvar_session freed = *pe_session;
    const int code = MPITCHECK_REAL(MPI_T_pvar_session_free);
    if (code == MPI_SUCCESS) {
      std::erase_if(uses(), [=](const Use& use) { return use.session == freed; });
    }
    return code;
  };
  MPITCHECK_OUTPUT_OF(MPI_T_pvar_start, note_state(pe_session, handle, true));
  MPITCHECK_OUTPUT_OF(MPI_T_pvar_stop, note_state(pe_session, handle, false));
  MPITCHECK_OUTPUT_OF(
      MPI_T_pvar_read, if (Use* const use = use_of(handle)) {
        ++use->reads;
        add(*use, buf, use->added);
      });
  MPITCHECK_REPLACE(MPI_T_pvar_reset) {
    const int code = MPITCHECK_REAL(MPI_T_pvar_reset);
    if (code != MPI_SUCCESS) return code;
    for (Use& use : uses()) {
      const bool meant = is_all(handle) ? use.session == pe_session : use.handle == handle;
      if (meant && use.facts.readonly == 0) use.added.clear();
    }
    return code;
  };
  MPITCHECK_OUTPUT_OF(
      MPI_T_pvar_readreset, if (Use* const use = use_of(handle)) {
        add(*use, buf, use->added);
        use->added.clear();
      });
  return mpi;
}

/// The functions of the MPI, with a record of handles. Adds `added` to what is read.
inline const Interface tracked = interface_with_record();
#define MPITCHECK_TRACKED(function) tracked.function MPITCHECK_ARGUMENTS_##function

/// Keeps the record. The fault then replaces what it breaks, and calls MPITCHECK_TRACKED instead of
/// MPITCHECK_REAL.
inline void track(Interface& mpi) { mpi = tracked; }

/// MPITCHECK_USED(id, function, "brief", MPITCHECK_BREAKS(clause, ...), statements):
/// MPITCHECK_GIVEN for a function of a handle. Its record is `use`, or null.
#define MPITCHECK_USED(id, function, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, track(mpi); MPITCHECK_USED_OF(function, __VA_ARGS__))
#define MPITCHECK_USED_OF(function, ...)              \
  MPITCHECK_REPLACE(function) {                       \
    [[maybe_unused]] Use* const use = use_of(handle); \
    __VA_ARGS__;                                      \
    return MPITCHECK_TRACKED(function);               \
  }

/// MPITCHECK_DONE(id, function, "brief", MPITCHECK_BREAKS(clause, ...), statements):
/// MPITCHECK_OUTPUT for a function of one handle, whose record is `use`.
#define MPITCHECK_DONE(id, function, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, track(mpi); MPITCHECK_DONE_OF(function, __VA_ARGS__))
#define MPITCHECK_DONE_OF(function, ...)           \
  MPITCHECK_REPLACE(function) {                    \
    const int code = MPITCHECK_TRACKED(function);  \
    Use* const known = use_of(handle);             \
    if (code == MPI_SUCCESS && known != nullptr) { \
      [[maybe_unused]] Use& use = *known;          \
      __VA_ARGS__;                                 \
    }                                              \
    return code;                                   \
  }

}  // namespace mpitcheck::faults
