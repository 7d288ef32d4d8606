// SPDX-License-Identifier: BSD-3-Clause
// Enumeration of cvars, pvars, categories and enumerations.
#include "conformance/harness/objects/variables.hpp"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <utility>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

namespace {

// A buffer for one string of a query, sized by a first call that asks for lengths only.
class StringOut {
 public:
  char* data() { return length_ > 0 ? text_.data() : nullptr; }
  int* length() { return &length_; }
  TextOut out() { return {data(), length()}; }
  void make_room() { text_.assign(static_cast<std::size_t>(std::max(length_, 0)), '\0'); }
  std::string take() { return {text_.data(), ::strnlen(text_.data(), text_.size())}; }

 private:
  std::string text_;
  int length_ = 0;
};

// Makes a query twice: for the lengths of its texts, then for the texts.
template <class Query>
bool read_texts(const Query& query, std::initializer_list<StringOut*> texts) {
  if (query() != MPI_SUCCESS) return false;
  for (StringOut* text : texts) text->make_room();
  return query() == MPI_SUCCESS;
}

// An entry with a name and a description.
template <class Info>
std::optional<Info> read_entry(int index) {
  StringOut name;
  StringOut desc;
  Info info{};
  info.index = index;
  const auto query = [&] { return query_entry(info, name.out(), desc.out()); };
  if (!read_texts(query, {&name, &desc})) return std::nullopt;
  info.name = name.take();
  info.desc = desc.take();
  return info;
}

int number_of(const Function<int(int*)>& get_num) { return std::max(number_answered(get_num), 0); }

// All entries 0..count-1 that `read` can read.
template <class Info>
std::vector<Info> read_all(int count, std::optional<Info> (*read)(int)) {
  std::vector<Info> all;
  for (int i = 0; i < count; ++i) {
    if (auto info = stepping_over([&] { return read(i); })) all.push_back(std::move(*info));
  }
  return all;
}

}  // namespace

std::string CvarInfo::label() const { return join("cvar ", index, " ", in_quotes(name)); }

std::string PvarInfo::label() const {
  return join("pvar ", index, " ", in_quotes(name), " (", constant_name("pvar_class", var_class),
              ")");
}

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

std::optional<EnumInfo> read_enum(MPI_T_enum handle, std::string user) {
  StringOut name;
  EnumInfo info{};
  info.handle = handle;
  info.user = std::move(user);
  int count = 0;
  const auto query = [&] {
    return call::MPI_T_enum_get_info(handle, &count, name.data(), name.length());
  };
  if (!read_texts(query, {&name})) return std::nullopt;
  info.name = name.take();
  for (int i = 0; i < count; ++i) {
    StringOut item_name;
    EnumItem item{};
    const auto item_query = [&] {
      return call::MPI_T_enum_get_item(handle, i, &item.value, item_name.data(),
                                       item_name.length());
    };
    if (!stepping_over([&] { return read_texts(item_query, {&item_name}); })) continue;
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
    if (auto info = stepping_over(read)) {
      enums.push_back(std::move(*info));
    }
  };
  for (const CvarInfo& cvar : read_cvars()) add(cvar);
  for (const PvarInfo& pvar : read_pvars()) add(pvar);
  return enums;
}

}  // namespace mpitcheck
