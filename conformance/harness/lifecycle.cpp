// SPDX-License-Identifier: BSD-3-Clause
// Lifecycle of MPI and the tool interface in a test process.
#include "harness/lifecycle.hpp"

#include "harness/api.hpp"
#include "harness/names.hpp"
#include "harness/test.hpp"
#include "harness/text.hpp"

namespace mpitcheck {

namespace {

template <class Function>
int recorded(const char* text, const Function& function) {
  Recorder& recorder = Recorder::instance();
  recorder.call_begins(text);
  const int code = function();
  recorder.call_ends(text, text, code);
  return code;
}

}  // namespace

int Lifecycle::tool_init(int required) {
  int provided = required;
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
  if (recorded("MPI_Init(NULL, NULL)", [] { return MPI_Init(nullptr, nullptr); }) != MPI_SUCCESS) {
    throw CannotGoOn("MPI_Init that succeeds");
  }
  mpi_up_ = true;
}

int Lifecycle::mpi_init_thread(int required) {
  int provided = MPI_THREAD_SINGLE;
  const auto init = [&] { return MPI_Init_thread(nullptr, nullptr, required, &provided); };
  if (recorded("MPI_Init_thread", init) != MPI_SUCCESS) {
    throw CannotGoOn("MPI_Init_thread that succeeds");
  }
  mpi_up_ = true;
  return provided;
}

int Lifecycle::mpi_finalize() {
  mpi_up_ = false;
  return recorded("MPI_Finalize()", [] { return MPI_Finalize(); });
}

void Lifecycle::tear_down() {
  Recorder::instance().phase("teardown");
  while (tool_inits_ > 0) tool_finalize();
  if (mpi_up_) mpi_finalize();
}

}  // namespace mpitcheck
