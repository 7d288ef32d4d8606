// SPDX-License-Identifier: BSD-3-Clause
// bench_operation: the cost of an MPI operation while a tool observes it. The baseline is the same
// operation without a tool.
#include <memory>
#include <stdexcept>

#include "bench/common/program.hpp"
#include "bench/common/target.hpp"
#include "bench/common/use.hpp"
#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/pvars.hpp"

namespace mpitcheck::bench {
namespace {

// While it exists, the tool interface is finalized.
class WithoutTool {
 public:
  WithoutTool() { must(call::MPI_T_finalize()); }
  ~WithoutTool() {
    int provided = 0;
    call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  }
  WithoutTool(const WithoutTool&) = delete;
  WithoutTool& operator=(const WithoutTool&) = delete;

 private:
  static void must(int code) {
    if (code != MPI_SUCCESS) throw std::runtime_error("MPI_T_finalize failed");
  }
};

// `count` handles of the pvars in turn.
class Onlookers {
 public:
  Onlookers(const std::vector<PvarInfo>& pvars, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      handles_.push_back(std::make_unique<PvarHandle>(session_, pvars[i % pvars.size()]));
    }
  }
  void start() const {
    for (const auto& handle : handles_) handle->run();
  }

 private:
  PvarSession session_;
  std::vector<std::unique_ptr<PvarHandle>> handles_;
};

using Operation = void (*)(benchmark::State&);

void add_operation(const std::string& name, Operation time) {
  add_baseline(name, [time](auto& state) {
    const WithoutTool without;
    time(state);
  });
  add("operation/" + name + "/initialised", name, [time](auto& state) { time(state); });
  const std::vector<PvarInfo>& pvars = usable_pvars();
  if (pvars.empty()) return;
  add("operation/" + name + "/handles_allocated", name, [time, pvars](auto& state) {
    const Onlookers onlookers(pvars, pvars.size());
    time(state);
    state.counters["handles"] = static_cast<double>(pvars.size());
  });
  add("operation/" + name + "/handles_started", name, [time, pvars](auto& state) {
    const Onlookers onlookers(pvars, pvars.size());
    onlookers.start();
    time(state);
    state.counters["handles"] = static_cast<double>(pvars.size());
  });
  const std::vector<PvarInfo>& moving = moving_pvars().empty() ? pvars : moving_pvars();
  for (const std::size_t count : {1, 10, 100, 1000}) {
    add(join("scale/", name, "_by_started_handles/", count), name,
        [time, moving, count](auto& state) {
          const Onlookers onlookers(moving, count);
          onlookers.start();
          time(state);
        });
  }
}

void add_all() {
  if (usable_pvars().empty()) missing("pvars");
  add_operation("self_message", time_self_messages);
  add_operation("barrier", time_barriers);
}

}  // namespace
}  // namespace mpitcheck::bench

int main(int argc, char** argv) {
  return mpitcheck::bench::run(argc, argv, MPI_THREAD_SINGLE, mpitcheck::bench::add_all);
}
