// SPDX-License-Identifier: BSD-3-Clause
// Enumeration of sources.
#include "conformance/harness/objects/sources.hpp"

#include <array>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

std::string SourceInfo::label() const { return join("source ", index, " ", in_quotes(name)); }

bool SourceInfo::is_ordered() const { return constant("MPI_T_SOURCE_ORDERED") == ordering; }

int source_num() { return number_answered(call::MPI_T_source_get_num); }

int query_source(int index, SourceInfo& into) {
  std::array<char, 512> name{};
  int name_length = static_cast<int>(name.size());
  int desc_length = 0;
  MPI_T_source_order ordering{};
  MPI_Count ticks = -1;
  MPI_Count most = -1;
  const int code = call::MPI_T_source_get_info(index, name.data(), &name_length, nullptr,
                                               &desc_length, &ordering, &ticks, &most, nullptr);
  name.back() = '\0';
  into = {index, name.data(), static_cast<int>(ordering), ticks, most};
  return code;
}

std::vector<SourceInfo> read_sources() {
  std::vector<SourceInfo> sources;
  const int count = source_num();
  for (int i = 0; i < count; ++i) {
    SourceInfo source{};
    const auto ask = [&] { return query_source(i, source) == MPI_SUCCESS; };
    if (stepping_over(ask)) sources.push_back(source);
  }
  if (sources.empty()) throw CannotGoOn("an event source");
  return sources;
}

}  // namespace mpitcheck
