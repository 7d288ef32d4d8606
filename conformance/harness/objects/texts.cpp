// SPDX-License-Identifier: BSD-3-Clause
// The texts of the interface.
#include "conformance/harness/objects/texts.hpp"

#include <algorithm>
#include <utility>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/process/habits.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

namespace {

constexpr int long_name = 160;
constexpr int short_text = 4;

template <class Info>
PairQuery pair_of(const Info& entry) {
  return {entry.label(), entry.index,
          [](int i, char* name, int* name_len, char* desc, int* desc_len) {
            Info info{};
            info.index = i;
            return query_entry(info, {name, name_len}, {desc, desc_len});
          }};
}

PairQuery event_pair(int index) {
  return {join("event ", index), index,
          [](int i, char* name, int* name_len, char* desc, int* desc_len) {
            int verbosity, bind;
            int elements = 0;
            MPI_Datatype datatype;
            MPI_Aint displacement;
            MPI_T_enum enumtype;
            return call::MPI_T_event_get_info(i, name, name_len, &verbosity, &datatype,
                                              &displacement, &elements, &enumtype, nullptr, desc,
                                              desc_len, &bind);
          }};
}

PairQuery source_pair(int index) {
  return {join("source ", index), index,
          [](int i, char* name, int* name_len, char* desc, int* desc_len) {
            MPI_T_source_order order;
            MPI_Count ticks, max_ticks;
            MPI_Info info = MPI_INFO_NULL;
            const int code = call::MPI_T_source_get_info(i, name, name_len, desc, desc_len, &order,
                                                         &ticks, &max_ticks, &info);
            if (info != MPI_INFO_NULL) MPI_Info_free(&info);
            return code;
          }};
}

int number(const Function<int(int*)>& get_num) {
  return get_num.present() ? number_answered(get_num) : 0;
}

// The full text, if it can be read.
std::optional<std::string> full_text(const TextQuery& query) {
  WholeText text;
  const auto ask = [&] {
    const auto [buffer, length] = text.out();
    return query.get(buffer, length);
  };
  if (!read_whole(ask, {&text})) return std::nullopt;
  const bool is_nothing = text.take().empty() && !TextRead(query, 1).text();  // not even a null
  return is_nothing ? std::nullopt : std::optional(text.take());
}

// Adds the query with its full text, unless it is in quarantine.
void add(std::vector<TextQuery>& queries, TextQuery query) {
  const auto text = value_unless_quarantined([&] { return full_text(query); });
  if (!text) return;
  query.full = *text;
  queries.push_back(std::move(query));
}

void add_enum(std::vector<TextQuery>& queries, const EnumInfo& info) {
  add(queries, {"name", info.label(), EnumPart{info.handle, std::nullopt}});
  for (int i = 0; i < static_cast<int>(info.items.size()); ++i) {
    add(queries, {"name", join("item ", i, " of ", info.label()), EnumPart{info.handle, i}});
  }
}

}  // namespace

int TextQuery::get(char* text, int* length) const {
  if (const auto* pair = std::get_if<PairQuery>(&asked)) {
    WholeText unseen;
    unseen.make_room(WholeText::usual);
    const auto [other, other_length] = unseen.out();
    return part == "name" ? pair->get(text, length, other, other_length)
                          : pair->get(other, other_length, text, length);
  }
  int other = 0;
  const auto& [handle, item] = std::get<EnumPart>(asked);
  return item ? call::MPI_T_enum_get_item(handle, *item, &other, text, length)
              : call::MPI_T_enum_get_info(handle, &other, text, length);
}

bool TextQuery::has_telling_length() const {
  return !full.empty() || !is_broken_foundation(lengths_foundation);
}

std::vector<PairQuery> pair_queries() {
  std::vector<PairQuery> queries;
  for (const CvarInfo& cvar : read_cvars()) queries.push_back(pair_of(cvar));
  for (const PvarInfo& pvar : read_pvars()) queries.push_back(pair_of(pvar));
  for (const CategoryInfo& category : read_categories()) queries.push_back(pair_of(category));
  for (int i = 0; i < number(call::MPI_T_event_get_num); ++i) queries.push_back(event_pair(i));
  for (int i = 0; i < number(call::MPI_T_source_get_num); ++i) queries.push_back(source_pair(i));
  return queries;
}

std::vector<TextQuery> text_queries() {
  std::vector<TextQuery> queries;
  for (const PairQuery& pair : pair_queries()) {
    for (const char* part : {"name", "desc"}) add(queries, {part, pair.owner, pair});
  }
  for (const EnumInfo& info : read_enums()) add_enum(queries, info);
  return queries;
}

std::vector<int> buffer_sizes(const TextQuery& query, bool every_size) {
  const int length = query.length();
  std::vector<int> sizes;
  if (length <= (every_size && query.part == "name" ? long_name : short_text)) {
    for (int n = 1; n <= length + 2; ++n) sizes.push_back(n);
  } else {
    sizes = {1, 2, length / 2, length - 1, length, length + 1, length + 2};
  }
  sizes.push_back(length + 100);
  return sizes;
}

GuardedText::GuardedText(int size)
    : bytes_(static_cast<std::size_t>(size) + 2 * first_, untouched_byte) {}

char* GuardedText::data() { return bytes_.data() + first_; }

int GuardedText::extent() const {
  const std::size_t last = bytes_.find_last_not_of(untouched_byte);
  return last == std::string::npos || last < first_ ? 0 : static_cast<int>(last + 1 - first_);
}

char GuardedText::at(int i) const { return bytes_[first_ + static_cast<std::size_t>(i)]; }

std::optional<int> GuardedText::written_outside(int from) const {
  const int first = static_cast<int>(first_), end = static_cast<int>(bytes_.size()) - first;
  for (int i = -first; i < end; ++i) {
    if ((i < 0 || i >= from) && at(i) != untouched_byte) return i;
  }
  return std::nullopt;
}

bool GuardedText::only_first_written(int n) const { return !written_outside(n); }

std::optional<std::string> GuardedText::text(int n) const {
  const std::string_view inside =
      std::string_view(bytes_).substr(first_).substr(0, static_cast<std::size_t>(n));
  const std::size_t null = inside.find('\0');
  if (null == std::string_view::npos) return std::nullopt;
  return std::string(inside.substr(0, null));
}

TextRead::TextRead(const TextQuery& query, int size_given)
    : given(size_given),
      length(size_given),
      buffer(size_given),
      code(query.get(buffer.data(), &length)) {}

std::string TextRead::label() const {
  const auto stored = text();
  return join(code_name(code), ", length ", length, ", ",
              stored ? in_quotes(*stored) : std::string("no null"));
}

bool check_stores(Test& t, Clause rule, const Subject& subject, const TextQuery& query,
                  const TextRead& read, const std::string& wanted) {
  std::size_t place = 0;
  while (place < wanted.size() && read.buffer.at(static_cast<int>(place)) == wanted[place]) ++place;
  const char seen = read.buffer.at(static_cast<int>(place));
  const bool ends = place == wanted.size();
  const auto stored = has_character(query.part, place, seen, ends ? '\0' : wanted[place]);
  return ends ? t.check(rule, subject, stored) : t.check(rule, subject, stored.as_before());
}

}  // namespace mpitcheck
