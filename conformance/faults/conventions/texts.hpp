// SPDX-License-Identifier: BSD-3-Clause
// Spoiling the texts that queries return, and returning other texts than the MPI does.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>

#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {

/// The queries that return a name, for spoil_name and name_at.
namespace query_of {
inline constexpr auto cvar = &Interface::MPI_T_cvar_get_info;
inline constexpr auto pvar = &Interface::MPI_T_pvar_get_info;
inline constexpr auto category = &Interface::MPI_T_category_get_info;
inline constexpr auto event = &Interface::MPI_T_event_get_info;
inline constexpr auto source = &Interface::MPI_T_source_get_info;
}  // namespace query_of

/// A text of a query that succeeded.
struct Text {
  char* buffer;  ///< may be null
  int* length;   ///< may be null
  int given;     ///< *length as passed in; 0 if null
  int full;      ///< length of the text plus one, as the MPI tells it

  [[nodiscard]] bool is_size_query() const {
    return length != nullptr && (buffer == nullptr || given == 0);
  }
  [[nodiscard]] bool is_read() const { return buffer != nullptr && given > 0; }
  [[nodiscard]] bool is_cut() const { return is_read() && given < full; }
};

/// Calls `get(buffer, length)`, and once it has succeeded `spoil(text)`, of that full length.
template <class Spoil, class Get>
int spoil_text_of(int full, char* buffer, int* length, const Get& get) {
  const int given = length == nullptr ? 0 : *length;
  const int code = get(buffer, length);
  if (code == MPI_SUCCESS) Spoil{}(Text{buffer, length, given, full});
  return code;
}

/// The same with the full length as a first call of `get` tells it.
template <class Spoil, class Get>
int spoil_text(char* buffer, int* length, const Get& get) {
  int full = 0;
  get(nullptr, &full);
  return spoil_text_of<Spoil>(full, buffer, length, get);
}

/// Spoils the names that a query of a cvar, pvar, category, event type or source returns.
template <auto query, class Spoil>
void spoil_name(Interface& mpi, Spoil) {
  mpi.*query = [](int index, char* name, int* name_len, auto... rest) {
    int full = 0;
    (real.*query)(index, nullptr, &full, decltype(rest){}...);  // lengths of arrays go in and out
    return spoil_text_of<Spoil>(full, name, name_len, [&](char* buffer, int* length) {
      return (real.*query)(index, buffer, length, rest...);
    });
  };
}

/// Spoils the descriptions that a query of a category or source returns.
template <auto query, class Spoil>
void spoil_desc(Interface& mpi, Spoil) {
  mpi.*query = [](int index, char* name, int* name_len, char* desc, int* desc_len, auto... rest) {
    return spoil_text<Spoil>(desc, desc_len, [&](char* buffer, int* length) {
      return (real.*query)(index, name, name_len, buffer, length, rest...);
    });
  };
}

template <class Spoil>
void spoil_cvar_desc(Interface& mpi, Spoil) {
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, int* verbosity,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, int* bind, int* scope) {
    return spoil_text<Spoil>(desc, desc_len, [&](char* buffer, int* length) {
      return real.MPI_T_cvar_get_info(index, name, name_len, verbosity, datatype, enumtype, buffer,
                                      length, bind, scope);
    });
  };
}

template <class Spoil>
void spoil_enum_name(Interface& mpi, Spoil) {
  mpi.MPI_T_enum_get_info = [](MPI_T_enum enumtype, int* num, char* name, int* name_len) {
    return spoil_text<Spoil>(name, name_len, [&](char* buffer, int* length) {
      return real.MPI_T_enum_get_info(enumtype, num, buffer, length);
    });
  };
}

template <class Spoil>
void spoil_item_name(Interface& mpi, Spoil) {
  mpi.MPI_T_enum_get_item = [](MPI_T_enum enumtype, int index, int* value, char* name,
                               int* name_len) {
    return spoil_text<Spoil>(name, name_len, [&](char* buffer, int* length) {
      return real.MPI_T_enum_get_item(enumtype, index, value, buffer, length);
    });
  };
}

/// Returns `text` as the standard demands.
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

/// The name that a query of a cvar, pvar, category, event type or source returns.
template <auto query, class... Rest>
std::string name_at(int index, Rest... rest) {
  int length = 0;
  if ((real.*query)(index, nullptr, &length, rest...) != MPI_SUCCESS || length <= 1) return "";
  std::string name(static_cast<std::size_t>(length), '\0');
  (real.*query)(index, name.data(), &length, rest...);
  name.resize(std::strlen(name.c_str()));
  return name;
}

}  // namespace mpitcheck::faults
