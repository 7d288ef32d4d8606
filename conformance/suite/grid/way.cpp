// SPDX-License-Identifier: BSD-3-Clause
// The steps that lead to states.
#include "conformance/suite/grid/way.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <exception>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/cannot_go_on.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/view.hpp"
#include "conformance/harness/process/thread.hpp"
#include "conformance/harness/test/lifecycle.hpp"
#include "conformance/suite/grid/objects.hpp"
#include "conformance/suite/grid/place.hpp"

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

/// Work within a function that MPI calls, through which no exception may pass.
struct Visit {
  FunctionRef<void()> there;
  bool is_made = false;
  std::exception_ptr thrown;
};

int on_delete(MPI_Comm, int, void* value, void*) {
  Visit& visit = *static_cast<Visit*>(value);
  visit.is_made = true;
  try {
    visit.there();
  } catch (...) {
    visit.thrown = std::current_exception();
  }
  return MPI_SUCCESS;
}

int on_copy(MPI_Comm, int, void*, void*, void*, int* flag) {
  *flag = 0;
  return MPI_SUCCESS;
}

void step_succeeds(std::string_view call, int code) {
  if (code != MPI_SUCCESS) throw CannotGoOn(join(call, " that succeeds"));
}

/// Of the present epoch of the interface.
struct Epoch {
  int depth = 0;
  int granted = MPI_THREAD_SINGLE;
  Numbers numbers;  // the greatest seen
};
Epoch epoch;

void make_step(Lifecycle& life, std::string_view step) {
  const std::size_t colon = step.find(':');
  const std::string_view name = step.substr(0, colon);
  const int level = level_named(colon == step.npos ? "" : step.substr(colon + 1));
  if (name == "T_init") {
    const int provided = life.tool_init(level);
    // A nested call may leave it unchanged (A15), which is 0.
    epoch.granted = std::max(epoch.granted, provided);
    ++epoch.depth;
  } else if (name == "T_finalize") {
    step_succeeds("MPI_T_finalize", life.tool_finalize());
    if (--epoch.depth == 0) epoch = {};
  } else if (name == "T_finalize!") {
    require_refusal("a surplus MPI_T_finalize", call::MPI_T_finalize());
  } else if (name == "MPI_Init") {
    life.mpi_init();
  } else if (name == "MPI_Init_thread") {
    life.mpi_init_thread(level);
  } else if (name == "MPI_Finalize") {
    step_succeeds(name, life.mpi_finalize());
  } else if (name == "callback") {
    listen_in_callbacks(step.substr(colon + 1));
  } else if (name == "second_tool") {
    let_second_tool_call();
    life.tool_init(MPI_THREAD_MULTIPLE);
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

// MPI_Finalize deletes the attributes of MPI_COMM_SELF first.
void in_delete_callback(Lifecycle& life, FunctionRef<void()> there) {
  using Copy = int(MPI_Comm, int, void*, void*, void*, int*);
  using Delete = int(MPI_Comm, int, void*, void*);
  auto* const create = mpi_function<int(Copy*, Delete*, int*, void*)>("MPI_Comm_create_keyval");
  auto* const set = mpi_function<int(MPI_Comm, int, void*)>("MPI_Comm_set_attr");
  Visit visit{there, false, nullptr};
  int key = 0;
  step_succeeds("MPI_Comm_create_keyval",
                recorded("MPI_Comm_create_keyval(copy, delete, &key, NULL)",
                         [&] { return create(&on_copy, &on_delete, &key, nullptr); }));
  step_succeeds("MPI_Comm_set_attr", recorded("MPI_Comm_set_attr(MPI_COMM_SELF, key, &value)",
                                              [&] { return set(MPI_COMM_SELF, key, &visit); }));
  const int code = life.mpi_finalize();
  if (visit.thrown) std::rethrow_exception(visit.thrown);
  if (!visit.is_made) throw CannotGoOn("MPI_Finalize that deletes attributes of MPI_COMM_SELF");
  step_succeeds("MPI_Finalize", code);
}

}  // namespace

void go(const State& state, FunctionRef<void()> there) {
  require_place(state);
  Lifecycle life;
  epoch = {};
  for (const std::string_view step : words_of(state.steps)) {
    if (state.up && epoch.depth > 0) epoch.numbers = numbers_now();
    if (step == "delete_callback") return in_delete_callback(life, there);
    make_step(life, step);
  }
  if (state.other_thread && epoch.granted < MPI_THREAD_SERIALIZED) {
    throw CannotGoOn("a thread level at which another thread may call");
  }
  if (state.other_thread && state.up) require_same_view_in_threads();
  there();
}

void as_caller(const State& state, FunctionRef<void()> calls) {
  if (!state.other_thread) return calls();
  Thread(calls).join();
}

int number_before(std::string_view function) {
  const auto found = epoch.numbers.find(function);
  return found == epoch.numbers.end() ? 0 : found->second;
}

}  // namespace mpitcheck::grid
