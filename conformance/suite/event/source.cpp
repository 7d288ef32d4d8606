// SPDX-License-Identifier: BSD-3-Clause
// Event sources: their number and properties.
#include "conformance/harness/objects/sources.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <map>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/whole_source.hpp"
#include "conformance/harness/test/phases.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/mpi_code.hpp"
#include "conformance/suite/conventions/owned_texts.hpp"

namespace mpitcheck {
namespace {

struct BadSourceIndex {
  int index;
  [[nodiscard]] std::string label() const { return join("source index ", index); }
};

std::vector<BadSourceIndex> wrong_indices() {
  if (is_out_of_reach(call::MPI_T_source_get_num)) return {{-1}, {INT_MAX}};
  const int count = source_num();
  return {{count}, {count + 1000}, {-1}, {INT_MAX}};
}

}  // namespace

MPITCHECK_TEST("source.query.count", "The number of sources, which may be zero, can be queried.",
               cites(clause::source_num_success), needs::each_phase) {
  int count = -1;
  const int code = call::MPI_T_source_get_num(&count);
  if (t.check_code(clause::source_num_success, "the number of sources", code, {MPI_SUCCESS})) {
    t.check(clause::source_num_success, "the number of sources", at_least("num_sources", count, 0));
  }
}

MPITCHECK_TEST("source.query.dense", "Every index below the number of sources denotes a source.",
               cites(clause::source_index_dense), needs::each_phase) {
  if (source_num() == 0) t.missing("an event source");
  for (int i = 0; i < source_num(); ++i) {
    t.check_code(clause::source_index_dense, join("source ", i),
                 WholeSource(i, InfoOutput::unwanted).code, {MPI_SUCCESS});
  }
}

MPITCHECK_TEST("source.query.only-grows",
               "Sources may be added. Known ones keep their index and name.",
               cites(clause::source_num_monotone, clause::source_index_stable), needs::nothing) {
  isolated_sequence(t, clause::source_num_monotone, "the life of a program", [&t] {
    int before = 0;
    std::map<int, std::string> names;
    through_phases(t, [&] {
      if (is_out_of_reach(call::MPI_T_source_get_num)) return;
      const int count = source_num();
      t.check(clause::source_num_monotone, "the number of sources",
              at_least("num_sources", count, before).as_before());
      before = std::max(before, count);
      for (const auto& [index, name] : names) {
        SourceInfo source{};
        const int code = query_source(index, source);
        const std::string subject = join("source ", index, " ", in_quotes(name));
        if (t.check_code(clause::source_index_stable, subject, code, {MPI_SUCCESS})) {
          t.check(clause::source_index_stable, subject,
                  is_text("name", source.name, name).as_before());
        }
      }
      for (int i = 0; i < count; ++i) {
        SourceInfo source{};
        if (query_source(i, source) == MPI_SUCCESS) names.emplace(i, source.name);
      }
    });
    if (names.empty()) t.missing("an event source");
  });
}

MPITCHECK_TEST("source.query.wrong-index", "An index that denotes no source is refused as invalid.",
               cites(clause::source_info_invalid_index), needs::each_phase) {
  t.each_isolated(clause::source_info_invalid_index, wrong_indices(),
                  [&t](const BadSourceIndex& it) {
                    SourceInfo source{};
                    t.check_code(clause::source_info_invalid_index, it,
                                 query_source(it.index, source), {MPI_T_ERR_INVALID_INDEX});
                  });
}

MPITCHECK_TEST("source.query.strings",
               "Names and descriptions of sources obey the rules of all texts of the interface.",
               cites(clause::source_info_strings), needs::each_phase) {
  t.missing("an event source");
  check_texts_of(t, "source ", clause::source_info_strings);
}

MPITCHECK_TEST("source.query.strings-without-length",
               "Without a length the buffers of name and description are unchanged.",
               cites(clause::source_info_strings), needs::each_phase) {
  std::vector<TextQuery> queries = text_queries();
  std::erase_if(queries, [](const auto& it) { return !it.owner.starts_with("source "); });
  if (queries.empty()) t.missing("an event source");
  t.each_isolated(clause::source_info_strings, queries, [&t](const TextQuery& query) {
    GuardedText unread(8);
    query.get(unread.data(), nullptr);
    t.check(clause::source_info_strings, query, nothing_written_from(0, query.part, unread));
  });
}

MPITCHECK_TEST("source.query.values",
               "A source reports an ordering, a rate and a largest timestamp. Repeated queries "
               "return the same.",
               cites(clause::source_ordering_value, clause::source_ticks_per_second,
                     clause::source_max_ticks),
               needs::each_phase) {
  for (const SourceInfo& source : read_sources()) {
    SourceInfo again{};
    query_source(source.index, again);
    if (t.check(clause::source_ordering_value, source,
                is_any("source_order", "ordering", again.ordering))) {
      t.check(
          clause::source_ordering_value, source,
          is_constant_of("source_order", "ordering", again.ordering, source.ordering).as_before());
    }
    t.check(clause::source_ticks_per_second, source,
            at_least("ticks_per_second", source.ticks_per_second, 0));
    if (source.ticks_per_second == 0) {  // E19
      t.behaviour(clause::source_ticks_per_second, "no ticks per second", source.label());
    }
    t.check(clause::source_max_ticks, source, above("max_ticks", source.max_ticks, 0));
  }
}

MPITCHECK_TEST(
    "source.query.info-object",
    "Each query for hints returns MPI_INFO_NULL or a new info object, which the caller frees.",
    cites(clause::source_info_object), needs::mpi) {
  constexpr Clause rule = clause::source_info_object;
  std::vector<BadSourceIndex> sources(static_cast<std::size_t>(source_num()));
  for (std::size_t i = 0; i != sources.size(); ++i) sources[i].index = static_cast<int>(i);
  if (sources.empty()) t.missing("an event source");
  t.each_isolated(rule, sources, [&](const BadSourceIndex& source) {
    t.check_code(rule, [&] { return source.label() + " with NULL for info"; },
                 WholeSource(source.index, InfoOutput::unwanted).code, {MPI_SUCCESS});
    WholeSource one(source.index, InfoOutput::asked_for);
    WholeSource other(source.index, InfoOutput::asked_for);
    for (const WholeSource* whole : {&one, &other}) {
      t.check_code(rule, source, whole->code, {MPI_SUCCESS});
    }
    // E7: a source may return its hints, but need not.
    t.behaviour(rule, "info of " + source.label(),
                one.info == MPI_INFO_NULL ? "MPI_INFO_NULL" : "an object");
    if (one.info == MPI_INFO_NULL || other.info == MPI_INFO_NULL) return;
    t.check(rule, source, is_new_handle("info", other.info, one.info));
    int keys = -1;
    t.check(rule, source, mpi_succeeds("MPI_Info_get_nkeys", count_keys(one.info, &keys)));
    t.check(rule, source, at_least("nkeys", keys, 0).of("MPI_Info_get_nkeys"));
    t.check(rule, source, mpi_succeeds("MPI_Info_free", free_info(&one.info)));
    // The first object has been freed.
    if (t.check(rule, source, mpi_succeeds("MPI_Info_get_nkeys", count_keys(other.info, &keys)))) {
      MPI_Info_free(&other.info);
    }
  });
}

MPITCHECK_TEST("source.timestamp.wrong-index",
               "MPI_T_source_get_timestamp refuses an index that denotes no source as invalid.",
               cites(clause::source_timestamp_invalid_index), needs::each_phase) {
  t.each_isolated(
      clause::source_timestamp_invalid_index, wrong_indices(), [&t](const BadSourceIndex& it) {
        MPI_Count stamp = -1;
        t.check_code(clause::source_timestamp_invalid_index, it,
                     call::MPI_T_source_get_timestamp(it.index, &stamp), {MPI_T_ERR_INVALID_INDEX});
      });
}

}  // namespace mpitcheck
