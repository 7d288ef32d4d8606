// SPDX-License-Identifier: BSD-3-Clause
// Calls that deal with control variables.
#include <map>
#include <memory>

#include "calls/calls.hpp"
#include "common/target.hpp"
#include "harness/api.hpp"
#include "harness/cvar_access.hpp"
#include "harness/names.hpp"
#include "harness/text.hpp"

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
  add_hot_and_all("MPI_T_cvar_handle_alloc+free", memory_unit, usable_cvars(),
                  [](const UsableCvar& cvar) { return alloc_and_free(cvar.info); });
}

// A handle, and room for its value.
struct Reader {
  explicit Reader(const CvarInfo& cvar) : handle(cvar), value(handle.buffer()) {}

  CvarHandle handle;
  ValueBuffer value;
};

void read_in_turn(benchmark::State& state, const std::vector<UsableCvar>& cvars) {
  const auto read = call::MPI_T_cvar_read.unrecorded();
  std::vector<std::unique_ptr<Reader>> readers;
  for (const UsableCvar& cvar : cvars) readers.push_back(std::make_unique<Reader>(cvar.info));
  time_calls_over(state, readers, [read](const std::unique_ptr<Reader>& reader) {
    return read(reader->handle.get(), reader->value.data());
  });
}

void add_reads() {
  if (!call::MPI_T_cvar_read.present()) return;
  // The first of each datatype and count, the least and the greatest count of each datatype.
  std::map<std::string, std::map<int, UsableCvar>> kinds;
  for (const UsableCvar& cvar : usable_cvars()) {
    kinds[datatype_name(cvar.info.datatype)].emplace(cvar.count, cvar);
  }
  const auto add_read = [](const std::string& variant, const std::vector<UsableCvar>& cvars) {
    add("call/MPI_T_cvar_read/" + variant, clock_unit,
        [cvars](auto& state) { read_in_turn(state, cvars); });
  };
  for (const auto& [datatype, by_count] : kinds) {
    for (const auto& [count, cvar] : by_count) {
      const bool is_end = count == by_count.begin()->first || count == by_count.rbegin()->first;
      if (is_end) add_read(join(datatype, "_x", count), {cvar});
      if (datatype == "MPI_INT" && count == 1) add_read("hot", {cvar});
    }
  }
  if (!usable_cvars().empty()) add_read("all", usable_cvars());
}

void add_write() {
  const auto write = call::MPI_T_cvar_write.unrecorded();
  if (write == nullptr) return;
  std::vector<CvarInfo> candidates;
  for (const UsableCvar& cvar : usable_cvars()) {
    const bool suits = cvar.info.datatype == MPI_INT && cvar.count == 1;
    if (suits && has_writable_scope(cvar.info)) candidates.push_back(cvar.info);
  }
  const auto codes = codes_of_writing_back(candidates);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (codes[i] != MPI_SUCCESS) continue;
    add("call/MPI_T_cvar_write/hot", clock_unit, [write, cvar = candidates[i]](auto& state) {
      const Reader reader(cvar);
      const auto now = reader.handle.value();
      if (!now) throw std::runtime_error("the value to write back cannot be read");
      time_calls(state, [&] { return write(reader.handle.get(), now->data()); });
    });
    return;
  }
  missing("a cvar of one int that can be written");
}

}  // namespace

void add_cvar_calls() {
  if (all_cvars().empty()) missing("cvars");
  add_queries();
  add_alloc_and_free();
  add_reads();
  add_write();
}

}  // namespace mpitcheck::bench
