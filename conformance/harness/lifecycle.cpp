// SPDX-License-Identifier: BSD-3-Clause
// Lifecycle of MPI and the tool interface in a test process.
#include "harness/lifecycle.hpp"

#include "harness/api.hpp"
#include "harness/names.hpp"
#include "harness/test.hpp"
#include "harness/text.hpp"

namespace mpitcheck {

namespace {

int recorded(const char* text, int (*function)()) {
  Recorder& recorder = Recorder::instance();
  recorder.call_begins(text);
  const int code = function();
  recorder.call_ends(text, text, code);
  return code;
}

}  // namespace

void Lifecycle::tool_init() {
  int provided = 0;
  const int code = call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  if (code != MPI_SUCCESS) {
    throw CannotGoOn(join("MPI_T_init_thread that succeeds (it returned ", code_name(code), ")"));
  }
  ++tool_inits_;
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
