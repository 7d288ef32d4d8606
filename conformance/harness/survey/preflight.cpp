// SPDX-License-Identifier: BSD-3-Clause
// Brings the tool interface and MPI up as tests will, and prints a line of JSON for each thing that
// it comes to know, as soon as it does: where it ends is an answer. ci/mpitcheck/run/preflight.py
// starts it in several ways and says what follows.
//
//   preflight LEVEL [--forks] [--thread]
//
// LEVEL: the thread level to ask for. --forks: whether a forked process can use the library.
// --thread: MPI_Init_thread is called by another thread than that of main().
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <thread>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/process/shared.hpp"
#include "conformance/harness/survey/survey.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int forks_tried = 8;             // a lock may be held at one of them only
constexpr double patience_with_child = 2;  // seconds of GivenTime

class Teller {
 public:
  // From now on the library prints to stderr.
  Teller() : out_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
  }
  void tell(std::string_view what, json found) const {
    found["found"] = what;
    write_all(out_, found.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
  }

 private:
  int out_;
};

double seconds_of(const std::function<void()>& work) {
  const Clock::time_point begun = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

// --- What a forked process lacks

/// KiB of memory to be written that forked processes do not get ("dc": do not copy on fork).
std::uint64_t uncopied_memory() {
  std::ifstream file("/proc/self/smaps");
  std::uint64_t size = 0, uncopied = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("Size:")) size = std::stoull(line.substr(5));
    if (line.starts_with("VmFlags:") && (line + " ").find(" dc ") != line.npos &&
        line.find(" wr ") != line.npos) {
      uncopied += size;
    }
  }
  return uncopied;
}

void use_cvar() {
  for (int i = 0, count = cvar_num(); i < count; ++i) {
    const auto cvar = read_cvar(i);
    if (!cvar || cvar->bind != MPI_T_BIND_NO_OBJECT) continue;
    CvarHandle handle(*cvar);
    if (handle.is_open()) static_cast<void>(handle.value());
    return;
  }
}

void use_pvar() {
  const PvarSession session;
  for (int i = 0, count = pvar_num(); i < count; ++i) {
    const auto pvar = read_pvar(i);
    if (!pvar || pvar->bind != MPI_T_BIND_NO_OBJECT) continue;
    const PvarHandle handle(session, *pvar);
    handle.start();
    static_cast<void>(handle.value());
    handle.stop();
    return;
  }
}

void use_categories() {
  int number = 0;
  call::MPI_T_category_get_num(&number);
  call::MPI_T_category_changed(&number);
}

void use_events() {
  int number = 0;
  call::MPI_T_event_get_num(&number);
}

constexpr void (*uses[])() = {use_cvar, use_pvar, use_categories, use_events};

/// Makes calls of each kind; `step` says which are being made.
void use_library(std::size_t& step, std::size_t steps = std::size(uses)) {
  for (step = 0; step < steps; ++step) as_far_as_possible(uses[step]);
}

/// What became of forked processes that use what is up in this one: the first that does not come to
/// its end counts, if this process survives the same calls.
json try_forks(std::uint64_t uncopied_before) {
  auto& step = *static_cast<std::size_t*>(share(sizeof(std::size_t)));
  const std::uint64_t uncopied = uncopied_memory();
  json found{{"uncopied", uncopied > uncopied_before ? uncopied - uncopied_before : 0},
             {"end", ""},
             {"tried", forks_tried}};
  for (int i = 0; i < forks_tried; ++i) {
    GivenTime given;
    bool hangs = false;
    const ChildResult child = in_child([&](int) { use_library(step); },
                                       [&](pid_t process) {
                                         given.look({process});
                                         if (given.seconds() < patience_with_child) return;
                                         hangs = true;
                                         ::kill(process, SIGKILL);
                                       });
    if (child.signal == 0 && child.exit_code == 0) continue;
    found["end"] = hangs               ? "hung"
                   : child.signal != 0 ? signal_name(child.signal)
                                       : join("exit status ", child.exit_code);
    break;
  }
  return found;
}

/// The same calls in this process, if a forked one did not come to the end of them.
void confirm(const Teller& teller, std::string_view what, const json& forks) {
  if (forks["end"].get<std::string>().empty()) return;
  std::size_t step = 0;
  use_library(step);
  teller.tell(what, {{"unforked", true}});
}

// --- The walk

struct Asked {
  int level = MPI_THREAD_SINGLE;
  bool forks = false, thread = false;
};

void bring_tool_up(const Teller& teller, const Asked& asked) {
  int provided = 0, code = MPI_SUCCESS;
  const std::uint64_t uncopied = asked.forks ? uncopied_memory() : 0;
  const double seconds =
      seconds_of([&] { code = call::MPI_T_init_thread(asked.level, &provided); });
  teller.tell(
      "tool",
      {{"seconds", seconds}, {"code", code_name(code)}, {"provided", thread_level_name(provided)}});
  if (!asked.forks || code != MPI_SUCCESS) return;
  const json forks = try_forks(uncopied);
  teller.tell("forks with tool", forks);
  confirm(teller, "forks with tool", forks);
}

void bring_mpi_up(const Teller& teller, const Asked& asked) {
  int provided = 0, code = MPI_SUCCESS, size = 0;
  const std::uint64_t uncopied = asked.forks ? uncopied_memory() : 0;
  const auto init = [&] { code = MPI_Init_thread(nullptr, nullptr, asked.level, &provided); };
  const double seconds = seconds_of([&] {
    if (asked.thread) {
      std::thread(init).join();
    } else {
      init();
    }
  });
  if (code == MPI_SUCCESS) MPI_Comm_size(MPI_COMM_WORLD, &size);
  teller.tell("mpi", {{"seconds", seconds},
                      {"code", code_name(code)},
                      {"asked", thread_level_name(asked.level)},
                      {"provided", thread_level_name(provided)},
                      {"size", size}});
  if (!asked.forks || code != MPI_SUCCESS) return;
  const json forks = try_forks(uncopied);
  teller.tell("forks with MPI", forks);
  confirm(teller, "forks with MPI", forks);
}

void go_down(const Teller& teller, const Asked& asked) {
  call::MPI_T_finalize.if_possible();
  if (asked.thread)
    ::_exit(0);  // where MPI came up on another thread it is not sure who may end it
  MPI_Finalize();
  teller.tell("end", json::object());
}

int level_named(std::string_view name) {
  for (const int level : {MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE}) {
    if (thread_level_name(level) == name) return level;
  }
  return MPI_THREAD_SINGLE;
}

}  // namespace
}  // namespace mpitcheck

int main(int argc, char** argv) {
  using namespace mpitcheck;
  Asked asked;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--forks") {
      asked.forks = true;
    } else if (word == "--thread") {
      asked.thread = true;
    } else {
      asked.level = level_named(word);
    }
  }
  const Teller teller;
  bring_tool_up(teller, asked);
  bring_mpi_up(teller, asked);
  go_down(teller, asked);
  return 0;  // an mpi.h that renames main() makes it a function like others
}
