// SPDX-License-Identifier: BSD-3-Clause
// Faults in the use of pvars: what lives in which session, and values changed on their way out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "conformance/faults/conventions/replies.hpp"
#include "conformance/faults/conventions/texts.hpp"
#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {

/// Everything but the texts of a pvar as the MPI tells it.
struct PvarFacts {
  explicit PvarFacts(int index) {
    real.MPI_T_pvar_get_info(index, nullptr, nullptr, &verbosity, &var_class, &datatype, &enumtype,
                             nullptr, nullptr, &bind, &readonly, &continuous, &atomic);
  }
  [[nodiscard]] bool is_sum() const {
    return var_class == MPI_T_PVAR_CLASS_COUNTER || var_class == MPI_T_PVAR_CLASS_AGGREGATE ||
           var_class == MPI_T_PVAR_CLASS_TIMER;
  }

  int verbosity = 0, var_class = 0, bind = 0, readonly = 0, continuous = 0, atomic = 0;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
};

/// The name of a pvar.
inline std::string pvar_name(int index) {
  constexpr int* none = nullptr;
  return name_at<query_of::pvar>(index, none, none, static_cast<MPI_Datatype*>(nullptr),
                                 static_cast<MPI_T_enum*>(nullptr), static_cast<char*>(nullptr),
                                 none, none, none, none, none);
}

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
  PvarValue added{};   ///< to what the MPI reads, element by element
  PvarValue before{};  ///< for the fault to keep a value in
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

/// The handle allocated last in a session.
inline Use* last_use_in(MPI_T_pvar_session session) {
  Use* last = nullptr;
  for (Use& use : uses()) {
    if (use.session == session) last = &use;
  }
  return last;
}

inline bool is_single(MPI_T_pvar_handle handle) {
  return handle != MPI_T_PVAR_HANDLE_NULL && handle != MPI_T_PVAR_ALL_HANDLES;
}

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

/// The value that the MPI holds, without what the fault adds.
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

/// The functions of the MPI, but with a record of handles, and `added` added to what is read.
namespace tracked {

inline int handle_alloc(MPI_T_pvar_session session, int index, void* object,
                        MPI_T_pvar_handle* handle, int* count) {
  const int code = real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
  if (code != MPI_SUCCESS) return code;
  int earlier = 0;
  for (const Use& use : uses()) earlier += use.index == index;
  uses().push_back({session, *handle, index, *count, PvarFacts(index), earlier});
  return code;
}

inline int handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
  const MPI_T_pvar_handle freed = *handle;
  const int code = real.MPI_T_pvar_handle_free(session, handle);
  if (code == MPI_SUCCESS) {
    std::erase_if(uses(), [=](const Use& use) { return use.handle == freed; });
  }
  return code;
}

inline int session_free(MPI_T_pvar_session* session) {
  const MPI_T_pvar_session freed = *session;
  const int code = real.MPI_T_pvar_session_free(session);
  if (code == MPI_SUCCESS) {
    std::erase_if(uses(), [=](const Use& use) { return use.session == freed; });
  }
  return code;
}

// Notes that what `handle` stands for was started or stopped.
inline void note_state(MPI_T_pvar_session session, MPI_T_pvar_handle handle, bool running) {
  for (Use& use : uses()) {
    const bool meant =
        handle == MPI_T_PVAR_ALL_HANDLES ? use.session == session : use.handle == handle;
    if (!meant || use.facts.continuous != 0) continue;
    use.starts += running && !use.running;
    use.running = running;
  }
}

inline int start(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  const int code = real.MPI_T_pvar_start(session, handle);
  if (code == MPI_SUCCESS) note_state(session, handle, true);
  return code;
}

inline int stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  const int code = real.MPI_T_pvar_stop(session, handle);
  if (code == MPI_SUCCESS) note_state(session, handle, false);
  return code;
}

inline int read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
  const int code = real.MPI_T_pvar_read(session, handle, value);
  Use* const use = use_of(handle);
  if (code != MPI_SUCCESS || use == nullptr) return code;
  ++use->reads;
  add(*use, value, use->added);
  return code;
}

inline int reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  const int code = real.MPI_T_pvar_reset(session, handle);
  if (code != MPI_SUCCESS) return code;
  for (Use& use : uses()) {
    const bool meant =
        handle == MPI_T_PVAR_ALL_HANDLES ? use.session == session : use.handle == handle;
    if (meant && use.facts.readonly == 0) use.added.clear();
  }
  return code;
}

inline int readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
  const int code = real.MPI_T_pvar_readreset(session, handle, value);
  Use* const use = use_of(handle);
  if (code != MPI_SUCCESS || use == nullptr) return code;
  add(*use, value, use->added);
  use->added.clear();
  return code;
}

}  // namespace tracked

/// Keeps the record; the fault then replaces what it breaks, calling `tracked::f` for `real.f`.
inline void track(Interface& mpi) {
  mpi.MPI_T_pvar_handle_alloc = tracked::handle_alloc;
  mpi.MPI_T_pvar_handle_free = tracked::handle_free;
  mpi.MPI_T_pvar_session_free = tracked::session_free;
  mpi.MPI_T_pvar_start = tracked::start;
  mpi.MPI_T_pvar_stop = tracked::stop;
  mpi.MPI_T_pvar_read = tracked::read;
  mpi.MPI_T_pvar_reset = tracked::reset;
  mpi.MPI_T_pvar_readreset = tracked::readreset;
}

/// Lets `spoil(use, value)` change each value that is read.
template <class Spoil>
void spoil_read(Interface& mpi, Spoil) {
  track(mpi);
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
    const int code = tracked::read(session, handle, value);
    Use* const use = use_of(handle);
    if (code == MPI_SUCCESS && use != nullptr) Spoil{}(*use, value);
    return code;
  };
}

/// Lets `spoil(use)` do its part after each successful call of `member` on a single handle.
template <auto member, class Spoil>
void spoil_after(Interface& mpi, Spoil) {
  track(mpi);
  static int (*const next)(MPI_T_pvar_session, MPI_T_pvar_handle) = mpi.*member;
  mpi.*member = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const int code = next(session, handle);
    Use* const use = use_of(handle);
    if (code == MPI_SUCCESS && use != nullptr) Spoil{}(*use);
    return code;
  };
}

}  // namespace mpitcheck::faults
