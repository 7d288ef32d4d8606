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

namespace mpitcheck {

MPITCHECK_TEST("event-query.info.repeatable", "A second query of an event type says the same.",
               cites(clause::event_info_repeatable), needs::each_phase) {
  const std::vector<EventType> types = read_event_types();
  std::vector<WholeEvent> before;
  for (const EventType& type : types) before.emplace_back(type.index);
  for (std::size_t i = 0; i < types.size(); ++i) {
    for (int again = 0; again < 2; ++again) {
      const WholeEvent now(types[i].index);
      t.check(clause::event_info_repeatable, types[i], now.says_the_same(before[i]),
              "the same data", [&] { return join(code_name(now.code), ", other data"); });
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
              [&] { return code_name(part.code); });
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
    if (!t.check(rule, type, enumeration && !enumeration->items.empty(), "a usable enumeration",
                 "one that cannot be queried or has no items")) {
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

MPITCHECK_TEST("event-query.info.object",
               "Asked for hints, an event type returns a new info object each time, to be freed.",
               cites(clause::event_info_object), needs::each_phase) {
  constexpr Clause rule = clause::event_info_object;
  t.each_isolated(rule, read_event_types(), [&](const EventType& type) {
    WholeEvent one(type.index);
    WholeEvent other(type.index);
    for (const WholeEvent* whole : {&one, &other}) {
      t.check(rule, type, whole->code == MPI_SUCCESS && whole->got_info(), "an info object",
              [&] { return join(code_name(whole->code), ", MPI_INFO_NULL"); });
    }
    if (!one.got_info() || !other.got_info()) return;
    t.check(rule, type, one.info != other.info, "a new object for each call", "the same one twice");
    for (WholeEvent* whole : {&one, &other}) {
      t.check(rule, type, MPI_Info_free(&whole->info) == MPI_SUCCESS, "an object that can be freed",
              "a failing MPI_Info_free");
    }
  });
}

}  // namespace mpitcheck
