// SPDX-License-Identifier: BSD-3-Clause
// Everything that the target offers, read in the simplest legal way, for tests to loop over. Tests
// of the queries themselves call the functions directly.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/objects/whole_text.hpp"

namespace mpitcheck {

/// One cvar as MPI_T_cvar_get_info reports it. Entries whose query fails are not listed.
struct CvarInfo {
  int index;
  std::string name, desc;
  int verbosity, bind, scope;
  MPI_Datatype datatype;
  MPI_T_enum enumtype;

  [[nodiscard]] std::string label() const;  // cvar 12 "name"
  [[nodiscard]] bool bound_to_nothing() const { return bind == MPI_T_BIND_NO_OBJECT; }
};

/// One pvar as MPI_T_pvar_get_info reports it. Entries whose query fails are not listed.
struct PvarInfo {
  int index;
  std::string name, desc;
  int verbosity, var_class, bind;
  int readonly, continuous, atomic;
  MPI_Datatype datatype;
  MPI_T_enum enumtype;

  [[nodiscard]] std::string label() const;  // pvar 3 "name" (MPI_T_PVAR_CLASS_COUNTER)
  [[nodiscard]] bool bound_to_nothing() const { return bind == MPI_T_BIND_NO_OBJECT; }
};

/// Whether an allocation of a handle that returned `code` says that the variable has become
/// inactive (A16). MPI_T_ERR_INVALID_INDEX does. MPI_T_ERR_INVALID_HANDLE and MPI_T_ERR_INVALID do
/// only if MPI_T_cvar_get_info or MPI_T_pvar_get_info refuses the variable, too.
bool says_inactive(const CvarInfo& cvar, int code);
bool says_inactive(const PvarInfo& pvar, int code);

/// One category as MPI_T_category_get_info reports it.
struct CategoryInfo {
  int index;
  std::string name, desc;
  int num_cvars, num_pvars, num_categories;

  [[nodiscard]] std::string label() const;  // category 2 "name"
};

/// One query of the entry `into.index`; returns the code. `get_info` makes the call: a Function, or
/// the pointer that required_for() returns. With the pointer nothing is recorded or allocated, and
/// threads may call this.
template <class GetInfo>
int query_entry(const GetInfo& get_info, CvarInfo& into, TextOut name, TextOut desc) {
  return get_info(into.index, name.buffer, name.length, &into.verbosity, &into.datatype,
                  &into.enumtype, desc.buffer, desc.length, &into.bind, &into.scope);
}
template <class GetInfo>
int query_entry(const GetInfo& get_info, PvarInfo& into, TextOut name, TextOut desc) {
  return get_info(into.index, name.buffer, name.length, &into.verbosity, &into.var_class,
                  &into.datatype, &into.enumtype, desc.buffer, desc.length, &into.bind,
                  &into.readonly, &into.continuous, &into.atomic);
}
template <class GetInfo>
int query_entry(const GetInfo& get_info, CategoryInfo& into, TextOut name, TextOut desc) {
  return get_info(into.index, name.buffer, name.length, desc.buffer, desc.length, &into.num_cvars,
                  &into.num_pvars, &into.num_categories);
}

/// The same query with the recorded function.
int query_entry(CvarInfo& into, TextOut name, TextOut desc);
int query_entry(PvarInfo& into, TextOut name, TextOut desc);
int query_entry(CategoryInfo& into, TextOut name, TextOut desc);

/// The code of a query with all outputs.
template <class Info>
int query_code(int index) {
  Info info{};
  info.index = index;
  return code_of_whole([&](TextOut name, TextOut desc) { return query_entry(info, name, desc); });
}

/// The code of a query of an enumeration, or of one of its items, with room for the name.
int query_enum(MPI_T_enum handle, int* num);
int query_enum_item(MPI_T_enum handle, int item, int* value);

/// The lengths that a query for lengths only returns.
struct Lengths {
  int name = 0, desc = 0;
};
template <class Info>
Lengths query_lengths(int index) {
  Lengths lengths;
  Info info{};
  info.index = index;
  query_entry(info, {nullptr, &lengths.name}, {nullptr, &lengths.desc});
  return lengths;
}

/// One item of an enumeration.
struct EnumItem {
  std::string name;
  int value;
};

/// One enumeration with its items.
struct EnumInfo {
  MPI_T_enum handle;
  std::string name;
  std::vector<EnumItem> items;
  std::string user;  // label of the first variable that has it

  [[nodiscard]] std::string label() const;  // enum "name" of cvar 12 "name"
};

/// The numbers that the get_num functions report; 0 if the call fails.
int cvar_num();
int pvar_num();
int category_num();

/// One entry; nothing if its query fails. Throws NotCalled if the query is missing or in
/// quarantine.
std::optional<CvarInfo> read_cvar(int index);
std::optional<PvarInfo> read_pvar(int index);
std::optional<CategoryInfo> read_category(int index);
std::optional<EnumInfo> read_enum(MPI_T_enum handle, std::string user);

/// All entries whose query succeeds now, without objects in quarantine.
std::vector<CvarInfo> read_cvars();
std::vector<PvarInfo> read_pvars();
std::vector<CategoryInfo> read_categories();
/// Each distinct enumeration of a cvar or pvar.
std::vector<EnumInfo> read_enums();

}  // namespace mpitcheck
