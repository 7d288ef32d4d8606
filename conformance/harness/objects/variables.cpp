// SPDX-License-Identifier: BSD-3-Clause
// Enumeration of cvars, pvars, categories and enumerations.
#include "conformance/harness/objects/variables.hpp"

#include <algorithm>
#include <utility>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

namespace {

// An entry with a name and a description.
template <class Info>
std::optional<Info> read_entry(int index) {
  WholeText name;
  WholeText desc;
  Info info{};
  info.index = index;
  const auto query = [&] { return query_entry(info, name.out(), desc.out()); };
  if (!read_whole(query, {&name, &desc})) return std::nullopt;
  info.name = name.take();
  info.desc = desc.take();
  return info;
}

template <class Info>
bool allocation_says_inactive(const Info& variable, int code) {
  if (code == MPI_T_ERR_INVALID_INDEX) return true;
  return is_inactive(code) && !read_entry<Info>(variable.index);
}

int number_of(const Function<int(int*)>& get_num) { return std::max(number_answered(get_num), 0); }

// All entries below `count` that `read` can read. It gives up after many unreadable ones, because
// `count` may be implausible.
template <class Info>
std::vector<Info> read_all(int count, std::optional<Info> (*read)(int)) {
  constexpr int most_unreadable = 10000;  // in a row
  std::vector<Info> all;
  int unreadable = 0;
  for (int i = 0; i < count && unreadable < most_unreadable; ++i) {
    auto info = value_unless_quarantined([&] { return read(i); });
    unreadable = info ? 0 : unreadable + 1;
    if (info) all.push_back(std::move(*info));
  }
  return all;
}

}  // namespace

std::string CvarInfo::label() const { return join("cvar ", index, " ", in_quotes(name)); }

std::string PvarInfo::label() const {
  return join("pvar ", index, " ", in_quotes(name), " (", constant_name("pvar_class", var_class),
              ")");
}

bool says_inactive(const CvarInfo& cvar, int code) { return allocation_says_inactive(cvar, code); }
bool says_inactive(const PvarInfo& pvar, int code) { return allocation_says_inactive(pvar, code); }

std::string CategoryInfo::label() const { return join("category ", index, " ", in_quotes(name)); }

std::string EnumInfo::label() const { return join("enum ", in_quotes(name), " of ", user); }

int cvar_num() { return number_of(call::MPI_T_cvar_get_num); }
int pvar_num() { return number_of(call::MPI_T_pvar_get_num); }
int category_num() { return number_of(call::MPI_T_category_get_num); }

int query_entry(CvarInfo& into, TextOut name, TextOut desc) {
  return query_entry(call::MPI_T_cvar_get_info, into, name, desc);
}
int query_entry(PvarInfo& into, TextOut name, TextOut desc) {
  return query_entry(call::MPI_T_pvar_get_info, into, name, desc);
}
int query_entry(CategoryInfo& into, TextOut name, TextOut desc) {
  return query_entry(call::MPI_T_category_get_info, into, name, desc);
}

std::optional<CvarInfo> read_cvar(int index) { return read_entry<CvarInfo>(index); }
std::optional<PvarInfo> read_pvar(int index) { return read_entry<PvarInfo>(index); }
std::optional<CategoryInfo> read_category(int index) { return read_entry<CategoryInfo>(index); }

int query_enum(MPI_T_enum handle, int* num) {
  return code_of_whole([=](TextOut name, TextOut) {
    return call::MPI_T_enum_get_info(handle, num, name.buffer, name.length);
  });
}

int query_enum_item(MPI_T_enum handle, int item, int* value) {
  return code_of_whole([=](TextOut name, TextOut) {
    return call::MPI_T_enum_get_item(handle, item, value, name.buffer, name.length);
  });
}

std::optional<EnumInfo> read_enum(MPI_T_enum handle, std::string user) {
  WholeText name;
  EnumInfo info{};
  info.handle = handle;
  info.user = std::move(user);
  int count = 0;
  const auto query = [&] {
    const auto [buffer, length] = name.out();
    return call::MPI_T_enum_get_info(handle, &count, buffer, length);
  };
  if (!read_whole(query, {&name})) return std::nullopt;
  info.name = name.take();
  for (int i = 0; i < count; ++i) {
    WholeText item_name;
    EnumItem item{};
    const auto item_query = [&] {
      const auto [buffer, length] = item_name.out();
      return call::MPI_T_enum_get_item(handle, i, &item.value, buffer, length);
    };
    if (!value_unless_quarantined([&] { return read_whole(item_query, {&item_name}); })) continue;
    item.name = item_name.take();
    info.items.push_back(std::move(item));
  }
  return info;
}

std::vector<CvarInfo> read_cvars() { return read_all(cvar_num(), &read_cvar); }
std::vector<PvarInfo> read_pvars() { return read_all(pvar_num(), &read_pvar); }
std::vector<CategoryInfo> read_categories() { return read_all(category_num(), &read_category); }

std::vector<EnumInfo> read_enums() {
  std::vector<EnumInfo> enums;
  const auto add = [&enums](const auto& variable) {
    if (variable.datatype != MPI_INT || variable.enumtype == MPI_T_ENUM_NULL) return;
    const auto known = std::find_if(enums.begin(), enums.end(), [&](const EnumInfo& seen) {
      return seen.handle == variable.enumtype;
    });
    if (known != enums.end()) return;
    const auto read = [&] { return read_enum(variable.enumtype, variable.label()); };
    if (auto info = value_unless_quarantined(read)) {
      enums.push_back(std::move(*info));
    }
  };
  for (const CvarInfo& cvar : read_cvars()) add(cvar);
  for (const PvarInfo& pvar : read_pvars()) add(pvar);
  return enums;
}

}  // namespace mpitcheck
