// SPDX-License-Identifier: BSD-3-Clause
// Functions that harm their process.
#include "conformance/faults/interposer/blast.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <sstream>
#include <string_view>

#include "conformance/harness/calls/object.hpp"

namespace mpitcheck::faults {
namespace {

struct Harm {
  std::string_view name;
  void (*act)();  // null: the call only fails
};

constexpr Harm harms[] = {{"segv", [] { std::raise(SIGSEGV); }},
                          {"abort", [] { std::abort(); }},
                          {"exit0", [] { std::exit(0); }},
                          {"exit1", [] { std::exit(1); }},
                          {"hang",
                           [] {
                             for (;;) ::pause();
                           }},
                          {"refuse", nullptr}};

struct Blast {
  std::string function;
  const Harm* harm = nullptr;
  int object = no_object;
  std::mutex mutex;  // guards the handles, since tests call from several threads
  ObjectHandles handles;
};
Blast blast;

template <auto Member>
struct Blasted;

template <class... Args, int (*Interface::*Member)(Args...)>
struct Blasted<Member> {
  static inline std::string_view name;

  static int call(Args... args) {
    if (is_meant(args...)) {
      if (blast.harm->act == nullptr) return MPI_T_ERR_INVALID;
      blast.harm->act();
    }
    const int code = (real.*Member)(args...);
    if (blast.object != no_object) {
      const std::lock_guard lock(blast.mutex);
      blast.handles.note(name, args...);
    }
    return code;
  }

 private:
  static bool is_meant(Args... args) {
    const bool is_function = name == blast.function;
    if (blast.object == no_object) return is_function;
    const std::lock_guard lock(blast.mutex);
    const int object = blast.handles.object_of(name, args...);
    blast.handles.forget(name, args...);
    return is_function && object == blast.object;
  }
};

// Replaces all functions, since calls that return handles must be observed.
void replace_all(Interface& mpi) {
#define MPITCHECK_API(function, major, minor, result, parameters, names, arguments) \
  if (mpi.function != nullptr) {                                                    \
    Blasted<& Interface::function>::name = #function;                               \
    mpi.function = &Blasted<&Interface::function>::call;                            \
  }
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
}

}  // namespace

bool put_blast_in_force(const std::string& text, Interface& mpi) {
  std::istringstream words(text);
  std::string harm, object;
  std::getline(words, blast.function, ':');
  std::getline(words, harm, ':');
  blast.harm = std::ranges::find(harms, harm, &Harm::name);
  if (blast.harm == std::end(harms)) return false;
  if (std::getline(words, object)) blast.object = std::atoi(object.c_str());
  replace_all(mpi);
  return true;
}

}  // namespace mpitcheck::faults
