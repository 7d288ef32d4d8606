// SPDX-License-Identifier: BSD-3-Clause
// What an event type says of itself, asked for all of it, for some of it, and again.
#include <array>
#include <set>
#include <string>
#include <vector>

#include "harness/api.hpp"
#include "harness/event_types.hpp"
#include "harness/names.hpp"
#include "harness/test.hpp"
#include "harness/variables.hpp"
#include "harness/whole_event.hpp"
#include "tests/mpi_code.hpp"

namespace mpitcheck {
namespace {

// What came out of a query, and which outputs beside `skipped` are not those of `whole`. A text
// without its length is not returned, nor are arrays without their size.
std::string answer_text(const WholeEvent& part, const WholeEvent& whole, unsigned skipped) {
  std::string text = code_name(part.code);
  if (part.code != MPI_SUCCESS) return text;
  const auto has = [skipped](unsigned bit) { return (skipped >> bit & 1U) == 0; };
  const auto compare = [&text](bool returned, const std::string& output, const auto& was,
                               const auto& is) {
    if (returned && was != is) text += join(", ", output, " ", is, ", which was ", was);
  };
  const auto info_text = [](const WholeEvent& event) {
    return std::string(event.got_info() ? "an object" : "MPI_INFO_NULL");
  };
  const bool has_name = has(0) && has(1);
  const bool has_desc = has(8) && has(9);
  compare(has_name, "name", in_quotes(whole.name.data()), in_quotes(part.name.data()));
  compare(has_name, "name_len", whole.name_len, part.name_len);
  compare(has(2), "verbosity", constant_name("verbosity", whole.verbosity),
          constant_name("verbosity", part.verbosity));
  compare(has(5), "num_elements", whole.count, part.count);
  for (std::size_t i = 0; i < whole.datatypes.size(); ++i) {
    compare(has(3) && has(5), join("datatype ", i), datatype_name(whole.datatypes[i]),
            datatype_name(part.datatypes[i]));
    compare(has(4) && has(5), join("displacement ", i), whole.displacements[i],
            part.displacements[i]);
  }
  if (has(6) && whole.enumtype != part.enumtype) text += ", enumtype not the handle of before";
  compare(has(7), "info", info_text(whole), info_text(part));
  compare(has_desc, "desc", in_quotes(whole.desc.data()), in_quotes(part.desc.data()));
  compare(has_desc, "desc_len", whole.desc_len, part.desc_len);
  compare(has(10), "bind", constant_name("binding", whole.bind),
          constant_name("binding", part.bind));
  return text;
}

}  // namespace

MPITCHECK_TEST("event-query.info.repeatable", "A second query of an event type says the same.",
               cites(clause::event_info_repeatable), needs::each_phase) {
  const std::vector<EventType> types = read_event_types();
  std::vector<WholeEvent> before;
  for (const EventType& type : types) before.emplace_back(type.index);
  for (std::size_t i = 0; i < types.size(); ++i) {
    for (int again = 0; again < 2; ++again) {
      const WholeEvent now(types[i].index);
      t.check(clause::event_info_repeatable, types[i], now.says_the_same(before[i]),
              "MPI_SUCCESS and the same data", [&] { return answer_text(now, before[i], 0); });
    }
  }
}

MPITCHECK_TEST("event-query.info.null-arguments",
               "Each output may be NULL, and all of them; the others are filled as usual.",
               cites(clause::event_info_null_args), needs::each_phase) {
  constexpr Clause rule = clause::event_info_null_args;
  t.each_isolated(rule, read_event_types(), [&](const EventType& type) {
    const WholeEvent whole(type.index);
    for (unsigned bit = 0; bit < WholeEvent::outputs; ++bit) {
      const WholeEvent part(type.index, 1U << bit);
      t.check(rule, join(type.label(), " with output ", bit + 1, " NULL"),
              part.says_the_same(whole, 1U << bit), "MPI_SUCCESS and the other outputs",
              [&] { return answer_text(part, whole, 1U << bit); });
    }
    const WholeEvent nothing(type.index, (1U << WholeEvent::outputs) - 1);
    t.check_code(rule, join(type.label(), " with all outputs NULL"), nothing.code, {MPI_SUCCESS});
  });
}

MPITCHECK_TEST("event-query.info.constants",
               "Verbosity and binding of an event type are among the constants for them.",
               cites(clause::event_info_verbosity, clause::event_info_bind), needs::each_phase) {
  for (const EventType& type : read_event_types()) {
    const WholeEvent whole(type.index);
    t.check(clause::event_info_verbosity, type, is_constant("verbosity", whole.verbosity),
            "a verbosity level", [&] { return constant_name("verbosity", whole.verbosity); });
    t.check(clause::event_info_bind, type, is_constant("binding", whole.bind), "a binding",
            [&] { return constant_name("binding", whole.bind); });
  }
}

MPITCHECK_TEST("event-query.info.enumtype",
               "An event type has no enumeration, or one whose items can be queried.",
               cites(clause::event_info_enumtype), needs::each_phase) {
  constexpr Clause rule = clause::event_info_enumtype;
  t.each_isolated(rule, read_event_types(), [&](const EventType& type) {
    const WholeEvent whole(type.index);
    if (whole.enumtype == MPI_T_ENUM_NULL) {
      t.check(rule, type, true, "", "");
      return;
    }
    const auto enumeration = read_enum(whole.enumtype, type.label());
    if (!t.check(
            rule, type, enumeration && !enumeration->items.empty(), "a usable enumeration",
            [&] { return enumeration ? "one without items" : "one that cannot be queried"; })) {
      return;
    }
    std::array<char, 512> name{};
    int length = static_cast<int>(name.size());
    int items = 0;
    call::MPI_T_enum_get_info(whole.enumtype, &items, name.data(), &length);
    t.check(
        rule, *enumeration, items == static_cast<int>(enumeration->items.size()),
        [&] { return join("all of ", items, " items"); },
        [&] { return join(enumeration->items.size(), " that can be queried"); });
    std::set<std::string> names;
    for (const EnumItem& item : enumeration->items) {
      t.check(rule, *enumeration, !item.name.empty() && names.insert(item.name).second,
              "items of different names", [&] { return in_quotes(item.name); });
    }
  });
}

MPITCHECK_TEST(
    "event-query.info.object",
    "Asked for hints, an event type returns a new info object each time, to be freed, or "
    "MPI_INFO_NULL.",
    cites(clause::event_info_object), needs::each_phase) {
  constexpr Clause rule = clause::event_info_object;
  t.each_isolated(rule, read_event_types(), [&](const EventType& type) {
    WholeEvent one(type.index);
    WholeEvent other(type.index);
    for (const WholeEvent* whole : {&one, &other}) {
      t.check_code(rule, type, whole->code, {MPI_SUCCESS});
    }
    // E7: an event type may return its hints, and need not.
    t.behaviour(rule, "info of " + type.label(), one.got_info() ? "an object" : "MPI_INFO_NULL");
    if (one.got_info() && other.got_info()) {
      t.check(rule, type, one.info != other.info, "a new info object for each call",
              "one info object for two calls");
    }
    for (WholeEvent* whole : {&one, &other}) {
      if (!whole->got_info()) continue;
      const int freed = MPI_Info_free(&whole->info);
      t.check(
          rule, [&] { return "MPI_Info_free of the info of " + type.label(); },
          freed == MPI_SUCCESS, "MPI_SUCCESS", [freed] { return mpi_code_text(freed); });
    }
  });
}

}  // namespace mpitcheck
