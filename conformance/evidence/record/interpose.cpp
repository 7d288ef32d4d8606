// SPDX-License-Identifier: BSD-3-Clause
// The functions of MPI as the preloaded recorder has them: each is noted and handed on to whoever
// has it next, another preloaded tool or the MPI.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <utility>
#include <vector>

#include "evidence/record/memory.hpp"
#include "evidence/record/recorder.hpp"
#include "harness/mpi.hpp"

namespace mpitcheck::evidence {
namespace {

template <class Function>
Function* next(const char* name) {
  void* const found = ::dlsym(RTLD_NEXT, name);
  if (found == nullptr) {
    std::fprintf(stderr, "mpitcheck recorder: the MPI lacks %s\n", name);
    std::abort();
  }
  return reinterpret_cast<Function*>(found);
}

template <class Function, class Tuple>
int recorded(const char* name, Function* function, const Tuple& arguments) {
  return std::apply(
      [&](auto... argument) {
        RecordedCall call(name, {word_of(argument)...});
        const int code = function(argument...);
        call.ends(code);
        return code;
      },
      arguments);
}

// What is really called: the next function, with callbacks replaced.
template <class Function>
Function* handed_on(Function* next) {
  return next;
}

#ifdef MPITCHECK_DECLARES_MPI_T_event_register_callback
// A callback is noted like a call, and so are the calls that it makes.
template <class Body>
void noted(std::string_view name, std::vector<std::uint64_t> words, const Body& body) {
  const InCallback in_callback;
  RecordedCall call(name, std::move(words));
  {
    const InCallback in_body;
    body();
  }
  call.ends(MPI_SUCCESS);
}

// What the tool registered; handed to the library in its place, and never freed.
struct EventCallback {
  CallbackPointer<MPI_T_event_cb_function> function;
  void* user_data;
};

void on_event(MPI_T_event_instance instance, MPI_T_event_registration registration,
              MPI_T_cb_safety safety, void* data) {
  const auto* const meant = static_cast<const EventCallback*>(data);
  noted(event_callback, {word_of(instance), word_of(registration), word_of(safety)},
        [&] { meant->function(instance, registration, safety, meant->user_data); });
}

struct FreeCallback {
  CallbackPointer<MPI_T_event_free_cb_function> function;
  void* user_data;
};

void on_free(MPI_T_event_registration registration, MPI_T_cb_safety safety, void* data) {
  const auto* const meant = static_cast<const FreeCallback*>(data);
  noted(free_callback, {word_of(registration), word_of(safety)},
        [&] { meant->function(registration, safety, meant->user_data); });
}

using RegisterCallback = decltype(MPI_T_event_register_callback);
RegisterCallback* handed_on(RegisterCallback* next) {
  static RegisterCallback* const beneath = next;
  return [](MPI_T_event_registration registration, MPI_T_cb_safety safety, MPI_Info info,
            void* user_data, CallbackPointer<MPI_T_event_cb_function> function) {
    if (function == nullptr) return beneath(registration, safety, info, user_data, nullptr);
    return beneath(registration, safety, info, new EventCallback{function, user_data}, on_event);
  };
}

using FreeHandle = decltype(MPI_T_event_handle_free);
FreeHandle* handed_on(FreeHandle* next) {
  static FreeHandle* const beneath = next;
  return [](MPI_T_event_registration registration, void* user_data,
            CallbackPointer<MPI_T_event_free_cb_function> function) {
    if (function == nullptr) return beneath(registration, user_data, nullptr);
    return beneath(registration, new FreeCallback{function, user_data}, on_free);
  };
}
#endif

}  // namespace
}  // namespace mpitcheck::evidence

namespace evidence = mpitcheck::evidence;

#define MPITCHECK_RECORD_0(name, result, parameters, arguments)
#define MPITCHECK_RECORD_1(name, result, parameters, arguments)                                  \
  __attribute__((visibility("default"))) result name parameters {                                \
    static auto* const function = evidence::handed_on(evidence::next<result parameters>(#name)); \
    return evidence::recorded(#name, function, std::make_tuple arguments);                       \
  }
#define MPITCHECK_RECORD(flag, name, result, parameters, arguments) \
  MPITCHECK_RECORD_(flag, name, result, parameters, arguments)
#define MPITCHECK_RECORD_(flag, name, result, parameters, arguments) \
  MPITCHECK_RECORD_##flag(name, result, parameters, arguments)

extern "C" {

#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) \
  MPITCHECK_RECORD(MPITCHECK_DECLARES(name), name, result, parameters, arguments)
#include "mpitcheck/api.inc"
#undef MPITCHECK_API

#define MPITCHECK_MPI_CALL(name, parameters, arguments) \
  MPITCHECK_RECORD_1(name, int, parameters, arguments)
#include "evidence/mpi_calls.inc"
#undef MPITCHECK_MPI_CALL

}  // extern "C"
