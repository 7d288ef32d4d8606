// SPDX-License-Identifier: BSD-3-Clause
// The elements of event types: their layout, and arrays of any capacity for them.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "harness/api.hpp"
#include "harness/event_types.hpp"
#include "harness/names.hpp"
#include "harness/test.hpp"
#include "harness/whole_event.hpp"

namespace mpitcheck {
namespace {

constexpr std::size_t spare_elements = 4;
constexpr MPI_Aint untouched = -4711;

// One query into arrays of a capacity, with canaries behind.
struct ElementsRead {
  ElementsRead(int index, int capacity, bool with_datatypes = true, bool with_displacements = true)
      : datatypes(static_cast<std::size_t>(capacity) + spare_elements, MPI_DATATYPE_NULL),
        displacements(datatypes.size(), untouched),
        count(capacity),
        code(query(index, with_datatypes, with_displacements)) {}

  // No other output is NULL: a library that refuses that breaks that rule alone.
  int query(int index, bool with_datatypes, bool with_displacements) {
    std::array<char, 8> name{}, desc{};
    int name_len = static_cast<int>(name.size());
    int desc_len = name_len;
    int verbosity = 0, bind = 0;
    MPI_T_enum enumtype = MPI_T_ENUM_NULL;
    return call::MPI_T_event_get_info(index, name.data(), &name_len, &verbosity,
                                      with_datatypes ? datatypes.data() : nullptr,
                                      with_displacements ? displacements.data() : nullptr, &count,
                                      &enumtype, nullptr, desc.data(), &desc_len, &bind);
  }

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

bool is_allowed(MPI_Datatype datatype) {
  static const std::set<std::string> names{
      "MPI_INT",     "MPI_UNSIGNED", "MPI_UNSIGNED_LONG", "MPI_UNSIGNED_LONG_LONG",
      "MPI_COUNT",   "MPI_CHAR",     "MPI_DOUBLE",        "MPI_INT32_T",
      "MPI_INT64_T", "MPI_UINT32_T", "MPI_UINT64_T"};
  return names.contains(datatype_name(datatype));
}

}  // namespace

MPITCHECK_TEST("event-query.elements.layout",
               "Elements have datatypes of the list, begin at 0, rise, and do not overlap.",
               cites(clause::event_info_datatypes, clause::event_info_displacement_zero,
                     clause::event_info_displacement_ascending),
               needs::each_phase) {
  t.missing("an event type with elements");
  for (const EventType& type : read_event_types()) {
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
  for (const EventType& type : read_event_types()) {
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
  t.each_isolated(rule, read_event_types(), [&](const EventType& type) {
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

}  // namespace mpitcheck
