// SPDX-License-Identifier: BSD-3-Clause
// Calls on control variables.
#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "bench/calls/calls.hpp"
#include "bench/common/target.hpp"
#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/cvar_access.hpp"

namespace mpitcheck::bench {

namespace {

void add_queries() {
  add_number_query("MPI_T_cvar_get_num", call::MPI_T_cvar_get_num.unrecorded());
  if (call::MPI_T_cvar_get_info.present()) {
    add_hot_and_all("MPI_T_cvar_get_info", clock_unit, indices_of(all_cvars()), get_cvar_info);
    add_by_verbosity("MPI_T_cvar_get_info", all_cvars(), get_cvar_info);
  }
  add_name_look_ups("MPI_T_cvar_get_index", names_of(all_cvars()),
                    call::MPI_T_cvar_get_index.unrecorded());
}

void add_alloc_and_free() {
  if (!call::MPI_T_cvar_handle_alloc.present() || !call::MPI_T_cvar_handle_free.present()) return;
  std::vector<Bindable> cvars;
  for (const UsableCvar& cvar : usable_cvars()) cvars.emplace_back(cvar.info);
  add_hot_and_all("MPI_T_cvar_handle_alloc+free", memory_unit, cvars,
                  [](const Bindable& cvar) { return alloc_and_free(cvar); });
}

// A handle, and the value that was read through it.
struct Access {
  explicit Access(const CvarInfo& cvar) : handle(cvar), value(handle.buffer()) {
    if (handle.read(value) != MPI_SUCCESS) throw std::runtime_error(cvar.label() + ": no value");
  }

  CvarHandle handle;
  ValueBuffer value;
};

using Use = int (*)(Access&);

int read(Access& access) {
  return call::MPI_T_cvar_read.unrecorded()(access.handle.get(), access.value.data());
}
int write_back(Access& access) {
  return call::MPI_T_cvar_write.unrecorded()(access.handle.get(), access.value.data());
}

// call/<variant> for these in turn.
template <Use use>
void add_use(const std::string& variant, const std::vector<CvarInfo>& cvars) {
  add("call/" + variant, clock_unit, [cvars](auto& state) {
    std::vector<std::unique_ptr<Access>> accesses;
    accesses.reserve(cvars.size());
    for (const CvarInfo& cvar : cvars) accesses.push_back(std::make_unique<Access>(cvar));
    time_calls_over(state, accesses,
                    [](const std::unique_ptr<Access>& access) { return use(*access); });
  });
}

// The usable cvars. A cvar of a single int comes first, if there is one. Figures of a single cvar
// are for the first.
std::vector<CvarInfo> typical_first() {
  std::vector<CvarInfo> cvars;
  for (const UsableCvar& cvar : usable_cvars()) cvars.push_back(cvar.info);
  const auto is_one_int = [](const UsableCvar& cvar) {
    return cvar.info.datatype == MPI_INT && cvar.count == 1;
  };
  const auto found = std::find_if(usable_cvars().begin(), usable_cvars().end(), is_one_int);
  const auto place = found - usable_cvars().begin();
  if (found != usable_cvars().end())
    std::swap(cvars.front(), cvars[static_cast<std::size_t>(place)]);
  return cvars;
}

template <Use use>
void add_first_and_all(const std::string& function, const std::vector<CvarInfo>& cvars) {
  add_use<use>(function + "/hot", {cvars.front()});
  add_use<use>(function + "/all", cvars);
}

void add_reads() {
  if (!call::MPI_T_cvar_read.present() || usable_cvars().empty()) return;
  // The first cvar of each datatype and count. Benchmarks use the least and the greatest count.
  std::map<std::string, std::map<int, CvarInfo>> kinds;
  for (const UsableCvar& cvar : usable_cvars()) {
    kinds[datatype_name(cvar.info.datatype)].emplace(cvar.count, cvar.info);
  }
  for (const auto& [datatype, by_count] : kinds) {
    for (const auto& [count, cvar] : by_count) {
      const bool is_end = count == by_count.begin()->first || count == by_count.rbegin()->first;
      if (is_end) add_use<read>(join("MPI_T_cvar_read/", datatype, "_x", count), {cvar});
    }
  }
  add_first_and_all<read>("MPI_T_cvar_read", typical_first());
}

void add_writes() {
  if (!call::MPI_T_cvar_write.present()) return;
  std::vector<CvarInfo> cvars = typical_first();
  std::erase_if(cvars, [](const CvarInfo& cvar) { return !has_writable_scope(cvar); });
  const auto codes = codes_of_writing_back(cvars);
  std::vector<CvarInfo> writable;
  for (std::size_t i = 0; i < cvars.size(); ++i) {
    if (codes[i] == MPI_SUCCESS) writable.push_back(cvars[i]);
  }
  if (writable.empty()) return missing("a cvar that can be written");
  add_first_and_all<write_back>("MPI_T_cvar_write", writable);
}

}  // namespace

void add_cvar_calls() {
  if (all_cvars().empty()) missing("cvars");
  add_queries();
  add_alloc_and_free();
  add_reads();
  add_writes();
}

}  // namespace mpitcheck::bench
