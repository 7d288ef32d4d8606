// SPDX-License-Identifier: BSD-3-Clause
// The functions of MPI that the preloaded recorder defines. Each records the call and forwards it
// to the next definition: that of another preloaded tool, or of the MPI.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "conformance/evidence/memory.hpp"
#include "conformance/evidence/recorder.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/process/thread.hpp"

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

// The function to forward to. For functions that take a callback it replaces the callback first.
template <class Function>
Function* handed_on(Function* next) {
  return next;
}

#if MPITCHECK_REPLACEABLE(MPI_T_event_register_callback) && \
    MPITCHECK_REPLACEABLE(MPI_T_event_handle_free) &&       \
    MPITCHECK_REPLACEABLE(MPI_T_event_set_dropped_handler)
// Records a callback like a call. The calls that it makes are recorded too.
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

using EventCallback = CallbackPointer<MPI_T_event_cb_function>;
using FreeCallback = CallbackPointer<MPI_T_event_free_cb_function>;
using DroppedCallback = CallbackPointer<MPI_T_event_dropped_cb_function>;

template <class Callback>
constexpr std::string_view name_of = std::is_same_v<Callback, EventCallback>  ? event_callback
                                     : std::is_same_v<Callback, FreeCallback> ? free_callback
                                                                              : dropped_callback;

// Callbacks of the tool. The library gets one of our functions for each of them, so that the right
// one is called whatever arguments the library passes.
constexpr std::size_t most_functions = 16;
template <class Callback>
Callback meant[most_functions];

template <class Callback, std::size_t Number>
struct InPlaceOf;

template <class... Args, std::size_t Number>
struct InPlaceOf<void (*)(Args...), Number> {
  static void call(Args... args) {
    using Callback = void (*)(Args...);
    const Callback function = meant<Callback>[Number];
    noted(name_of<Callback>, {word_of(args)..., word_of(function)}, [&] { function(args...); });
  }
};

template <class Callback, std::size_t... Number>
Callback in_place_of(Callback function, std::index_sequence<Number...>) {
  static constexpr Callback ours[] = {&InPlaceOf<Callback, Number>::call...};
  static Mutex mutex;
  const Lock lock(mutex);
  for (std::size_t i = 0; function != nullptr && i < most_functions; ++i) {
    if (meant<Callback>[i] == nullptr) meant<Callback>[i] = function;
    if (meant<Callback>[i] == function) return ours[i];
  }
  return function;
}

template <class Callback>
Callback in_place_of(Callback function) {
  return in_place_of(function, std::make_index_sequence<most_functions>{});
}

using RegisterCallback = decltype(MPI_T_event_register_callback);
RegisterCallback* handed_on(RegisterCallback* next) {
  static RegisterCallback* const beneath = next;
  return [](MPI_T_event_registration registration, MPI_T_cb_safety safety, MPI_Info info,
            void* user_data, EventCallback function) {
    return beneath(registration, safety, info, user_data, in_place_of(function));
  };
}

using FreeHandle = decltype(MPI_T_event_handle_free);
FreeHandle* handed_on(FreeHandle* next) {
  static FreeHandle* const beneath = next;
  return [](MPI_T_event_registration registration, void* user_data, FreeCallback function) {
    return beneath(registration, user_data, in_place_of(function));
  };
}

using SetDroppedHandler = decltype(MPI_T_event_set_dropped_handler);
SetDroppedHandler* handed_on(SetDroppedHandler* next) {
  static SetDroppedHandler* const beneath = next;
  return [](MPI_T_event_registration registration, DroppedCallback function) {
    return beneath(registration, in_place_of(function));
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
  MPITCHECK_RECORD(MPITCHECK_REPLACEABLE(name), name, result, parameters, arguments)
#include "mpitcheck/api.inc"
#undef MPITCHECK_API

#define MPITCHECK_MPI_CALL(name, parameters, arguments) \
  MPITCHECK_RECORD_1(name, int, parameters, arguments)
#define MPITCHECK_CALLBACK(name, parameters, arguments)
#include "mpitcheck/recorded.inc"
#undef MPITCHECK_MPI_CALL
#undef MPITCHECK_CALLBACK

}  // extern "C"
