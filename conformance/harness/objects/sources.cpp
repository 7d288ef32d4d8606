// SPDX-License-Identifier: BSD-3-Clause
// Enumeration of sources.
#include "conformance/harness/objects/sources.hpp"

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/whole_text.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

std::string SourceInfo::label() const { return join("source ", index, " ", in_quotes(name)); }

bool SourceInfo::is_ordered() const { return constant("MPI_T_SOURCE_ORDERED") == ordering; }

int source_num() { return number_answered(call::MPI_T_source_get_num); }

int query_source(int index, SourceInfo& into) {
  WholeText name, desc;
  MPI_T_source_order ordering{};
  MPI_Count ticks = -1;
  MPI_Count most = -1;
  int code = MPI_SUCCESS;
  const auto query = [&] {
    const TextOut to_name = name.out(), to_desc = desc.out();
    return code = call::MPI_T_source_get_info(index, to_name.buffer, to_name.length, to_desc.buffer,
                                              to_desc.length, &ordering, &ticks, &most, nullptr);
  };
  const bool has_texts = read_whole(query, {&name, &desc});
  into = {index, has_texts ? name.take() : "", static_cast<int>(ordering), ticks, most};
  return code;
}

std::vector<SourceInfo> read_sources() {
  std::vector<SourceInfo> sources;
  const int count = source_num();
  for (int i = 0; i < count; ++i) {
    SourceInfo source{};
    const auto ask = [&] { return query_source(i, source) == MPI_SUCCESS; };
    if (value_unless_quarantined(ask)) sources.push_back(source);
  }
  if (sources.empty()) throw CannotGoOn("an event source");
  return sources;
}

}  // namespace mpitcheck
