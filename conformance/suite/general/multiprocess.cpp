// SPDX-License-Identifier: BSD-3-Clause
// What connected processes must say alike of what they name alike. Each process compares the list
// of rank 0 with its own.
#include <array>
#include <map>
#include <string>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/event_watch.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

// Name to everything that must be the same.
using Table = std::map<std::string, std::string>;

std::string enum_name(MPI_T_enum handle) {
  if (handle == MPI_T_ENUM_NULL) return "no enumeration";
  const auto enumeration = stepping_over([&] { return read_enum(handle, ""); });
  return enumeration ? enumeration->name : "an unreadable enumeration";
}

// Descriptions need only be equivalent, so they are no part of any table.
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
    table[join(constant_name("pvar_class", pvar.var_class), " ", pvar.name)] =
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

// What rank 0 has. Names and texts hold no null.
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

void compare(Test& t, Clause rule, std::string_view what, const Table& mine) {
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
        in_words("properties", other->second == text, other->second, text));
  }
  if (!common) t.missing(join("a ", what, " of equal name in two processes"));
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
               cites(clause::multiprocess_event_identical, clause::event_info_cross_process),
               needs::mpi.on(2)) {
  const Table mine = event_table();
  compare(t, clause::multiprocess_event_identical, "event type", mine);
  compare(t, clause::event_info_cross_process, "event type", mine);
}

// More processes than most machines for tests have cores: those that start late see the same.
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

}  // namespace mpitcheck
