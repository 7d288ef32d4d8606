// SPDX-License-Identifier: BSD-3-Clause
// The steps by which states are reached.
#include "conformance/suite/grid/way.hpp"

#include <dlfcn.h>

#include <exception>
#include <thread>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck::grid {
namespace {

int level_named(std::string_view name) {
  if (name == "MULTIPLE") return MPI_THREAD_MULTIPLE;
  if (name == "SERIALIZED") return MPI_THREAD_SERIALIZED;
  return name == "FUNNELED" ? MPI_THREAD_FUNNELED : MPI_THREAD_SINGLE;
}

// MPI before 4.0 has no type for it; a word is as large as any handle.
Word session_of_mpi = 0;

template <class Signature>
Signature* mpi_function(const char* name) {
  auto* const function = reinterpret_cast<Signature*>(::dlsym(RTLD_DEFAULT, name));
  if (function == nullptr) throw CannotGoOn(name);
  return function;
}

void step_succeeds(std::string_view call, int code) {
  if (code != MPI_SUCCESS) throw CannotGoOn(join(call, " that succeeds"));
}

void make_step(Lifecycle& life, std::string_view step, int& granted) {
  const std::size_t colon = step.find(':');
  const std::string_view name = step.substr(0, colon);
  const int level = level_named(colon == step.npos ? "" : step.substr(colon + 1));
  if (name == "T_init") {
    const int provided = life.tool_init(level);
    // A nested call may leave it as it was (A15), which is 0.
    if (granted < provided) granted = provided;
  } else if (name == "T_finalize") {
    step_succeeds("MPI_T_finalize", life.tool_finalize());
    granted = MPI_THREAD_SINGLE;
  } else if (name == "T_finalize!") {
    call::MPI_T_finalize();
  } else if (name == "MPI_Init") {
    life.mpi_init();
  } else if (name == "MPI_Init_thread") {
    life.mpi_init_thread(level);
  } else if (name == "MPI_Finalize") {
    step_succeeds(name, life.mpi_finalize());
  } else if (name == "MPI_Session_init") {
    auto* const init = mpi_function<int(MPI_Info, MPI_Errhandler, void*)>("MPI_Session_init");
    step_succeeds(
        name, recorded("MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session)",
                       [&] { return init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session_of_mpi); }));
  } else {
    auto* const finalize = mpi_function<int(void*)>("MPI_Session_finalize");
    step_succeeds(name, recorded("MPI_Session_finalize(&session)",
                                 [&] { return finalize(&session_of_mpi); }));
  }
}

}  // namespace

void go(const State& state) {
  Lifecycle life;
  int granted = MPI_THREAD_SINGLE;
  for (const std::string_view step : words_of(state.steps)) {
    make_step(life, step, granted);
  }
  if (state.other_thread && granted < MPI_THREAD_SERIALIZED) {
    throw CannotGoOn("a thread level at which another thread may call");
  }
}

void as_caller(const State& state, FunctionRef<void()> calls) {
  if (!state.other_thread) return calls();
  std::exception_ptr thrown;
  std::thread([&] {
    try {
      calls();
    } catch (...) {
      thrown = std::current_exception();
    }
  }).join();
  if (thrown) std::rethrow_exception(thrown);
}

int canary() {
  int count = 0;
  return call::MPI_T_cvar_get_num(&count);
}

}  // namespace mpitcheck::grid
