// SPDX-License-Identifier: BSD-3-Clause
// What an event type says of itself: elements, arrays of any capacity, NULL for what is not wanted.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "harness/api.hpp"
#include "harness/event_watch.hpp"
#include "harness/events.hpp"
#include "harness/names.hpp"
#include "harness/test.hpp"
#include "harness/variables.hpp"

namespace mpitcheck {
namespace {

constexpr std::size_t spare = 4;
constexpr MPI_Aint untouched = -4711;

// One query into arrays of a capacity, with canaries behind.
struct ElementsRead {
  ElementsRead(int index, int capacity, bool with_datatypes = true, bool with_displacements = true)
      : datatypes(static_cast<std::size_t>(capacity) + spare, MPI_DATATYPE_NULL),
        displacements(datatypes.size(), untouched),
        count(capacity),
        code(call::MPI_T_event_get_info(index, nullptr, nullptr, nullptr,
                                        with_datatypes ? datatypes.data() : nullptr,
                                        with_displacements ? displacements.data() : nullptr, &count,
                                        nullptr, nullptr, nullptr, nullptr, nullptr)) {}

  // The first `n` entries are those of `type`, the others untouched.
  [[nodiscard]] bool holds(const EventType& type, std::size_t n) const {
    return datatypes_hold(type, n) && displacements_hold(type, n);
  }
  [[nodiscard]] bool datatypes_hold(const EventType& type, std::size_t n) const {
    for (std::size_t i = 0; i < datatypes.size(); ++i) {
      if (datatypes[i] != (i < n ? type.datatypes[i] : MPI_DATATYPE_NULL)) return false;
    }
    return true;
  }
  [[nodiscard]] bool displacements_hold(const EventType& type, std::size_t n) const {
    for (std::size_t i = 0; i < displacements.size(); ++i) {
      if (displacements[i] != (i < n ? type.displacements[i] : untouched)) return false;
    }
    return true;
  }
  [[nodiscard]] std::string label() const {
    return join(code_name(code), ", num_elements ", count, ", first displacements ",
                static_cast<long long>(displacements[0]), " ",
                static_cast<long long>(displacements[1]));
  }

  std::vector<MPI_Datatype> datatypes;
  std::vector<MPI_Aint> displacements;
  int count;
  int code;
};

// Everything that one query can return.
struct WholeEvent {
  explicit WholeEvent(int index, unsigned skipped = 0) {
    const auto unless = [skipped](unsigned bit, auto* pointer) {
      return (skipped >> bit & 1U) != 0 ? nullptr : pointer;
    };
    code = call::MPI_T_event_get_info(
        index, unless(0, name.data()), unless(1, &name_len), unless(2, &verbosity),
        unless(3, datatypes.data()), unless(4, displacements.data()), unless(5, &count),
        unless(6, &enumtype), unless(7, &info), unless(8, desc.data()), unless(9, &desc_len),
        unless(10, &bind));
    got_info = info != MPI_INFO_NULL;
    if (got_info) MPI_Info_free(&info);
  }

  // What was not skipped here is there as well. A length may depend on the room for the text (A1).
  [[nodiscard]] bool says_the_same(const WholeEvent& whole, unsigned skipped = 0) const {
    const auto has = [skipped](unsigned bit) { return (skipped >> bit & 1U) == 0; };
    const auto same = [&](unsigned bit, const auto& mine, const auto& other) {
      return !has(bit) || mine == other;
    };
    return code == MPI_SUCCESS && (!has(1) || same(0, name, whole.name)) &&
           (!has(0) || same(1, name_len, whole.name_len)) && same(2, verbosity, whole.verbosity) &&
           (!has(5) ||
            (same(3, datatypes, whole.datatypes) && same(4, displacements, whole.displacements))) &&
           same(5, count, whole.count) && same(6, enumtype, whole.enumtype) &&
           same(7, got_info, whole.got_info) && (!has(9) || same(8, desc, whole.desc)) &&
           (!has(8) || same(9, desc_len, whole.desc_len)) && same(10, bind, whole.bind);
  }

  static constexpr unsigned outputs = 11;
  static constexpr int unset = -4711;
  std::array<char, 2048> name{}, desc{};
  std::array<MPI_Datatype, 64> datatypes{};
  std::array<MPI_Aint, 64> displacements{};
  int name_len = 2048, desc_len = 2048, verbosity = unset, count = 64, bind = unset;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  MPI_Info info = MPI_INFO_NULL;
  bool got_info = false;
  int code;
};

// None yet is no reason to leave out the phases that follow.
std::vector<EventType> types_of(Test& t) {
  if (event_num() != 0) return read_event_types();
  t.missing("an event type");
  return {};
}

bool is_allowed(MPI_Datatype datatype) {
  static const std::set<std::string> names{
      "MPI_INT",     "MPI_UNSIGNED", "MPI_UNSIGNED_LONG", "MPI_UNSIGNED_LONG_LONG",
      "MPI_COUNT",   "MPI_CHAR",     "MPI_DOUBLE",        "MPI_INT32_T",
      "MPI_INT64_T", "MPI_UINT32_T", "MPI_UINT64_T"};
  return names.contains(datatype_name(datatype));
}

}  // namespace

MPITCHECK_TEST("event-query.info.repeatable", "A second query of an event type says the same.",
               cites(clause::event_info_repeatable), needs::each_phase) {
  const std::vector<EventType> types = types_of(t);
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
  t.each_isolated(rule, types_of(t), [&](const EventType& type) {
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
  for (const EventType& type : types_of(t)) {
    const WholeEvent whole(type.index);
    t.check(clause::event_info_verbosity, type, is_constant("verbosity", whole.verbosity),
            "a verbosity level", [&] { return constant_name("verbosity", whole.verbosity); });
    t.check(clause::event_info_bind, type, is_constant("binding", whole.bind), "a binding",
            [&] { return constant_name("binding", whole.bind); });
  }
}

MPITCHECK_TEST("event-query.elements.layout",
               "Elements have datatypes of the list, begin at 0, rise, and do not overlap.",
               cites(clause::event_info_datatypes, clause::event_info_displacement_zero,
                     clause::event_info_displacement_ascending),
               needs::each_phase) {
  t.missing("an event type with elements");
  for (const EventType& type : types_of(t)) {
    for (std::size_t i = 0; i < type.datatypes.size(); ++i) {
      const MPI_Aint at = type.displacements[i];
      const auto text = [at] { return std::to_string(static_cast<long long>(at)); };
      t.check(clause::event_info_datatypes, join("element ", i, " of ", type.label()),
              is_allowed(type.datatypes[i]), "a datatype that MPI_T may use",
              [&] { return datatype_name(type.datatypes[i]); });
      if (i == 0) {
        t.check(clause::event_info_displacement_zero, type, at == 0, "first displacement 0", text);
        continue;
      }
      const auto size = static_cast<MPI_Aint>(datatype_size(type.datatypes[i - 1]));
      t.check(clause::event_info_displacement_ascending, join("element ", i, " of ", type.label()),
              at > type.displacements[i - 1] && at >= type.displacements[i - 1] + size,
              "a displacement behind the element before", text);
    }
  }
}

MPITCHECK_TEST("event-query.elements.capacity",
               "Arrays are filled up to their capacity; num_elements tells how many there are.",
               cites(clause::event_info_num_elements, clause::event_info_array_truncate),
               needs::each_phase) {
  for (const EventType& type : types_of(t)) {
    const std::size_t count = type.datatypes.size();
    for (const std::size_t capacity : std::set<std::size_t>{0, 1, count / 2, count, count + 10}) {
      const ElementsRead read(type.index, static_cast<int>(capacity));
      const auto subject = [&] { return join(type.label(), " with room for ", capacity); };
      t.check(
          clause::event_info_num_elements, subject,
          read.code == MPI_SUCCESS && read.count == static_cast<int>(count),
          [&] { return join("MPI_SUCCESS, num_elements ", count); }, read);
      t.check(
          clause::event_info_array_truncate, subject, read.holds(type, std::min(count, capacity)),
          [&] { return join("the first ", std::min(count, capacity), " entries, no others"); },
          read);
    }
  }
}

MPITCHECK_TEST("event-query.elements.null-arrays",
               "Without num_elements no array is written; without one array the other still is.",
               cites(clause::event_info_num_elements_null), needs::each_phase) {
  constexpr Clause rule = clause::event_info_num_elements_null;
  t.each_isolated(rule, types_of(t), [&](const EventType& type) {
    const auto count = static_cast<int>(type.datatypes.size());
    const WholeEvent without_count(type.index, 1U << 5);
    const WholeEvent blank(type.index, (1U << WholeEvent::outputs) - 1);
    t.check(rule, type.label() + " without num_elements",
            without_count.code == MPI_SUCCESS && without_count.datatypes == blank.datatypes &&
                without_count.displacements == blank.displacements,
            "MPI_SUCCESS, arrays untouched", [&] { return code_name(without_count.code); });
    const ElementsRead datatypes(type.index, count, true, false);
    t.check(rule, type.label() + " without displacements",
            datatypes.code == MPI_SUCCESS && datatypes.datatypes_hold(type, type.datatypes.size()),
            "the datatypes", datatypes);
    const ElementsRead displacements(type.index, count, false, true);
    t.check(rule, type.label() + " without datatypes",
            displacements.code == MPI_SUCCESS &&
                displacements.displacements_hold(type, type.datatypes.size()),
            "the displacements", displacements);
  });
}

MPITCHECK_TEST("event-query.info.enumtype",
               "An event type has no enumeration, or one whose items can be queried.",
               cites(clause::event_info_enumtype), needs::each_phase) {
  constexpr Clause rule = clause::event_info_enumtype;
  t.each_isolated(rule, types_of(t), [&](const EventType& type) {
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
              "items of different names", [&] { return quoted(item.name); });
    }
  });
}

MPITCHECK_TEST("event-query.info.object", "Asked for hints, an event type returns an info object.",
               cites(clause::event_info_object), needs::each_phase) {
  t.each_isolated(clause::event_info_object, types_of(t), [&t](const EventType& type) {
    const WholeEvent whole(type.index);
    t.check(clause::event_info_object, type, whole.code == MPI_SUCCESS && whole.got_info,
            "an info object", [&] { return join(code_name(whole.code), ", MPI_INFO_NULL"); });
  });
}

}  // namespace mpitcheck
