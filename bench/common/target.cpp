// SPDX-License-Identifier: BSD-3-Clause
// Finds usable variables.
#include "bench/common/target.hpp"

#include <algorithm>
#include <string>

#include "bench/common/program.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/probe.hpp"

namespace mpitcheck::bench {

namespace {

void note_left_out(int count, const char* kind, const std::string& first) {
  if (count == 0) return;
  missing(join(count, " ", kind,
               " whose use fails or ends the process, or that we have no object for", " (", first,
               ", ...)"));
}

std::vector<UsableCvar> find_usable_cvars() {
  const std::vector<CvarInfo>& cvars = all_cvars();
  const auto counts = probe_each(cvars.size(), [&](std::size_t i) {
    if (!object_for(cvars[i].bind)) return -1;
    CvarHandle handle(cvars[i]);
    const bool usable = handle.is_open() && handle.value();
    const int count = handle.count();
    return usable && handle.free() == MPI_SUCCESS ? count : -1;
  });
  std::vector<UsableCvar> usable;
  int left_out = 0;
  std::string first;
  for (std::size_t i = 0; i < cvars.size(); ++i) {
    if (counts[i].value_or(-1) > 0) {
      usable.push_back({cvars[i], *counts[i]});
    } else if (left_out++ == 0) {
      first = cvars[i].name;
    }
  }
  note_left_out(left_out, "cvars", first);
  return usable;
}

std::vector<PvarInfo> find_usable_pvars() {
  std::vector<PvarInfo> usable = surviving_pvars();
  int left_out = 0;
  std::string first;
  auto next = usable.begin();
  for (const PvarInfo& pvar : all_pvars()) {
    if (next != usable.end() && next->index == pvar.index) {
      ++next;
    } else if (left_out++ == 0) {
      first = pvar.name;
    }
  }
  note_left_out(left_out, "pvars", first);
  return usable;
}

}  // namespace

std::optional<PvarInfo> typical_pvar() {
  const std::vector<PvarInfo>& pvars = usable_pvars();
  if (pvars.empty()) return std::nullopt;
  const auto sum = std::find_if(pvars.begin(), pvars.end(), [](const PvarInfo& pvar) {
    return is_sum(pvar) && can_be_stopped(pvar) && pvar.bound_to_nothing();
  });
  return sum != pvars.end() ? *sum : pvars.front();
}

const std::vector<CvarInfo>& all_cvars() {
  static const std::vector<CvarInfo> all = read_cvars();
  return all;
}

const std::vector<PvarInfo>& all_pvars() {
  static const std::vector<PvarInfo> all = read_pvars();
  return all;
}

const std::vector<CategoryInfo>& all_categories() {
  static const std::vector<CategoryInfo> all = read_categories();
  return all;
}

const std::vector<UsableCvar>& usable_cvars() {
  static const std::vector<UsableCvar> usable = find_usable_cvars();
  return usable;
}

const std::vector<PvarInfo>& usable_pvars() {
  static const std::vector<PvarInfo> usable = find_usable_pvars();
  return usable;
}

}  // namespace mpitcheck::bench
