// SPDX-License-Identifier: BSD-3-Clause
// Which object a call of MPI_T is about, by a number that is the same in every process: the index
// that it is given, or the index of the variable or event type that its handle came from.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <unordered_map>

#include "harness/deadly_call.hpp"
#include "harness/mpi.hpp"

namespace mpitcheck {

template <class Type>
concept ObjectHandle =
    std::same_as<Type, MPI_T_cvar_handle> || std::same_as<Type, MPI_T_pvar_handle> ||
    std::same_as<Type, MPI_T_event_registration> || std::same_as<Type, MPI_T_enum>;

/// The handles that calls gave, each with the index that was asked for.
class ObjectHandles {
 public:
  /// After a call of a function that gives handles: an index goes in, a handle comes out.
  template <class... Args>
  void note(Args... args) {
    const int index = first_int(args...);
    if (index != no_object) (note_one(index, args), ...);
  }

  /// Of a call that is about to be made; no_object if it is about none, or nobody knows. What it
  /// frees is forgotten: there may be no end of handles.
  template <class... Args>
  [[nodiscard]] int object_of(std::string_view function, Args... args) {
    if (function.ends_with("MPI_T_init_thread") || function.ends_with("_get_index")) {
      return no_object;  // their numbers are a thread level and a class
    }
    int object = first_int(args...);
    if (object == no_object) (void)((look_up(object, args), object != no_object) || ...);
    return object;
  }

 private:
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

  template <class Arg>
  void look_up(int& object, Arg arg) {
    if constexpr (ObjectHandle<Arg>) {
      const auto found = indices_.find(key(arg));
      if (found != indices_.end()) object = found->second;
    } else if constexpr (std::is_pointer_v<Arg> && ObjectHandle<std::remove_pointer_t<Arg>>) {
      if (arg == nullptr) return;
      look_up(object, *arg);
      indices_.erase(key(*arg));
    }
  }

  std::unordered_map<std::uintptr_t, int> indices_;
};

}  // namespace mpitcheck
