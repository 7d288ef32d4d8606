// SPDX-License-Identifier: BSD-3-Clause
// Queries of all objects.
#include "conformance/harness/objects/metadata.hpp"

#include <optional>
#include <sstream>
#include <utility>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/kinds.hpp"
#include "conformance/harness/objects/sources.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/objects/whole_event.hpp"

namespace mpitcheck {

namespace {

std::string text_of_items(MPI_T_enum handle) {
  if (handle == MPI_T_ENUM_NULL) return "none";
  const auto info = value_unless_quarantined([&] { return read_enum(handle, ""); });
  if (!info) return "not queryable";
  std::string text = join(info->items.size(), " items of ", in_quotes(info->name), ":");
  for (const EnumItem& item : info->items) text += join(" ", in_quotes(item.name), "=", item.value);
  return text;
}

template <class Variable>
std::string items_of(const Variable& variable) {
  // For other datatypes the output may be left as it is (A12).
  return variable.datatype == MPI_INT ? text_of_items(variable.enumtype) : "none";
}

Metadata metadata_of(const CvarInfo& cvar) {
  return {"cvar",
          cvar.index,
          in_quotes(cvar.name),
          {{"desc", in_quotes(cvar.desc)},
           {"verbosity", constant_name("verbosity", cvar.verbosity)},
           {"datatype", datatype_name(cvar.datatype)},
           {"bind", constant_name("binding", cvar.bind)},
           {"scope", constant_name("scope", cvar.scope)},
           {std::string(items_output), items_of(cvar)}}};
}

Metadata metadata_of(const PvarInfo& pvar) {
  return {"pvar",
          pvar.index,
          in_quotes(pvar.name),
          {{"var_class", constant_name("pvar_class", pvar.var_class)},
           {"desc", in_quotes(pvar.desc)},
           {"verbosity", constant_name("verbosity", pvar.verbosity)},
           {"datatype", datatype_name(pvar.datatype)},
           {"bind", constant_name("binding", pvar.bind)},
           {"readonly", join(pvar.readonly)},
           {"continuous", join(pvar.continuous)},
           {"atomic", join(pvar.atomic)},
           {std::string(items_output), items_of(pvar)}}};
}

Metadata metadata_of(const CategoryInfo& category) {
  return {
      "category", category.index, in_quotes(category.name), {{"desc", in_quotes(category.desc)}}};
}

// Without the enumeration: a library that leaves it unset returns another one each time, and its
// use ends the process. event-query.info.enumtype examines it.
std::optional<Metadata> metadata_of(const EventInfo& event) {
  const WholeEvent whole(event.index, WholeEvent::without_info);
  if (whole.code != MPI_SUCCESS) return std::nullopt;
  std::string elements;
  for (std::size_t i = 0; i < whole.elements(); ++i) {
    elements +=
        join(i == 0 ? "" : ", ", datatype_name(whole.datatypes[i]), " at ", whole.displacements[i]);
  }
  return Metadata{"event",
                  event.index,
                  in_quotes(event.name),
                  {{"desc", in_quotes(whole.desc.data())},
                   {"verbosity", constant_name("verbosity", whole.verbosity)},
                   {"bind", constant_name("binding", whole.bind)},
                   {"num_elements", join(whole.count)},
                   {"elements", elements}}};
}

Metadata metadata_of(const SourceInfo& source) {
  return {"source",
          source.index,
          in_quotes(source.name),
          {{"ordering", constant_name("source_order", source.ordering)}}};
}

// Adds the metadata of selected objects that `read` can read.
template <class Read>
void add(std::vector<Metadata>& all, int number, int most, const Read& read) {
  for (const int i : evenly_spread(number, most)) {
    const auto info = value_unless_quarantined([&] { return read(i); });
    if (info) all.push_back(metadata_of(*info));
  }
}

}  // namespace

std::string Metadata::label() const { return join(kind, " ", index, " ", name); }

std::string Metadata::key() const {
  return kind == "pvar" ? join(kind, name, outputs.front().value) : join(kind, name);
}

std::string Metadata::function() const { return join("MPI_T_", kind, "_get_info"); }

std::vector<Metadata> all_metadata(int most) {
  std::vector<Metadata> all;
  add(all, cvar_num(), most, read_cvar);
  add(all, pvar_num(), most, read_pvar);
  add(all, category_num(), most, read_category);
  if (call::MPI_T_event_get_info.present()) {
    for (const EventInfo& event : read_events()) {
      if (auto it = value_unless_quarantined([&] { return metadata_of(event); }))
        all.push_back(*it);
    }
  }
  const int sources = call::MPI_T_source_get_num.present() ? source_num() : 0;
  for (int i = 0; i < sources; ++i) {
    SourceInfo source{};
    const auto ask = [&] { return query_source(i, source) == MPI_SUCCESS; };
    if (value_unless_quarantined(ask)) all.push_back(metadata_of(source));
  }
  return all;
}

std::string written(const std::vector<Metadata>& all) {
  std::string text;
  for (const Metadata& it : all) {
    text += join(it.kind, "\t", it.index, "\t", it.name);
    for (const QueryOutput& output : it.outputs)
      text += join("\t", output.name, "\t", output.value);
    text += '\n';
  }
  return text;
}

std::vector<Metadata> read_back(const std::string& text) {
  std::vector<Metadata> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    Metadata it{};
    std::string index;
    QueryOutput output;
    std::getline(fields, it.kind, '\t');
    std::getline(fields, index, '\t');
    std::getline(fields, it.name, '\t');
    it.index = whole_number<int>(index).value_or(-1);
    while (std::getline(fields, output.name, '\t') && std::getline(fields, output.value, '\t')) {
      it.outputs.push_back(output);
    }
    all.push_back(std::move(it));
  }
  return all;
}

}  // namespace mpitcheck
