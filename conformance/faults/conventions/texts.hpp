// SPDX-License-Identifier: BSD-3-Clause
// Changes the texts that queries return.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "conformance/faults/conventions/replies.hpp"
#include "conformance/faults/interposer/parameter_names.hpp"

namespace mpitcheck::faults {

/// A text of a query that succeeded.
struct Text {
  char* buffer;  ///< may be null
  int* length;   ///< may be null
  int given;     ///< *length as passed in; 0 if null
  int full;      ///< length of the text plus one, as the MPI returns it

  [[nodiscard]] bool is_size_query() const {
    return length != nullptr && (buffer == nullptr || given == 0);
  }
  [[nodiscard]] bool is_read() const { return buffer != nullptr && given > 0; }
  [[nodiscard]] bool is_cut() const { return is_read() && given < full; }
  [[nodiscard]] bool fits() const { return is_read() && given >= full; }
  [[nodiscard]] bool has_no_room() const {
    return buffer != nullptr && length != nullptr && given == 0;
  }
  /// The text ends where the buffer ends.
  [[nodiscard]] bool is_brimful() const {
    return is_read() && std::strlen(buffer) + 1 == static_cast<std::size_t>(given);
  }
};

inline int room_of(const int* length) { return length == nullptr ? 0 : *length; }

/// The argument for a query of only one output: that output, NULL for other outputs, or the input.
/// Some MPIs do not accept NULL for some outputs of enumerations and items.
template <class Argument>
Argument only(int* wanted, std::string_view name, Argument argument) {
  if constexpr (std::is_same_v<Argument, int*>) {
    if (wanted != nullptr) return wanted;
    return name == "num" || name == "value" ? argument : nullptr;
  } else if constexpr (std::is_pointer_v<Argument>) {
    if constexpr (is_output<std::remove_pointer_t<Argument>>) return nullptr;
  }
  return argument;
}

/// The length of a text that a query returns if nothing else is queried.
template <auto Member, std::size_t place, class... Arguments>
int full_length(Arguments... arguments) {
  int length = 0;
  const auto query = real.*Member;
  const auto ask = [&]<std::size_t... I>(std::index_sequence<I...>) {
    query(only(I == place ? &length : nullptr, name_in(names_of<Member>, I), arguments)...);
  };
  ask(std::index_sequence_for<Arguments...>());
  return length;
}

/// MPITCHECK_TEXT(id, function, name or desc, "brief", MPITCHECK_BREAKS(clause, ...), statements):
/// a row whose statements change `text` after a success.
#define MPITCHECK_TEXT(id, function, which, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, MPITCHECK_TEXT_OF(function, which, __VA_ARGS__))
#define MPITCHECK_TEXT_OF(function, which, ...)                                               \
  MPITCHECK_REPLACE(function) {                                                               \
    constexpr std::size_t place = place_of(names_of<&Interface::function>, #which "_len");    \
    const Text text{which, which##_len, room_of(which##_len),                                 \
                    full_length<&Interface::function, place> MPITCHECK_ARGUMENTS_##function}; \
    const int code = MPITCHECK_REAL(function);                                                \
    if (code == MPI_SUCCESS) {                                                                \
      __VA_ARGS__;                                                                            \
    }                                                                                         \
    return code;                                                                              \
  }

/// Returns `text` as the standard requires.
inline void return_text(const std::string& text, char* buffer, int* length) {
  if (length == nullptr) return;
  const int full = static_cast<int>(text.size()) + 1;
  if (buffer != nullptr && *length > 0) {
    const auto stored = static_cast<std::size_t>(std::min(*length, full) - 1);
    std::memcpy(buffer, text.data(), stored);
    buffer[stored] = '\0';
  }
  *length = full;
}

/// In a row: returns the name `new_name` where the condition holds.
#define MPITCHECK_NAME_OF(function, condition, new_name)            \
  MPITCHECK_REPLACE(function) {                                     \
    if (!(condition)) return MPITCHECK_REAL(function);              \
    char* const buffer = std::exchange(name, nullptr);              \
    int* const length = std::exchange(name_len, nullptr);           \
    const int code = MPITCHECK_REAL(function);                      \
    if (code == MPI_SUCCESS) return_text(new_name, buffer, length); \
    return code;                                                    \
  }

/// The text that `get(buffer, &length)` returns; empty if it fails.
template <class Get>
std::string text_from(const Get& get) {
  int length = 0;
  if (get(nullptr, &length) != MPI_SUCCESS || length <= 1) return "";
  std::string text(static_cast<std::size_t>(length), '\0');
  get(text.data(), &length);
  text.resize(std::strlen(text.c_str()));
  return text;
}

inline std::string cvar_name(int index) {
  return text_from([=](char* name, int* length) {
    return real.MPI_T_cvar_get_info(index, name, length, nullptr, nullptr, nullptr, nullptr,
                                    nullptr, nullptr, nullptr);
  });
}

inline std::string pvar_name(int index) {
  return text_from([=](char* name, int* length) {
    return real.MPI_T_pvar_get_info(index, name, length, nullptr, nullptr, nullptr, nullptr,
                                    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  });
}

inline std::string category_name(int index) {
  return text_from([=](char* name, int* length) {
    return real.MPI_T_category_get_info(index, name, length, nullptr, nullptr, nullptr, nullptr,
                                        nullptr);
  });
}

/// A name that MPI_Init changes.
inline std::string active(const std::string& name) {
  return name + (mpi_was_initialized() ? "_active" : "");
}

}  // namespace mpitcheck::faults
