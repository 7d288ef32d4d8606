// SPDX-License-Identifier: BSD-3-Clause
// The number of the object that an MPI_T call is about: the index that the call passes, or the
// index from which its handle or name was obtained. The number is the same in every process.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>

#include "conformance/harness/calls/deadly_call.hpp"
#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

template <class Type>
concept ObjectHandle =
    std::same_as<Type, MPI_T_cvar_handle> || std::same_as<Type, MPI_T_pvar_handle> ||
    std::same_as<Type, MPI_T_event_registration> || std::same_as<Type, MPI_T_enum>;

/// Maps the handles and names that calls returned to the index that was passed. Not thread-safe.
class ObjectHandles {
 public:
  /// After a call: records the handles and the name that it returned for an index.
  template <class... Args>
  void note(std::string_view function, Args... args) {
    const int index = first_int(args...);
    if (index == no_object) return;
    (note_one(index, args), ...);
    if (function.ends_with("_get_info")) note_name(function, args...);
  }

  /// Before a call: the number of its object, or no_object if there is none or it is unknown.
  template <class... Args>
  [[nodiscard]] int object_of(std::string_view function, Args... args) {
    // The argument of MPI_T_init_thread is a thread level.
    if (function.ends_with("MPI_T_init_thread")) return no_object;
    if (function.ends_with("_get_index")) return object_named(function, args...);
    if (function.find("_pvar_") != function.npos && (is_all(args) || ...)) return all_of_session;
    room_ = room_for_name(args...);
    int object = first_int(args...);
    if (object == no_object) (void)((look_up(object, args), object != no_object) || ...);
    return object;
  }

  /// Before a call that is made, not skipped: drops the handle that it frees, because the number of
  /// handles is unbounded.
  template <class... Args>
  void forget(std::string_view function, Args... args) {
    if (function.ends_with("_handle_free")) (forget_one(function, args), ...);
  }

 private:
  template <class Arg>
  static bool is_all([[maybe_unused]] Arg arg) {
    if constexpr (std::same_as<Arg, MPI_T_pvar_handle>) return arg == MPI_T_PVAR_ALL_HANDLES;
    return false;
  }

  // "cvar unexpected_recvq_length" for MPI_T_cvar_get_info and PMPI_T_cvar_get_index alike: names
  // of different kinds of objects are distinct.
  static std::string named(std::string_view function, const char* name) {
    const std::size_t kind = function.find("_T_") + 3;
    return std::string(function.substr(kind, function.find('_', kind) - kind)) + ' ' + name;
  }
  template <class... Rest>
  void note_name(std::string_view function, int index, char* name, int* length, Rest...) {
    const bool whole = name != nullptr && length != nullptr && *length > 0 && *length <= room_ &&
                       name[*length - 1] == 0;
    if (whole) names_[named(function, name)] = index;
  }
  template <class... Rest>
  static int room_for_name(int, char*, int* length, Rest...) {
    return length == nullptr ? 0 : *length;
  }
  template <class... Args>
  static int room_for_name(Args...) {
    return 0;
  }
  template <class... Args>
  void note_name(std::string_view, Args...) {}  // enumerations are not looked up by name
  template <class... Rest>
  [[nodiscard]] int object_named(std::string_view function, const char* name, Rest...) const {
    const auto found = name == nullptr ? names_.end() : names_.find(named(function, name));
    return found == names_.end() ? no_object : found->second;
  }
  template <class... Args>
  [[nodiscard]] int object_named(std::string_view, Args...) const {
    return no_object;
  }

  template <class Arg, class... Rest>
  static int first_int(Arg first, Rest... rest) {
    if constexpr (std::same_as<Arg, int>) {
      return first;
    } else if constexpr (sizeof...(Rest) > 0) {
      return first_int(rest...);
    }
    return no_object;
  }
  static int first_int() { return no_object; }

  template <class Handle>
  static std::uintptr_t key(Handle handle) {
    if constexpr (std::is_pointer_v<Handle>) {
      return reinterpret_cast<std::uintptr_t>(handle);
    } else {
      return static_cast<std::uintptr_t>(handle);
    }
  }

  template <class Arg>
  void note_one(int index, Arg arg) {
    if constexpr (std::is_pointer_v<Arg> && ObjectHandle<std::remove_pointer_t<Arg>>) {
      if (arg != nullptr) indices_[key(*arg)] = index;
    }
  }

  // MPI_T_event_handle_free takes the handle, the others a pointer to it.
  template <class Arg>
  void forget_one(std::string_view function, Arg arg) {
    if constexpr (std::is_pointer_v<Arg> && ObjectHandle<std::remove_pointer_t<Arg>>) {
      if (arg != nullptr) indices_.erase(key(*arg));
    } else if constexpr (std::same_as<Arg, MPI_T_event_registration>) {
      if (function.ends_with("_event_handle_free")) indices_.erase(key(arg));
    }
  }

  template <class Arg>
  void look_up(int& object, Arg arg) const {
    if constexpr (ObjectHandle<Arg>) {
      const auto found = indices_.find(key(arg));
      if (found != indices_.end()) object = found->second;
    } else if constexpr (std::is_pointer_v<Arg> && ObjectHandle<std::remove_pointer_t<Arg>>) {
      if (arg != nullptr) look_up(object, *arg);
    }
  }

  std::unordered_map<std::uintptr_t, int> indices_;
  std::unordered_map<std::string, int> names_;
  static inline thread_local int room_ = 0;  // the size of the name buffer of the current call
};

}  // namespace mpitcheck
