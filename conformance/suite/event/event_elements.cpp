// SPDX-License-Identifier: BSD-3-Clause
// The elements of event types: their layout, and arrays of any capacity.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/event_types.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr std::size_t spare_elements = 4;
constexpr MPI_Aint untouched = -4711;

// One query into arrays of a given capacity, followed by canaries; NULL for one of the outputs.
struct ElementsRead {
  enum class Output { none, datatypes, displacements, number };

  ElementsRead(int index, std::size_t capacity, Output left_out = Output::none)
      : skipped(left_out),
        datatypes(capacity + spare_elements, MPI_DATATYPE_NULL),
        displacements(datatypes.size(), untouched),
        count(static_cast<int>(capacity)),
        code(query(index)) {}

  // No other output is NULL: a library that refuses NULL breaks only that rule.
  int query(int index) {
    std::array<char, 8> name{}, desc{};
    int name_len = static_cast<int>(name.size());
    int desc_len = name_len;
    int verbosity = 0, bind = 0;
    MPI_T_enum enumtype = MPI_T_ENUM_NULL;
    return call::MPI_T_event_get_info(index, name.data(), &name_len, &verbosity,
                                      has(Output::datatypes) ? datatypes.data() : nullptr,
                                      has(Output::displacements) ? displacements.data() : nullptr,
                                      has(Output::number) ? &count : nullptr, &enumtype, nullptr,
                                      desc.data(), &desc_len, &bind);
  }

  [[nodiscard]] bool has(Output output) const { return output != skipped; }

  Output skipped;
  std::vector<MPI_Datatype> datatypes;
  std::vector<MPI_Aint> displacements;
  int count;
  int code;
};

// Names of array elements in facts.
std::string datatype_at(std::size_t i) { return join("array_of_datatypes[", i, ']'); }
std::string displacement_at(std::size_t i) { return join("array_of_displacements[", i, ']'); }

// The first `n` entries of the arrays that were passed are those of `type`, the others are
// untouched.
template <class Subject>
void check_entries(Test& t, Clause rule, const Subject& subject, const ElementsRead& read,
                   const EventType& type, std::size_t n) {
  for (std::size_t i = 0; i < read.datatypes.size(); ++i) {
    const auto holds = [&](const auto& expected) {
      if (expected.ok()) return true;
      return i < n ? t.check(rule, subject, expected.as_before())
                   : t.check(rule, subject, expected);
    };
    const std::string datatype = datatype_at(i), displacement = displacement_at(i);
    if (read.has(ElementsRead::Output::datatypes) &&
        !holds(is_datatype(datatype, read.datatypes[i],
                           i < n ? type.datatypes[i] : MPI_DATATYPE_NULL))) {
      return;
    }
    if (read.has(ElementsRead::Output::displacements) &&
        !holds(equals(displacement, read.displacements[i],
                      i < n ? type.displacements[i] : untouched))) {
      return;
    }
  }
  t.examined(rule, 1);
}

auto is_of_table(std::string_view output, MPI_Datatype datatype) {
  static const std::vector<std::string> names{
      "MPI_INT",     "MPI_UNSIGNED", "MPI_UNSIGNED_LONG", "MPI_UNSIGNED_LONG_LONG",
      "MPI_COUNT",   "MPI_CHAR",     "MPI_DOUBLE",        "MPI_INT32_T",
      "MPI_INT64_T", "MPI_UINT32_T", "MPI_UINT64_T"};
  return is_among(output, datatype_name(datatype), names);
}

}  // namespace

MPITCHECK_TEST(
    "event-query.elements.layout",
    "Elements have datatypes of the table, start at 0, are in rising order, and do not overlap.",
    cites(clause::event_info_datatypes, clause::event_info_datatypes_of_table,
          clause::event_info_displacement_zero, clause::event_info_displacement_ascending,
          clause::event_info_no_overlap),
    needs::each_phase) {
  t.missing("an event type with elements");
  for (const EventType& type : read_event_types()) {
    const ElementsRead read(type.index, type.datatypes.size());
    for (std::size_t i = 0; i < type.datatypes.size(); ++i) {
      const MPI_Aint at = read.displacements[i];
      const auto element = [&] { return join("element ", i, " of ", type.label()); };
      const std::string datatype = datatype_at(i);
      if (t.check(clause::event_info_datatypes, element,
                  is_not(datatype, read.datatypes[i], MPI_DATATYPE_NULL, datatype_name))) {
        t.check(clause::event_info_datatypes_of_table, element,
                is_of_table(datatype, read.datatypes[i]));
      }
      if (i == 0) {
        t.check(clause::event_info_displacement_zero, type, equals(displacement_at(0), at, 0));
        continue;
      }
      const MPI_Aint before = read.displacements[i - 1];
      if (!t.check(clause::event_info_displacement_ascending, element,
                   at_least(displacement_at(i), at, before).as_in(displacement_at(i - 1)))) {
        continue;
      }
      const auto size = static_cast<MPI_Aint>(datatype_size(read.datatypes[i - 1]));
      t.check(clause::event_info_no_overlap, element,
              at_least(displacement_at(i), at, before + std::max<MPI_Aint>(size, 1))
                  .as_in(join(displacement_at(i - 1), " + ", size))
                  .given(datatype_at(i - 1), datatype_name(read.datatypes[i - 1])));
    }
  }
}

MPITCHECK_TEST(
    "event-query.elements.capacity",
    "Arrays are filled up to their capacity, and num_elements is the number of elements.",
    cites(clause::event_info_num_elements, clause::event_info_array_truncate), needs::each_phase) {
  for (const EventType& type : read_event_types()) {
    const std::size_t count = type.datatypes.size();
    for (const std::size_t capacity : std::set<std::size_t>{0, 1, count / 2, count, count + 10}) {
      const ElementsRead read(type.index, capacity);
      const auto subject = [&] { return join(type.label(), " with room for ", capacity); };
      if (t.check_code(clause::event_info_num_elements, subject, read.code, {MPI_SUCCESS})) {
        t.check(clause::event_info_num_elements, subject,
                equals("num_elements", read.count, static_cast<int>(count)).as_before());
      }
      check_entries(t, clause::event_info_array_truncate, subject, read, type,
                    std::min(count, capacity));
    }
  }
}

MPITCHECK_TEST(
    "event-query.elements.null-arrays",
    "Without num_elements no array is written. Without one array the other is still written.",
    cites(clause::event_info_num_elements_null), needs::each_phase) {
  constexpr Clause rule = clause::event_info_num_elements_null;
  t.each_isolated(rule, read_event_types(), [&](const EventType& type) {
    using Output = ElementsRead::Output;
    struct Case {
      Output skipped;
      const char* name;
    };
    for (const auto& [skipped, name] : {Case{Output::number, " without num_elements"},
                                        Case{Output::displacements, " without displacements"},
                                        Case{Output::datatypes, " without datatypes"}}) {
      const std::string subject = type.label() + name;
      const std::size_t count = type.datatypes.size();
      const ElementsRead read(type.index, count, skipped);
      if (!t.check_code(rule, subject, read.code, {MPI_SUCCESS})) continue;
      check_entries(t, rule, subject, read, type, read.has(Output::number) ? count : 0);
    }
  });
}

}  // namespace mpitcheck
