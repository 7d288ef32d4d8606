// SPDX-License-Identifier: BSD-3-Clause
// Queries, with digests and fields. They use the query calls of the harness, but not its readers,
// which record and allocate memory: threads repeat these queries very often.
#include "stress/suite/answers.hpp"

#include <cstring>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/objects/whole_event.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck::stress {

namespace {

constexpr int most_text = 2048;
constexpr int most_members = 64;

struct Text {
  char bytes[most_text] = {};
  int length = most_text;

  TextOut out() { return {bytes, &length}; }
};

int enumeration(MPI_T_enum handle, Enumerations wanted, Reply& reply) {
  reply.bytes("enumtype", &handle, sizeof handle);
  if (handle == MPI_T_ENUM_NULL || wanted == Enumerations::left_out) return MPI_SUCCESS;
  int count = 0;
  Text name;
  int code = call::MPI_T_enum_get_info.required()(handle, &count, name.bytes, &name.length);
  if (code != MPI_SUCCESS) return code;
  reply.number("number of items", "", count);
  reply.text("name of the enumeration", name.bytes, name.length);
  for (int i = 0; i < count && code == MPI_SUCCESS; ++i) {
    Text item;
    int value = 0;
    code = call::MPI_T_enum_get_item.required()(handle, i, &value, item.bytes, &item.length);
    reply.number("value of an item", "", value);
    reply.text("name of an item", item.bytes, item.length);
  }
  return code;
}

/// Queries the entry, and adds its texts to the reply.
template <class Info, class GetInfo>
int description(const GetInfo& get_info, int index, Info& info, Reply& reply) {
  Text name;
  Text desc;
  info.index = index;
  const int code = query_entry(get_info.required_for(index), info, name.out(), desc.out());
  if (code != MPI_SUCCESS) return code;
  reply.text("name", name.bytes, name.length);
  reply.text("desc", desc.bytes, desc.length);
  return code;
}

int cvar(int index, Enumerations wanted, Reply& reply) {
  CvarInfo info{};
  const int code = description(call::MPI_T_cvar_get_info, index, info, reply);
  if (code != MPI_SUCCESS) return code;
  reply.number("verbosity", "verbosity", info.verbosity);
  reply.number("bind", "binding", info.bind);
  reply.number("scope", "scope", info.scope);
  reply.datatype("datatype", info.datatype);
  return enumeration(info.enumtype, wanted, reply);
}

int pvar(int index, Enumerations wanted, Reply& reply) {
  PvarInfo info{};
  const int code = description(call::MPI_T_pvar_get_info, index, info, reply);
  if (code != MPI_SUCCESS) return code;
  reply.number("verbosity", "verbosity", info.verbosity);
  reply.number("class", "pvar_class", info.var_class);
  reply.number("bind", "binding", info.bind);
  reply.number("readonly", "", info.readonly);
  reply.number("continuous", "", info.continuous);
  reply.number("atomic", "", info.atomic);
  reply.datatype("datatype", info.datatype);
  return enumeration(info.enumtype, wanted, reply);
}

using Members = int (*)(int, int, int*);

int members(Members get, std::string_view of, int index, int count, Reply& reply) {
  int indices[most_members];
  const int room = count < most_members ? count : most_members;
  const int code = get(index, room, indices);
  for (int i = 0; i < room && code == MPI_SUCCESS; ++i) reply.number(of, "", indices[i]);
  return code;
}

int category(int index, Enumerations, Reply& reply) {
  CategoryInfo info{};
  int code = description(call::MPI_T_category_get_info, index, info, reply);
  if (code != MPI_SUCCESS) return code;
  reply.number("number of cvars", "", info.num_cvars);
  reply.number("number of pvars", "", info.num_pvars);
  reply.number("number of categories", "", info.num_categories);
  code = members(call::MPI_T_category_get_cvars.required_for(index), "a cvar", index,
                 info.num_cvars, reply);
  if (code != MPI_SUCCESS) return code;
  code = members(call::MPI_T_category_get_pvars.required_for(index), "a pvar", index,
                 info.num_pvars, reply);
  if (code != MPI_SUCCESS) return code;
  return members(call::MPI_T_category_get_categories.required_for(index), "a category", index,
                 info.num_categories, reply);
}

int event(int index, Enumerations wanted, Reply& reply) {
  const WholeEvent event(call::MPI_T_event_get_info.required_for(index), index,
                         WholeEvent::without_info);
  if (event.code != MPI_SUCCESS) return event.code;
  reply.text("name", event.name.data(), event.name_len);
  reply.text("desc", event.desc.data(), event.desc_len);
  reply.number("verbosity", "verbosity", event.verbosity);
  reply.number("bind", "binding", event.bind);
  reply.number("number of elements", "", event.count);
  for (std::size_t i = 0; i < event.elements(); ++i) {
    reply.datatype("datatype of an element", event.datatypes[i]);
    reply.bytes("displacement of an element", &event.displacements[i], sizeof(MPI_Aint));
  }
  return enumeration(event.enumtype, wanted, reply);
}

}  // namespace

void Reply::begin() {
  raw_.clear();
  fields_.clear();
}

void Reply::add(std::string_view field, std::string_view kind, Shape shape, const void* data,
                std::size_t size) {
  const std::size_t begin = raw_.size();
  raw_.append(static_cast<const char*>(data), size);
  fields_.push_back({field, kind, shape, begin, raw_.size()});
}

void Reply::text(std::string_view field, const char* text, int length) {
  add(field, "", Shape::text, text, ::strnlen(text, most_text));
  add("length of that text", "", Shape::number, &length, sizeof length);
}

void Reply::number(std::string_view field, std::string_view kind, int value) {
  add(field, kind, Shape::number, &value, sizeof value);
}

void Reply::datatype(std::string_view field, MPI_Datatype value) {
  add(field, "", Shape::datatype, &value, sizeof value);
}

void Reply::bytes(std::string_view field, const void* data, std::size_t size) {
  add(field, "", Shape::bytes, data, size);
}

// FNV-1a. If the query failed, only the code counts.
Answer Reply::end(int code) {
  std::uint64_t digest = 0xcbf29ce484222325U;
  for (const char byte : raw_) {
    digest = (digest ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  }
  answer_ = {code, code == MPI_SUCCESS ? digest : 0};
  return answer_;
}

std::string_view Reply::raw(const Field& field) const {
  return std::string_view(raw_).substr(field.begin, field.end - field.begin);
}

std::string Reply::shown(const Field& field) const {
  const std::string_view value = raw(field);
  switch (field.shape) {
    case Shape::text:
      return join(field.name, " ", in_quotes(value));
    case Shape::number: {
      int number = 0;
      std::memcpy(&number, value.data(), sizeof number);
      return field.kind.empty() ? join(field.name, " ", number)
                                : join(field.name, " ", constant_name(field.kind, number));
    }
    case Shape::datatype: {
      MPI_Datatype datatype{};
      std::memcpy(&datatype, value.data(), sizeof datatype);
      return join(field.name, " ", datatype_name(datatype));
    }
    default:
      return join(field.name, " of the bytes ", in_quotes(value));
  }
}

std::string Reply::shown(std::size_t field) const {
  return field < fields_.size() ? shown(fields_[field]) : "no further output";
}

std::optional<Difference> Reply::difference(const Reply& other) const {
  if (answer_ == other.answer_) return std::nullopt;
  if (answer_.code != other.answer_.code) {
    return Difference{code_name(answer_.code), code_name(other.answer_.code)};
  }
  std::size_t i = 0;
  while (i < fields_.size() && i < other.fields_.size() &&
         raw(fields_[i]) == other.raw(other.fields_[i])) {
    ++i;
  }
  return Difference{shown(i), other.shown(i)};
}

std::string Item::label() const {
  constexpr const char* words[] = {"cvar ", "pvar ", "category ", "event "};
  return join(words[static_cast<int>(list)], index);
}

Answer ask(const Item& item, Reply& into, Enumerations enumerations) {
  constexpr int (*queries[])(int, Enumerations, Reply&) = {&cvar, &pvar, &category, &event};
  into.begin();
  return into.end(queries[static_cast<int>(item.list)](item.index, enumerations, into));
}

Answer ask(const Item& item) {
  thread_local Reply reply;
  return ask(item, reply);
}

int length(List list) {
  int number = 0;
  const auto succeeds = [&](const auto& function) {
    return function.present() && function.unrecorded()(&number) == MPI_SUCCESS;
  };
  const bool known = list == List::cvars        ? succeeds(call::MPI_T_cvar_get_num)
                     : list == List::pvars      ? succeeds(call::MPI_T_pvar_get_num)
                     : list == List::categories ? succeeds(call::MPI_T_category_get_num)
                                                : succeeds(call::MPI_T_event_get_num);
  return known ? number : 0;
}

std::vector<Item> askable_items(Test& t) {
  std::vector<Item> items;
  for (const List list : all_lists) {
    const int number = length(list);
    for (int i = 0; i < number; ++i) items.push_back({list, i});
  }
  const auto answers = probe_each(items.size(), [&](std::size_t i) { return ask(items[i]).code; });
  std::vector<Item> askable;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (answers[i]) {
      askable.push_back(items[i]);
    } else {
      t.missing(join("an answer about ", items[i].label(), " that one thread survives"));
    }
  }
  return askable;
}

std::vector<Reply> ask_all(const std::vector<Item>& items) {
  std::vector<Reply> replies(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) ask(items[i], replies[i]);
  return replies;
}

}  // namespace mpitcheck::stress
