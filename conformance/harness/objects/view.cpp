// SPDX-License-Identifier: BSD-3-Clause
// Looks at everything, as any caller can.
#include "conformance/harness/objects/view.hpp"

#include <algorithm>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/kinds.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/process/thread.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

namespace {

constexpr int most_entries = 12;  // of a list

std::string enumeration(MPI_T_enum handle) {
  if (handle == MPI_T_ENUM_NULL) return "no enumeration";
  const auto enumeration = value_unless_quarantined([&] { return read_enum(handle, ""); });
  if (!enumeration) return "an enumeration without an answer";
  std::string text = join("enumeration ", in_quotes(enumeration->name));
  for (const EnumItem& item : enumeration->items) text += join(" ", item.name, "=", item.value);
  return text;
}

std::string text_of_entry(const CvarInfo& cvar) {
  return join(in_quotes(cvar.name), " ", constant_name("verbosity", cvar.verbosity), " ",
              datatype_name(cvar.datatype), " ", constant_name("binding", cvar.bind), " ",
              constant_name("scope", cvar.scope), " ", enumeration(cvar.enumtype));
}

std::string text_of_entry(const PvarInfo& pvar) {
  return join(in_quotes(pvar.name), " ", constant_name("verbosity", pvar.verbosity), " ",
              constant_name("pvar_class", pvar.var_class), " ", datatype_name(pvar.datatype), " ",
              constant_name("binding", pvar.bind), " ", pvar.readonly, pvar.continuous, pvar.atomic,
              " ", enumeration(pvar.enumtype));
}

std::string text_of_entry(const CategoryInfo& category) {
  return join(in_quotes(category.name), " ", category.num_cvars, " cvars, ", category.num_pvars,
              " pvars, ", category.num_categories, " categories");
}

/// A list of the interface.
struct List {
  const char* function;
  const char* output;
  const char* kind;
  int (*ask)(int& number);
  std::string (*entry)(int index);
};

// Also called from callbacks, through which no exception may pass.
template <auto read>
std::string entry(int index) {
  try {
    const auto info = read(index);
    return info ? text_of_entry(*info) : "";
  } catch (const NotCalled&) {
    return "";
  }
}

std::string event_entry(int index) {
  char name[256] = "";
  int length = sizeof name;
  EventInfo info{};
  try {
    if (query_event(index, name, info, &length) != MPI_SUCCESS) return "";
  } catch (const NotCalled&) {
    return "";
  }
  return join(in_quotes(name), " ", constant_name("verbosity", info.verbosity), " ",
              constant_name("binding", info.bind));
}

const List lists[] = {
    {"MPI_T_cvar_get_num", "num_cvar", "cvar",
     [](int& number) { return call::MPI_T_cvar_get_num(&number); }, &entry<&read_cvar>},
    {"MPI_T_pvar_get_num", "num_pvar", "pvar",
     [](int& number) { return call::MPI_T_pvar_get_num(&number); }, &entry<&read_pvar>},
    {"MPI_T_category_get_num", "num_cat", "category",
     [](int& number) { return call::MPI_T_category_get_num(&number); }, &entry<&read_category>},
    {"MPI_T_event_get_num", "num_events", "event",
     [](int& number) { return call::MPI_T_event_get_num(&number); }, &event_entry},
    {"MPI_T_source_get_num", "num_sources", "source",
     [](int& number) { return call::MPI_T_source_get_num(&number); }, nullptr}};

std::optional<SeenNumber> number_of_list(const List& list) {
  SeenNumber seen{list.function, list.output, MPI_SUCCESS, 0};
  try {
    seen.code = list.ask(seen.number);
  } catch (const NotCalled&) {
    return std::nullopt;
  }
  return seen;
}

View look(bool with_entries) {
  View view;
  for (const List& list : lists) {
    const auto seen = number_of_list(list);
    if (!seen) continue;
    view.numbers.push_back(*seen);
    if (!with_entries || list.entry == nullptr || seen->code != MPI_SUCCESS) continue;
    for (const int index : evenly_spread(seen->number, most_entries)) {
      view.entries.push_back({join(list.kind, " ", index), list.entry(index)});
    }
  }
  return view;
}

}  // namespace

View View::now() { return look(true); }
View View::of_numbers() { return look(false); }
SeenNumber View::number_of(const std::string& function) {
  return number_of_list(*std::ranges::find(lists, function, &List::function)).value();
}

std::optional<std::string> View::text_of(const std::string& label) const {
  const auto found = std::ranges::find(entries, label, &SeenEntry::label);
  if (found == entries.end()) return std::nullopt;
  return found->text;
}

void require_same_view_in_threads() {
  const View here = View::of_numbers();
  View there;
  Thread([&] { there = View::of_numbers(); }).join();
  const auto same = [](const SeenNumber& one, const SeenNumber& other) {
    return one.code == other.code && one.number <= other.number;
  };
  if (!std::ranges::equal(here.numbers, there.numbers, same)) {
    throw CannotGoOn("a thread that is shown the same as the first (init.view.other-thread)");
  }
}

}  // namespace mpitcheck
