// SPDX-License-Identifier: BSD-3-Clause
// Return codes of MPI 4.0: those of event sources, and the code that replaces INVALID_ITEM.
#include <array>
#include <climits>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/sources.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

struct SourceIndex {
  int index;
  bool exists;

  [[nodiscard]] std::string label() const { return join("source ", index); }
};

std::vector<SourceIndex> source_indices() {
  std::vector<SourceIndex> indices{{-1, false}, {INT_MAX, false}};
  if (is_out_of_reach(call::MPI_T_source_get_num)) return indices;
  const int count = source_num();
  indices.push_back({count, false});
  for (int i = 0; i < count; ++i) indices.push_back({i, true});
  return indices;
}

int source_info(int index) {
  return call::MPI_T_source_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                     nullptr, nullptr);
}

int source_timestamp(int index) {
  MPI_Count stamp = 0;
  return call::MPI_T_source_get_timestamp(index, &stamp);
}

// Queries of existing sources succeed or return NOT_SUPPORTED. The table requires INVALID_INDEX for
// other indices.
void check_source(Test& t, const SourceIndex& source, int code) {
  const std::vector<std::string> allowed =
      source.exists ? std::vector<std::string>{"MPI_SUCCESS", "MPI_T_ERR_NOT_SUPPORTED"}
                    : std::vector<std::string>{"MPI_T_ERR_INVALID_INDEX"};
  t.check(clause::errors_source_row, source, is_among(code_output, code_name(code), allowed));
}

}  // namespace

MPITCHECK_TEST("errors.rows.source-timestamp",
               "MPI_T_source_get_timestamp returns success, NOT_SUPPORTED or INVALID_INDEX.",
               cites(clause::errors_source_row), needs::each_phase) {
  t.each_isolated(clause::errors_source_row, source_indices(), [&t](const SourceIndex& source) {
    check_source(t, source, source_timestamp(source.index));
  });
}

MPITCHECK_TEST("errors.rows.source-info-bad-index",
               "A source index out of range is refused with MPI_T_ERR_INVALID_INDEX.",
               cites(clause::errors_source_row), needs::each_phase) {
  t.each_isolated(clause::errors_source_row, source_indices(), [&t](const SourceIndex& source) {
    if (!source.exists) check_source(t, source, source_info(source.index));
  });
}

MPITCHECK_TEST("errors.rows.source-timestamp-is-never-inaccessible",
               "MPI_T_source_get_timestamp does not return MPI_T_ERR_NOT_ACCESSIBLE.",
               cites(clause::event_safety_exempt_functions), needs::each_phase) {
  // A wrong index that ends the process breaks another rule.
  const std::vector<SourceIndex> sources = source_indices();
  const auto codes =
      probe_each(sources.size(), [&](std::size_t i) { return source_timestamp(sources[i].index); });
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!codes[i]) continue;
    t.check(clause::event_safety_exempt_functions, sources[i],
            is_accessible(*codes[i]).of("MPI_T_source_get_timestamp"));
  }
}

MPITCHECK_TEST("errors.codes.invalid-item-retired",
               "A missing item of an enumeration is not refused with the deprecated INVALID_ITEM.",
               cites(clause::errors_invalid_item_deprecated), needs::each_phase) {
  const std::vector<EnumInfo> enums = read_enums();
  if (enums.empty()) t.missing("a variable with an enumeration");
  // A bad index that ends the process breaks another rule.
  const auto codes = probe_each(enums.size(), [&](std::size_t i) {
    int value = 0;
    return call::MPI_T_enum_get_item(enums[i].handle, static_cast<int>(enums[i].items.size()),
                                     &value, nullptr, nullptr);
  });
  for (std::size_t i = 0; i < enums.size(); ++i) {
    if (!codes[i]) continue;
    t.check(clause::errors_invalid_item_deprecated, enums[i],
            is_other_code(*codes[i], "MPI_T_ERR_INVALID_ITEM").of("MPI_T_enum_get_item"));
  }
}

}  // namespace mpitcheck
