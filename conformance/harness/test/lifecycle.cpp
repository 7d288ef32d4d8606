// SPDX-License-Identifier: BSD-3-Clause
// Initializes and finalizes MPI and the tool interface in a test process.
#include "conformance/harness/test/lifecycle.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/deeper_stack.hpp"
#include "conformance/harness/process/end_in.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

namespace {

// Runs `init` on a deeper stack than later calls. If the library then reads a value from a dead
// frame, CvarHandle::steady_value() finds it unsteady, and it is not a variable of the test.
int started(FunctionRef<int()> init) {
  constexpr int most_levels = 4;
  int code = 0;
  call_deeper(std::min(most_levels, spare_stack_levels()), 0, [&] { code = init(); });
  return code;
}

}  // namespace

int Lifecycle::tool_init(int required) {
  int provided = 0;
  const int code = started([&] { return call::MPI_T_init_thread(required, &provided); });
  if (code != MPI_SUCCESS) {
    throw CannotGoOn(join("MPI_T_init_thread that succeeds (it returned ", code_name(code), ")"));
  }
  ++tool_inits_;
  return provided;
}

int Lifecycle::tool_finalize() {
  --tool_inits_;
  return call::MPI_T_finalize();
}

void Lifecycle::mpi_init() {
  const auto init = [] { return started([] { return MPI_Init(nullptr, nullptr); }); };
  if (recorded("MPI_Init(NULL, NULL)", init) != MPI_SUCCESS) {
    throw CannotGoOn("MPI_Init that succeeds");
  }
  mpi_up_ = true;
  check_world();
}

int Lifecycle::mpi_init_thread(int required) {
  int provided = 0;
  const auto init = [&] {
    return started([&] { return MPI_Init_thread(nullptr, nullptr, required, &provided); });
  };
  const std::string text =
      join("MPI_Init_thread(NULL, NULL, ", thread_level_name(required), ", provided)");
  if (recorded(text, init) != MPI_SUCCESS) {
    throw CannotGoOn("MPI_Init_thread that succeeds");
  }
  mpi_up_ = true;
  check_world();
  return provided;
}

int Lifecycle::mpi_finalize() {
  mpi_up_ = false;
  return recorded("MPI_Finalize()", [] { return MPI_Finalize(); });
}

// With the launcher of another MPI, each process is alone in its world. A forked child is always
// alone in its world.
void Lifecycle::check_world() const {
  if (expected_world_ == 1 || is_child()) return;
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == expected_world_) return;
  throw std::runtime_error(join(expected_world_, " processes were started, MPI_COMM_WORLD has ",
                                size, ": is the launcher that of this MPI?"));
}

namespace {

// In a forked child, after `begin`: whether the interface is initialized and calls of
// MPI_T_finalize finalize it.
bool is_up_after(unsigned patience, FunctionRef<int()> begin, decltype(&in_child) run = in_child) {
  constexpr int most = 16;
  const auto get_num = pcall::MPI_T_cvar_get_num.unrecorded();
  const auto finalize = pcall::MPI_T_finalize.unrecorded();
  if (get_num == nullptr || finalize == nullptr) return false;
  const auto work = [&](int out) {
    end_in(patience);
    if (begin() != MPI_SUCCESS) return;
    int number = 0;
    int held = 0;
    const auto is_up = [&] { return get_num(&number) == MPI_SUCCESS; };
    while (held < most && is_up() && finalize() == MPI_SUCCESS) ++held;
    if (held > 0 && !is_up()) write_all(out, "held");
  };
  return run(work, {}).output == "held";
}

const void* place_of(const char* function) {
  Dl_info info{};
  const void* const address = ::dlsym(RTLD_DEFAULT, function);
  return address != nullptr && ::dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

// An injected fault is part of the library, not a tool.
bool is_tool_between() {
  return std::getenv("MPITCHECK_FAULT") == nullptr && place_of("MPI_Init") != place_of("PMPI_Init");
}

}  // namespace

bool Lifecycle::is_tool_held_by_others() const {
  // Only children call MPI_T here, so this process has not used it.
  struct Unused {
    bool before = Recorder::instance().is_tool_used();
    ~Unused() { Recorder::instance().use_tool(before); }
  } const unused;
  constexpr unsigned seconds = 2;
  constexpr unsigned seconds_of_init = 30;
  if (is_up_after(
          seconds, [] { return MPI_SUCCESS; }, in_child_without_start))
    return true;
  if (expected_world_ != 1 || !is_tool_between()) return false;
  return is_up_after(seconds_of_init, [] { return MPI_Init(nullptr, nullptr); }) &&
         !is_up_after(seconds_of_init, [] { return PMPI_Init(nullptr, nullptr); });
}

void Lifecycle::tear_down() {
  Progress::instance().phase("teardown");
  for (; tool_inits_ > 0; --tool_inits_) call::MPI_T_finalize.if_possible();
  if (mpi_up_) mpi_finalize();
}

}  // namespace mpitcheck
