// SPDX-License-Identifier: BSD-3-Clause
// Properties that connected processes must report alike for equal names. Each process compares the
// list of rank 0 with its own.
#include <map>
#include <set>
#include <string>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/event_watch.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/texts.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/run_test.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

// From a name to everything that must be equal.
using Table = std::map<std::string, std::string>;

std::string enum_name(MPI_T_enum handle) {
  if (handle == MPI_T_ENUM_NULL) return "no enumeration";
  const auto enumeration = value_unless_quarantined([&] { return read_enum(handle, ""); });
  return enumeration ? enumeration->name : "an unreadable enumeration";
}

std::string key_of(const CvarInfo& cvar) { return cvar.name; }
std::string key_of(const PvarInfo& pvar) {
  return join(constant_name("pvar_class", pvar.var_class), " ", pvar.name);
}
std::string key_of(const CategoryInfo& category) { return category.name; }

// Equivalent descriptions are identical (strings-equivalence-on-full-text).
template <class Info>
Table descriptions(const std::vector<Info>& entries) {
  Table table;
  for (const Info& entry : entries) table[key_of(entry)] = in_quotes(entry.desc);
  return table;
}

Table event_descriptions() {
  Table table;
  std::string owner;
  std::string name;
  for (const TextQuery& text : text_queries()) {
    if (!text.owner.starts_with("event ")) continue;
    if (text.part == "name") {
      owner = text.owner;
      name = text.full;
    } else if (text.owner == owner) {
      table[name] = in_quotes(text.full);
    }
  }
  return table;
}

// Items that one process lists with several values are left out.
Table item_table() {
  std::map<std::string, std::set<int>> values;
  for (const EnumInfo& enumeration : read_enums()) {
    for (const EnumItem& item : enumeration.items) {
      values[join(item.name, " of ", enumeration.name)].insert(item.value);
    }
  }
  Table table;
  for (const auto& [item, of_item] : values) {
    if (of_item.size() == 1) table[item] = join(*of_item.begin());
  }
  return table;
}

Table cvar_table() {
  Table table;
  for (const CvarInfo& cvar : read_cvars()) {
    table[cvar.name] =
        join(constant_name("verbosity", cvar.verbosity), " ", datatype_name(cvar.datatype), " ",
             constant_name("binding", cvar.bind), " ", constant_name("scope", cvar.scope), " ",
             in_quotes(enum_name(cvar.enumtype)));
  }
  return table;
}

Table pvar_table() {
  Table table;
  for (const PvarInfo& pvar : read_pvars()) {
    table[key_of(pvar)] =
        join(constant_name("verbosity", pvar.verbosity), " ", datatype_name(pvar.datatype), " ",
             constant_name("binding", pvar.bind), " ", pvar.readonly, pvar.continuous, pvar.atomic,
             " ", in_quotes(enum_name(pvar.enumtype)));
  }
  return table;
}

Table event_table() {
  Table table;
  for (const EventInfo& event : read_events()) {
    table[event.name] = join(constant_name("verbosity", event.verbosity), " ",
                             constant_name("binding", event.bind));
  }
  if (table.empty()) return table;
  for (const EventType& type : read_event_types()) {
    MPI_T_enum enumtype = MPI_T_ENUM_NULL;
    call::MPI_T_event_get_info(type.index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                               &enumtype, nullptr, nullptr, nullptr, nullptr);
    std::string& text = table[type.name];
    for (const MPI_Datatype datatype : type.datatypes) text += " " + datatype_name(datatype);
    text += " " + in_quotes(enum_name(enumtype));
  }
  return table;
}

// The table of rank 0. Names and texts contain no null.
Table table_of_first(const Table& mine) {
  std::string packed;
  for (const auto& [name, text] : mine) packed += join(name, '\0', text, '\0');
  int size = static_cast<int>(packed.size());
  MPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
  packed.resize(static_cast<std::size_t>(size));
  MPI_Bcast(packed.data(), size, MPI_CHAR, 0, MPI_COMM_WORLD);
  Table table;
  for (std::size_t at = 0; at < packed.size();) {
    const std::string name = packed.c_str() + at;
    at += name.size() + 1;
    const std::string text = packed.c_str() + at;
    at += text.size() + 1;
    table[name] = text;
  }
  return table;
}

void compare(Test& t, Clause rule, std::string_view what, const Table& mine,
             std::string_view told = "properties") {
  const Table first = table_of_first(mine);
  int size = 0;
  int rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (size < 2) return t.missing("a second process");
  bool common = false;
  for (const auto& of_mine : mine) {
    const std::string& name = of_mine.first;
    const std::string& text = of_mine.second;
    const auto other = first.find(name);
    if (other == first.end()) continue;
    common = true;
    t.check(
        rule, [&] { return join(what, " ", in_quotes(name), " in ranks 0 and ", rank); },
        is_in_words(told, text, other->second));
  }
  if (!common) t.missing(join("a common ", what, " of two processes"));
}

// The properties that the standard requires to be equal for the same meaning (section 15.3 and the
// sections of each kind).
void compare_all(Test& t, Clause rule) {
  compare(t, rule, "cvar", cvar_table());
  compare(t, rule, "pvar", pvar_table());
  compare(t, rule, "event type", event_table());
  compare(t, rule, "cvar", descriptions(read_cvars()), "desc");
  compare(t, rule, "pvar", descriptions(read_pvars()), "desc");
  compare(t, rule, "event type", event_descriptions(), "desc");
}

}  // namespace

MPITCHECK_TEST("multiprocess.cvar.identical",
               "Cvars of one name have the same properties in connected processes.",
               cites(clause::multiprocess_cvar_identical), needs::mpi.on(2)) {
  compare(t, clause::multiprocess_cvar_identical, "cvar", cvar_table());
}

MPITCHECK_TEST("multiprocess.pvar.identical",
               "Pvars of one name and class have the same properties in connected processes.",
               cites(clause::multiprocess_pvar_identical), needs::mpi.on(2)) {
  compare(t, clause::multiprocess_pvar_identical, "pvar", pvar_table());
}

MPITCHECK_TEST("multiprocess.event.identical",
               "Event types of one name have the same properties in connected processes.",
               cites(clause::multiprocess_event_identical), needs::mpi.on(2)) {
  compare(t, clause::multiprocess_event_identical, "event type", event_table());
}

// Most test machines have fewer cores than this, so some processes start late.
MPITCHECK_TEST("multiprocess.cvar.identical-in-four",
               "Cvars of one name have the same properties in four connected processes.",
               cites(clause::multiprocess_cvar_identical), needs::mpi.on(4)) {
  compare(t, clause::multiprocess_cvar_identical, "cvar", cvar_table());
}

MPITCHECK_TEST("multiprocess.pvar.identical-in-four",
               "Pvars of one name and class have the same properties in four connected processes.",
               cites(clause::multiprocess_pvar_identical), needs::mpi.on(4)) {
  compare(t, clause::multiprocess_pvar_identical, "pvar", pvar_table());
}

MPITCHECK_TEST("multiprocess.cvar.description",
               "Cvars of one name have the same description in connected processes.",
               cites(clause::multiprocess_cvar_identical), needs::mpi.on(2)) {
  compare(t, clause::multiprocess_cvar_identical, "cvar", descriptions(read_cvars()), "desc");
}

MPITCHECK_TEST("multiprocess.pvar.description",
               "Pvars of one name and class have the same description in connected processes.",
               cites(clause::multiprocess_pvar_identical), needs::mpi.on(2)) {
  compare(t, clause::multiprocess_pvar_identical, "pvar", descriptions(read_pvars()), "desc");
}

MPITCHECK_TEST("multiprocess.category.description",
               "Categories of one name have the same description in connected processes.",
               cites(clause::multiprocess_category_description), needs::mpi.on(2)) {
  compare(t, clause::multiprocess_category_description, "category", descriptions(read_categories()),
          "desc");
}

MPITCHECK_TEST("multiprocess.event.description",
               "Event types of one name have the same description in connected processes.",
               cites(clause::multiprocess_event_identical), needs::mpi.on(2)) {
  compare(t, clause::multiprocess_event_identical, "event type", event_descriptions(), "desc");
}

MPITCHECK_TEST(
    "multiprocess.enum.item-values",
    "Items of one name in enumerations of one name have the same value in all processes.",
    cites(clause::multiprocess_enum_item_values), needs::mpi.on(2)) {
  compare(t, clause::multiprocess_enum_item_values, "item", item_table(), "value");
}

MPITCHECK_TEST("multiprocess.late.same-meaning",
               "A name has the same meaning in a process that initialized the interface before "
               "MPI_Init and in one that did so after it.",
               cites(clause::multiprocess_same_name_same_meaning,
                     clause::multiprocess_category_description),
               needs::nothing.on(2)) {
  int late = launched_place(2).rank % 2;
  if (late == 0) t.lifecycle().tool_init();
  t.lifecycle().mpi_init();
  if (late != 0) t.lifecycle().tool_init();
  Progress::instance().phase(late != 0 ? "MPI_T up after MPI_Init" : "MPI_T up before MPI_Init");
  MPI_Bcast(&late, 1, MPI_INT, 1, MPI_COMM_WORLD);
  if (late == 0) return t.missing("a launcher that tells a process its rank before MPI_Init");
  compare_all(t, clause::multiprocess_same_name_same_meaning);
  compare(t, clause::multiprocess_category_description, "category", descriptions(read_categories()),
          "desc");
}

}  // namespace mpitcheck
