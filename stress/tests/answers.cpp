// SPDX-License-Identifier: BSD-3-Clause
// Queries and their digests.
#include "answers.hpp"

#include <cstring>
#include <string_view>

#include "harness/api.hpp"
#include "harness/text.hpp"

namespace mpitcheck::stress {

namespace {

constexpr int most_text = 2048;
constexpr int most_members = 64;

/// FNV-1a.
class Digest {
 public:
  void bytes(const void* data, std::size_t size) {
    const auto* const byte = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) value_ = (value_ ^ byte[i]) * 0x100000001b3U;
  }
  template <class T>
  void add(const T& value) {
    bytes(&value, sizeof value);
  }
  void text(const char* text, int length) {
    bytes(text, ::strnlen(text, most_text));
    add(length);
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

struct Text {
  char bytes[most_text] = {};
  int length = most_text;
};

int enumeration(MPI_T_enum handle, Digest& digest) {
  if (handle == MPI_T_ENUM_NULL) return MPI_SUCCESS;
  int count = 0;
  Text name;
  int code = call::MPI_T_enum_get_info.required()(handle, &count, name.bytes, &name.length);
  if (code != MPI_SUCCESS) return code;
  digest.add(count);
  digest.text(name.bytes, name.length);
  for (int i = 0; i < count && code == MPI_SUCCESS; ++i) {
    Text item;
    int value = 0;
    code = call::MPI_T_enum_get_item.required()(handle, i, &value, item.bytes, &item.length);
    digest.add(value);
    digest.text(item.bytes, item.length);
  }
  return code;
}

int cvar(int index, Digest& digest) {
  Text name;
  Text desc;
  int verbosity = 0;
  int bind = 0;
  int scope = 0;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  const int code =
      call::MPI_T_cvar_get_info.required()(index, name.bytes, &name.length, &verbosity, &datatype,
                                           &enumtype, desc.bytes, &desc.length, &bind, &scope);
  if (code != MPI_SUCCESS) return code;
  digest.text(name.bytes, name.length);
  digest.text(desc.bytes, desc.length);
  for (const int number : {verbosity, bind, scope}) digest.add(number);
  digest.add(datatype);
  digest.add(enumtype);
  return enumeration(enumtype, digest);
}

int pvar(int index, Digest& digest) {
  Text name;
  Text desc;
  int verbosity = 0;
  int var_class = 0;
  int bind = 0;
  int readonly = 0;
  int continuous = 0;
  int atomic = 0;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  const int code = call::MPI_T_pvar_get_info.required()(
      index, name.bytes, &name.length, &verbosity, &var_class, &datatype, &enumtype, desc.bytes,
      &desc.length, &bind, &readonly, &continuous, &atomic);
  if (code != MPI_SUCCESS) return code;
  digest.text(name.bytes, name.length);
  digest.text(desc.bytes, desc.length);
  for (const int number : {verbosity, var_class, bind, readonly, continuous, atomic}) {
    digest.add(number);
  }
  digest.add(datatype);
  digest.add(enumtype);
  return enumeration(enumtype, digest);
}

using Members = int (*)(int, int, int*);

int members(Members get, int index, int count, Digest& digest) {
  int indices[most_members];
  const int room = count < most_members ? count : most_members;
  const int code = get(index, room, indices);
  if (code == MPI_SUCCESS) digest.bytes(indices, sizeof(int) * static_cast<std::size_t>(room));
  return code;
}

int category(int index, Digest& digest) {
  Text name;
  Text desc;
  int cvars = 0;
  int pvars = 0;
  int categories = 0;
  int code = call::MPI_T_category_get_info.required()(index, name.bytes, &name.length, desc.bytes,
                                                      &desc.length, &cvars, &pvars, &categories);
  if (code != MPI_SUCCESS) return code;
  digest.text(name.bytes, name.length);
  digest.text(desc.bytes, desc.length);
  for (const int number : {cvars, pvars, categories}) digest.add(number);
  code = members(call::MPI_T_category_get_cvars.required(), index, cvars, digest);
  if (code != MPI_SUCCESS) return code;
  code = members(call::MPI_T_category_get_pvars.required(), index, pvars, digest);
  if (code != MPI_SUCCESS) return code;
  return members(call::MPI_T_category_get_categories.required(), index, categories, digest);
}

int event(int index, Digest& digest) {
  constexpr int most_elements = 16;
  Text name;
  Text desc;
  int verbosity = 0;
  int bind = 0;
  MPI_Datatype datatypes[most_elements] = {};
  MPI_Aint displacements[most_elements] = {};
  int elements = most_elements;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  const int code = call::MPI_T_event_get_info.required()(
      index, name.bytes, &name.length, &verbosity, datatypes, displacements, &elements, &enumtype,
      nullptr, desc.bytes, &desc.length, &bind);
  if (code != MPI_SUCCESS) return code;
  digest.text(name.bytes, name.length);
  digest.text(desc.bytes, desc.length);
  for (const int number : {verbosity, bind, elements}) digest.add(number);
  const auto room = static_cast<std::size_t>(elements < most_elements ? elements : most_elements);
  digest.bytes(datatypes, sizeof *datatypes * room);
  digest.bytes(displacements, sizeof *displacements * room);
  return enumeration(enumtype, digest);
}

}  // namespace

std::string Item::label() const {
  constexpr const char* words[] = {"cvar ", "pvar ", "category ", "event "};
  return join(words[static_cast<int>(list)], index);
}

Answer ask(const Item& item) {
  constexpr int (*queries[])(int, Digest&) = {&cvar, &pvar, &category, &event};
  Digest digest;
  const int code = queries[static_cast<int>(item.list)](item.index, digest);
  return {code, code == MPI_SUCCESS ? digest.value() : 0};
}

int length(List list) {
  int number = 0;
  const auto told = [&](const auto& function) {
    return function.present() && function.unrecorded()(&number) == MPI_SUCCESS;
  };
  const bool known = list == List::cvars        ? told(call::MPI_T_cvar_get_num)
                     : list == List::pvars      ? told(call::MPI_T_pvar_get_num)
                     : list == List::categories ? told(call::MPI_T_category_get_num)
                                                : told(call::MPI_T_event_get_num);
  return known ? number : 0;
}

std::vector<Item> all_items() {
  std::vector<Item> items;
  for (const List list : all_lists) {
    const int number = length(list);
    for (int i = 0; i < number; ++i) items.push_back({list, i});
  }
  return items;
}

}  // namespace mpitcheck::stress
