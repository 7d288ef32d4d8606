// SPDX-License-Identifier: BSD-3-Clause
// Queries of an event type: for all outputs, for some, and repeated.
#include <array>
#include <set>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/event_types.hpp"
#include "conformance/harness/objects/whole_event.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/mpi_code.hpp"

namespace mpitcheck {
namespace {

// The query returns the same code, and its outputs except `skipped` are those of `whole`. A text
// without its length is not returned, nor are arrays without their size. A length may depend on the
// room for the text (A1).
template <class Subject>
void check_same(Test& t, Clause rule, const Subject& subject, const WholeEvent& part,
                const WholeEvent& whole, unsigned skipped = 0) {
  const auto has = [skipped](unsigned bit) { return (skipped >> bit & 1U) == 0; };
  const auto holds = [&](const auto& expected) {
    return t.check(rule, subject, expected.as_before());
  };
  if (!t.check(rule, subject, is_code_as_before(part.code, whole.code)) ||
      part.code != MPI_SUCCESS) {
    return;
  }
  bool same = true;
  if (has(0) && has(1)) {
    same = holds(is_text("name", part.name.data(), whole.name.data())) &&
           holds(equals("name_len", part.name_len, whole.name_len));
  }
  if (same && has(2)) {
    same = holds(is_constant_of("verbosity", "verbosity", part.verbosity, whole.verbosity));
  }
  if (same && has(5)) same = holds(equals("num_elements", part.count, whole.count));
  for (std::size_t i = 0; same && has(5) && i < whole.elements(); ++i) {
    const std::string datatype = join("array_of_datatypes[", i, ']');
    const std::string displacement = join("array_of_displacements[", i, ']');
    if (has(3)) same = holds(is_datatype(datatype, part.datatypes[i], whole.datatypes[i]));
    if (same && has(4)) {
      same = holds(equals(displacement, part.displacements[i], whole.displacements[i]));
    }
  }
  if (same && has(6)) same = holds(is_same_handle("enumtype", part.enumtype, whole.enumtype));
  if (same && has(7)) {
    const auto info_text = [](const WholeEvent& event) {
      return event.got_info() ? "an object" : "MPI_INFO_NULL";
    };
    same = holds(is_in_words("info", info_text(part), info_text(whole)));
  }
  if (same && has(8) && has(9)) {
    same = holds(is_text("desc", part.desc.data(), whole.desc.data())) &&
           holds(equals("desc_len", part.desc_len, whole.desc_len));
  }
  if (same && has(10)) holds(is_constant_of("binding", "bind", part.bind, whole.bind));
}

}  // namespace

MPITCHECK_TEST("event-query.info.repeatable", "A second query of an event type returns the same.",
               cites(clause::event_info_repeatable), needs::each_phase) {
  const std::vector<EventType> types = read_event_types();
  std::vector<WholeEvent> before;
  before.reserve(types.size());
  for (const EventType& type : types) before.emplace_back(type.index);
  for (std::size_t i = 0; i < types.size(); ++i) {
    for (int again = 0; again < 2; ++again) {
      const WholeEvent now(types[i].index);
      check_same(t, clause::event_info_repeatable, types[i], now, before[i]);
    }
  }
}

MPITCHECK_TEST("event-query.info.null-arguments",
               "Any output, or all of them, may be NULL. The others are filled as usual.",
               cites(clause::event_info_null_args), needs::each_phase) {
  constexpr Clause rule = clause::event_info_null_args;
  t.each_isolated(rule, read_event_types(), [&](const EventType& type) {
    const WholeEvent whole(type.index);
    for (unsigned bit = 0; bit < WholeEvent::outputs; ++bit) {
      const WholeEvent part(type.index, 1U << bit);
      check_same(
          t, rule, [&] { return join(type.label(), " with output ", bit + 1, " NULL"); }, part,
          whole, 1U << bit);
    }
    const WholeEvent nothing(type.index, (1U << WholeEvent::outputs) - 1);
    t.check(rule, join(type.label(), " with all outputs NULL"),
            is_code_as_before(nothing.code, whole.code));
  });
}

MPITCHECK_TEST("event-query.info.constants",
               "The verbosity and the binding of an event type are constants of the standard.",
               cites(clause::event_info_verbosity, clause::event_info_bind), needs::each_phase) {
  for (const EventType& type : read_event_types()) {
    const WholeEvent whole(type.index);
    t.check(clause::event_info_verbosity, type, is_any("verbosity", "verbosity", whole.verbosity));
    t.check(clause::event_info_bind, type, is_any("binding", "bind", whole.bind));
  }
}

MPITCHECK_TEST("event-query.info.enumtype",
               "An event type has no enumeration, or one whose items can be queried.",
               cites(clause::event_info_enumtype), needs::each_phase) {
  constexpr Clause rule = clause::event_info_enumtype;
  t.each_isolated(rule, read_event_types(), [&](const EventType& type) {
    const WholeEvent whole(type.index);
    if (whole.enumtype == MPI_T_ENUM_NULL) {
      return t.examined(rule, 1);
    }
    int items = 0;
    if (!t.check_code(rule, type,
                      call::MPI_T_enum_get_info(whole.enumtype, &items, nullptr, nullptr),
                      {MPI_SUCCESS}) ||
        !t.check(rule, type, at_least("num", items, 1))) {
      return;
    }
    std::set<std::string> names;
    for (int i = 0; i < items; ++i) {
      const auto item = [&] { return join("item ", i, " of the enumeration of ", type.label()); };
      std::array<char, 512> name{};
      int length = static_cast<int>(name.size()), value = 0;
      const int code = call::MPI_T_enum_get_item(whole.enumtype, i, &value, name.data(), &length);
      name.back() = '\0';
      const std::string text = name.data();
      const auto characters = static_cast<long long>(text.size());
      if (t.check_code(rule, item, code, {MPI_SUCCESS}) &&
          t.check(rule, item, at_least("strlen(name)", characters, 1))) {
        t.check(rule, item, is_other_text("name", text, names));
        names.insert(text);
      }
    }
  });
}

MPITCHECK_TEST(
    "event-query.info.object",
    "Each query for hints returns MPI_INFO_NULL or a new info object, which the caller frees.",
    cites(clause::event_info_object), needs::each_phase) {
  constexpr Clause rule = clause::event_info_object;
  t.each_isolated(rule, read_event_types(), [&](const EventType& type) {
    WholeEvent one(type.index);
    WholeEvent other(type.index);
    for (const WholeEvent* whole : {&one, &other}) {
      t.check_code(rule, type, whole->code, {MPI_SUCCESS});
    }
    // E7: an event type may return its hints, but need not.
    t.behaviour(rule, "info of " + type.label(), one.got_info() ? "an object" : "MPI_INFO_NULL");
    if (one.got_info() && other.got_info()) {
      t.check(rule, type, is_new_handle("info", other.info, one.info));
    }
    for (WholeEvent* whole : {&one, &other}) {
      if (!whole->got_info()) continue;
      const int freed = free_info(&whole->info);
      t.check(
          rule, [&] { return "MPI_Info_free of the info of " + type.label(); },
          mpi_succeeds("MPI_Info_free", freed));
    }
  });
}

}  // namespace mpitcheck
