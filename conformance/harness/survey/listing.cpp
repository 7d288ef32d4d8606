// SPDX-License-Identifier: BSD-3-Clause
#include "conformance/harness/survey/listing.hpp"

#include <unistd.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/value.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/event_types.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/sources.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/survey/foundations.hpp"
#include "conformance/harness/test/probe.hpp"

namespace mpitcheck {

using nlohmann::json;

namespace {

json enum_name(MPI_Datatype datatype, MPI_T_enum handle, const std::string& user) {
  if (datatype != MPI_INT || handle == MPI_T_ENUM_NULL) return nullptr;
  const auto info = read_enum(handle, user);
  return info ? json(info->name) : json(nullptr);
}

json read_value(const CvarInfo& cvar) {
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  const int code = call::MPI_T_cvar_handle_alloc(cvar.index, nullptr, &handle, &count);
  if (code != MPI_SUCCESS) return {{"count", code_name(code)}};
  ValueBuffer value(cvar.datatype, count);
  const int read = call::MPI_T_cvar_read(handle, value.data());
  return {{"count", count}, {"value", read == MPI_SUCCESS ? value.text() : code_name(read)}};
}

json describe(const CvarInfo& cvar) {
  json entry{{"index", cvar.index},
             {"name", cvar.name},
             {"verbosity", constant_name("verbosity", cvar.verbosity)},
             {"datatype", datatype_name(cvar.datatype)},
             {"enumtype", enum_name(cvar.datatype, cvar.enumtype, cvar.label())},
             {"desc", cvar.desc},
             {"bind", constant_name("binding", cvar.bind)},
             {"scope", constant_name("scope", cvar.scope)}};
  if (!cvar.bound_to_nothing()) return entry;
  try {
    entry.update(read_value(cvar));
  } catch (const Quarantined& held) {
    entry["value"] = held.what();
  }
  return entry;
}

json describe(const PvarInfo& pvar) {
  return {{"index", pvar.index},
          {"name", pvar.name},
          {"verbosity", constant_name("verbosity", pvar.verbosity)},
          {"class", constant_name("pvar_class", pvar.var_class)},
          {"datatype", datatype_name(pvar.datatype)},
          {"enumtype", enum_name(pvar.datatype, pvar.enumtype, pvar.label())},
          {"desc", pvar.desc},
          {"bind", constant_name("binding", pvar.bind)},
          {"readonly", pvar.readonly},
          {"continuous", pvar.continuous},
          {"atomic", pvar.atomic}};
}

json members(const Function<int(int, int, int*)>& get, int category, int count) {
  std::vector<int> indices(static_cast<std::size_t>(count > 0 ? count : 0) + 1, -1);
  const auto ask = [&] {
    return get.present() && get(category, count, indices.data()) == MPI_SUCCESS;
  };
  if (!value_unless_quarantined(ask)) return json::array();
  indices.pop_back();
  return indices;
}

json describe(const CategoryInfo& category) {
  int events = 0;
  if (call::MPI_T_category_get_num_events.present()) {
    call::MPI_T_category_get_num_events.if_possible(category.index, &events);
  }
  return {{"index", category.index},
          {"name", category.name},
          {"desc", category.desc},
          {"cvars", members(call::MPI_T_category_get_cvars, category.index, category.num_cvars)},
          {"pvars", members(call::MPI_T_category_get_pvars, category.index, category.num_pvars)},
          {"categories",
           members(call::MPI_T_category_get_categories, category.index, category.num_categories)},
          {"events", members(call::MPI_T_category_get_events, category.index, events)}};
}

json describe(const EnumInfo& info) {
  json items = json::array();
  for (const EnumItem& item : info.items)
    items.push_back({{"name", item.name}, {"value", item.value}});
  return {{"name", info.name}, {"user", info.user}, {"items", items}};
}

// The entries of one kind over both phases. Entries that MPI_Init adds are marked.
class Listing {
 public:
  template <class Info>
  void add(int num, std::optional<Info> (*read)(int), const char* phase) {
    for (int i = 0; i < num; ++i) {
      const auto info = value_unless_quarantined([&] { return read(i); });
      json entry = info ? describe(*info) : json{{"index", i}, {"readable", false}};
      const bool known = i < static_cast<int>(entries_.size());
      if (!known) {
        entry["phase"] = phase;
        entries_.push_back(std::move(entry));
      } else if (!info && !entries_[i].contains("readable")) {
        entries_[i]["unreadable"] = phase;
      } else if (info && entries_[i].contains("readable")) {
        entry["phase"] = phase;
        entries_[i] = std::move(entry);
      }
    }
  }

  [[nodiscard]] json take() { return std::move(entries_); }

 private:
  json entries_ = json::array();
};

// Entries with an index only.
json unread(int num) {
  json entries = json::array();
  for (int i = 0; i < num; ++i) entries.push_back({{"index", i}, {"readable", false}});
  return entries;
}

json list_events() {
  if (!call::MPI_T_event_get_num.present()) return json::array();
  json entries = unread(event_num());
  for (const EventInfo& event : read_events()) {
    entries[event.index] = {{"index", event.index},
                            {"name", event.name},
                            {"verbosity", constant_name("verbosity", event.verbosity)},
                            {"bind", constant_name("binding", event.bind)}};
    const auto type = value_unless_quarantined([&] { return read_event_type(event); });
    if (!type) continue;
    json elements = json::array();
    for (const MPI_Datatype datatype : type->datatypes) elements.push_back(datatype_name(datatype));
    entries[event.index]["elements"] = elements;
  }
  return entries;
}

json list_sources() {
  if (!call::MPI_T_source_get_num.present()) return json::array();
  json entries = unread(source_num());
  for (json& entry : entries) {
    SourceInfo source{};
    const auto ask = [&] { return query_source(entry.at("index"), source) == MPI_SUCCESS; };
    if (!value_unless_quarantined(ask)) continue;
    entry.erase("readable");
    entry["name"] = source.name;
    entry["ordering"] = constant_name("source_order", source.ordering);
  }
  return entries;
}

// Runs in a child, like everything that may end the process.
json foundations_found(Survey& survey) {
  const Attempt made = survey.get_through([](int out) {
    const std::string text = examine_foundations().dump();
    static_cast<void>(::write(out, text.data(), text.size()));
  });
  const json found = json::parse(made.output, nullptr, false);
  return found.is_array() ? found : json::array();
}

}  // namespace

json identify() {
  const Version version = version_of_library();
  char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(library, &length);
  json functions = json::object();
  json unresolved = json::array();  // shows whether a library that defines them was not linked
  for (const FunctionFacts& facts : all_functions()) {
    functions[std::string(facts.name)] = facts.linked;
    if (facts.declared && !facts.linked && !is_unusable(facts.name))
      unresolved.push_back(facts.name);
  }
  return {{"mpi_version", join(version.major_, ".", version.minor_)},
          {"library_version", library},
          {"functions", functions},
          {"unresolved", unresolved}};
}

bool bring_up() {
  int provided = 0;
  const int code = call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  if (code == MPI_SUCCESS) return true;
  if (code == MPI_T_ERR_CANNOT_INIT && never_comes_up()) return false;
  throw CannotGoOn(join("MPI_T_init_thread returned ", code_name(code), ": nothing can be listed"));
}

json list_nothing() {
  json found;
  for (const char* kind : {"cvars", "pvars", "categories", "enums", "events", "sources"}) {
    found[kind] = json::array();
  }
  return found;
}

json list_everything(Survey& survey) {
  Listing cvars;
  Listing pvars;
  Listing categories;
  const auto look = [&](const char* phase) {
    survey.get_through([](int) { ask_for_everything(); });
    cvars.add(cvar_num(), &read_cvar, phase);
    pvars.add(pvar_num(), &read_pvar, phase);
    categories.add(category_num(), &read_category, phase);
  };
  look("before-init");
  MPI_Init(nullptr, nullptr);
  look("after-init");
  json enums = json::array();
  for (const EnumInfo& info : read_enums()) enums.push_back(describe(info));
  return {{"cvars", cvars.take()},
          {"pvars", pvars.take()},
          {"categories", categories.take()},
          {"enums", enums},
          {"events", list_events()},
          {"sources", list_sources()},
          {"foundations", foundations_found(survey)}};
}

}  // namespace mpitcheck
