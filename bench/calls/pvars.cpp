// SPDX-License-Identifier: BSD-3-Clause
// Calls on performance variables. bench_scale measures MPI_T_PVAR_ALL_HANDLES.
#include <map>
#include <memory>

#include "bench/calls/calls.hpp"
#include "bench/common/target.hpp"
#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/probe.hpp"

namespace mpitcheck::bench {

namespace {

// Running handles of some pvars in a session, with room for their values.
class Running {
 public:
  explicit Running(const std::vector<PvarInfo>& pvars) {
    for (const PvarInfo& pvar : pvars) {
      const auto& handle = handles_.emplace_back(std::make_unique<PvarHandle>(session_, pvar));
      handle->run();
      items_.push_back({session_.get(), handle->get(), handle->buffer()});
    }
  }

  struct Item {
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    mutable ValueBuffer value;
  };
  [[nodiscard]] const std::vector<Item>& items() const { return items_; }

 private:
  PvarSession session_;
  std::vector<std::unique_ptr<PvarHandle>> handles_;
  std::vector<Item> items_;
};

// A call on a running handle with room for a value.
using Use = int (*)(const Running::Item&);

int read(const Running::Item& item) {
  return call::MPI_T_pvar_read.unrecorded()(item.session, item.handle, item.value.data());
}
int write(const Running::Item& item) {
  return call::MPI_T_pvar_write.unrecorded()(item.session, item.handle, item.value.data());
}
int readreset(const Running::Item& item) {
  return call::MPI_T_pvar_readreset.unrecorded()(item.session, item.handle, item.value.data());
}
int reset(const Running::Item& item) {
  return call::MPI_T_pvar_reset.unrecorded()(item.session, item.handle);
}
int stop_and_start(const Running::Item& item) {
  return call::MPI_T_pvar_stop.unrecorded()(item.session, item.handle) |
         call::MPI_T_pvar_start.unrecorded()(item.session, item.handle);
}

// The use is a template argument, so that only the library's call is timed.
template <Use use>
void add_use(const std::string& variant, const std::vector<PvarInfo>& pvars) {
  add("call/" + variant, clock_unit, [pvars](auto& state) {
    const Running running(pvars);
    time_calls_over(state, running.items(), [](const Running::Item& item) { return use(item); });
  });
}

// call/<function>/hot for the first pvar for which the use succeeds in a child, and /all for all
// such pvars.
template <Use use>
void add_first_and_all(const std::string& function, std::vector<PvarInfo> pvars,
                       const char* lacking) {
  const auto codes = probe_each(pvars.size(), [&](std::size_t i) {
    const Running running({pvars[i]});
    return use(running.items().front());
  });
  auto code = codes.begin();
  std::erase_if(pvars, [&code](const PvarInfo&) { return *code++ != MPI_SUCCESS; });
  if (pvars.empty()) return missing(lacking);
  add_use<use>(function + "/hot", {pvars.front()});
  add_use<use>(function + "/all", pvars);
}

void add_reads() {
  if (!call::MPI_T_pvar_read.present()) return;
  const PvarSession session;
  std::map<std::string, std::map<int, PvarInfo>> kinds;
  std::map<int, PvarInfo> classes;
  for (const PvarInfo& pvar : usable_pvars()) {
    const PvarHandle handle(session, pvar);
    kinds[datatype_name(pvar.datatype)].emplace(handle.count(), pvar);
    if (handle.count() == 1) classes.emplace(pvar.var_class, pvar);
  }
  for (const auto& [datatype, by_count] : kinds) {
    for (const auto& [count, pvar] : by_count) {
      const bool is_end = count == by_count.begin()->first || count == by_count.rbegin()->first;
      if (is_end) add_use<read>(join("MPI_T_pvar_read/", datatype, "_x", count), {pvar});
    }
  }
  for (const auto& [var_class, pvar] : classes) {
    add_use<read>("MPI_T_pvar_read/" + constant_name("pvar_class", var_class), {pvar});
  }
  add_use<read>("MPI_T_pvar_read/hot", {*typical_pvar()});
  add_use<read>("MPI_T_pvar_read/all", usable_pvars());
}

void add_uses() {
  const std::vector<PvarInfo> stoppable = only(usable_pvars(), can_be_stopped);
  const std::vector<PvarInfo> writable =
      only(usable_pvars(), [](const PvarInfo& pvar) { return pvar.readonly == 0; });
  const std::vector<PvarInfo> atomic =
      only(writable, [](const PvarInfo& pvar) { return pvar.atomic != 0; });
  if (call::MPI_T_pvar_start.present() && call::MPI_T_pvar_stop.present()) {
    add_first_and_all<stop_and_start>("MPI_T_pvar_start+stop", stoppable,
                                      "a pvar that can be stopped");
  }
  if (call::MPI_T_pvar_reset.present()) {
    add_first_and_all<reset>("MPI_T_pvar_reset", writable, "a pvar that can be reset");
  }
  if (call::MPI_T_pvar_write.present()) {
    add_first_and_all<write>("MPI_T_pvar_write", writable, "a pvar that can be written");
  }
  if (call::MPI_T_pvar_readreset.present()) {
    add_first_and_all<readreset>("MPI_T_pvar_readreset", atomic,
                                 "a pvar that can be read and reset");
  }
}

void add_queries() {
  add_number_query("MPI_T_pvar_get_num", call::MPI_T_pvar_get_num.unrecorded());
  if (call::MPI_T_pvar_get_info.present()) {
    add_hot_and_all("MPI_T_pvar_get_info", clock_unit, indices_of(all_pvars()), get_pvar_info);
    add_by_verbosity("MPI_T_pvar_get_info", all_pvars(), get_pvar_info);
  }
  if (const auto get_index = call::MPI_T_pvar_get_index.unrecorded()) {
    struct Named {
      std::string name;
      int var_class;
    };
    std::vector<Named> names;
    for (const PvarInfo& pvar : all_pvars()) names.push_back({pvar.name, pvar.var_class});
    add_look_ups<Named>("MPI_T_pvar_get_index", names, {"no such name", MPI_T_PVAR_CLASS_COUNTER},
                        [get_index](const Named& named) {
                          int index = 0;
                          return get_index(named.name.c_str(), named.var_class, &index);
                        });
  }
}

void add_sessions_and_handles() {
  const auto create = call::MPI_T_pvar_session_create.unrecorded();
  const auto destroy = call::MPI_T_pvar_session_free.unrecorded();
  if (create == nullptr || destroy == nullptr) return;
  add("call/MPI_T_pvar_session_create+free/hot", memory_unit, [create, destroy](auto& state) {
    MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
    time_calls(state, [&] { return create(&session) | destroy(&session); });
  });
  if (!call::MPI_T_pvar_handle_alloc.present() || !call::MPI_T_pvar_handle_free.present()) return;
  if (usable_pvars().empty()) return;
  const auto add_pairs = [&](const char* variant, const std::vector<PvarInfo>& pvars) {
    const std::vector<Bindable> of(pvars.begin(), pvars.end());
    add(join("call/MPI_T_pvar_handle_alloc+free/", variant), memory_unit, [of](auto& state) {
      const PvarSession session;
      time_calls_over(state, of,
                      [&](const Bindable& pvar) { return alloc_and_free(session.get(), pvar); });
    });
  };
  add_pairs("hot", {*typical_pvar()});
  add_pairs("all", usable_pvars());
}

}  // namespace

void add_pvar_calls() {
  if (all_pvars().empty()) missing("pvars");
  add_queries();
  add_sessions_and_handles();
  if (usable_pvars().empty()) return;
  add_reads();
  add_uses();
}

}  // namespace mpitcheck::bench
