// SPDX-License-Identifier: BSD-3-Clause
// Lifecycle of MPI and the tool interface in a test process.
#include "conformance/harness/test/lifecycle.hpp"

#include <unistd.h>

#include <stdexcept>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

int Lifecycle::tool_init(int required) {
  int provided = 0;
  const int code = call::MPI_T_init_thread(required, &provided);
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
  const auto init = [] { return MPI_Init(nullptr, nullptr); };
  if (recorded("MPI_Init(NULL, NULL)", init) != MPI_SUCCESS) {
    throw CannotGoOn("MPI_Init that succeeds");
  }
  mpi_up_ = true;
  check_world();
}

int Lifecycle::mpi_init_thread(int required) {
  int provided = 0;
  const auto init = [&] { return MPI_Init_thread(nullptr, nullptr, required, &provided); };
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

// The launcher of another MPI starts as many processes, each of them alone in its world. A forked
// child is alone in its own.
void Lifecycle::check_world() const {
  if (expected_world_ == 1 || is_child()) return;
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == expected_world_) return;
  throw std::runtime_error(join(expected_world_, " processes were started, MPI_COMM_WORLD has ",
                                size, ": is the launcher that of this MPI?"));
}

bool is_held_by_others() {
  constexpr int most = 16;
  constexpr unsigned patience = 2;
  const auto get_num = pcall::MPI_T_cvar_get_num.unrecorded();
  const auto finalize = pcall::MPI_T_finalize.unrecorded();
  if (get_num == nullptr || finalize == nullptr) return false;
  const ChildResult child = in_child([&](int out) {
    ::alarm(patience);
    int number = 0;
    int held = 0;
    const auto is_up = [&] { return get_num(&number) == MPI_SUCCESS; };
    while (held < most && is_up() && finalize() == MPI_SUCCESS) ++held;
    if (held > 0 && !is_up()) write_all(out, "held");
  });
  return child.output == "held";
}

void Lifecycle::tear_down() {
  Recorder::instance().phase("teardown");
  for (; tool_inits_ > 0; --tool_inits_) call::MPI_T_finalize.if_possible();
  if (mpi_up_) mpi_finalize();
}

}  // namespace mpitcheck
