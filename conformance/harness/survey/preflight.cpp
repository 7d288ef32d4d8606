// SPDX-License-Identifier: BSD-3-Clause
// Initializes the tool interface and MPI like a test. It prints each result at once as a line of
// JSON, so that a crash or hang is a result too. ci/mpitcheck/src/mpitcheck/run/preflight.py starts
// it with several options and evaluates the results.
//
//   preflight LEVEL [--forks] [--thread] [--meet OWN OTHER]
//   preflight LEVEL --parts BEHIND [FUNCTION...]
//   preflight LEVEL --spawn
//
// LEVEL: the thread level to request. --forks: whether a forked process can use the library.
// --thread: a thread other than main()'s calls MPI_Init_thread. --meet: MPI stays initialized until
// another job has initialized it, so that both run at the same time; OWN and OTHER are the
// beginnings of the names of files by which the jobs know of each other. --parts: which parts of
// the repertoire (conformance/harness/test/repertoire.hpp) work, starting after BEHIND and without
// these functions. --spawn: whether MPI_Comm_spawn works. The last two do not use MPI_T.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/process/shared.hpp"
#include "conformance/harness/process/thread.hpp"
#include "conformance/harness/survey/surroundings.hpp"
#include "conformance/harness/survey/survey.hpp"
#include "conformance/harness/test/repertoire.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int forks_tried = 8;             // a lock may be held during one fork only
constexpr double patience_with_start = 5;  // seconds until the other job starts
constexpr double patience_with_init = 2;   // seconds until it has initialized MPI
constexpr double patience_with_child = 2;  // seconds of GivenTime

class Teller {
 public:
  // From now on the library prints to stderr.
  Teller() : out_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    note_output(out_, {});
  }
  void tell(std::string_view what, json found) const {
    found["found"] = what;
    const std::string line = found.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    if (!write_all(out_, line)) write_all(STDERR_FILENO, line);  // the library closed the file
  }

 private:
  int out_;
};

double seconds_of(const std::function<void()>& work) {
  const Clock::time_point begun = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

// --- State that a forked process lacks

/// KiB of writable memory that forked processes do not get ("dc": do not copy on fork).
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

/// Makes calls of each kind; `step` is the index of the current kind.
void use_library(std::size_t& step, std::size_t steps = std::size(uses)) {
  for (step = 0; step < steps; ++step) as_far_as_possible(uses[step]);
}

/// Forks processes that use the library. Reports the first one that does not end, provided that
/// this process survives the same calls.
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

/// Makes the same calls in this process if a forked one did not finish them, and reports that it
/// survived.
void confirm(const Teller& teller, std::string_view what, const json& forks) {
  if (forks["end"].get<std::string>().empty()) return;
  std::size_t step = 0;
  use_library(step);
  teller.tell(what, {{"unforked", true}});
}

// --- Initialization

struct Asked {
  int level = MPI_THREAD_SINGLE;
  bool forks = false, thread = false;
  std::string own_files, other_files;  // with --meet
  bool parts = false, spawn = false, is_spawned = false;
  std::string_view behind;                 // with --parts
  std::vector<std::string_view> excluded;  // functions
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
      Thread(init).join();
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
  const Surroundings around = surroundings();
  teller.tell("surroundings", {{"threads", around.threads},
                               {"handlers", around.handlers},
                               {"scheduler", around.scheduler}});
  if (!asked.forks || code != MPI_SUCCESS) return;
  const json forks = try_forks(uncopied);
  teller.tell("forks with MPI", forks);
  confirm(teller, "forks with MPI", forks);
}

// --- Two jobs at the same time

void leave_mark(const std::string& file) { std::ofstream(file).put('\n'); }

void wait_for(const std::string& file, double seconds) {
  constexpr int microseconds_between_looks = 10'000;
  const Clock::time_point begun = Clock::now();
  while (::access(file.c_str(), F_OK) != 0 &&
         std::chrono::duration<double>(Clock::now() - begun).count() < seconds) {
    ::usleep(microseconds_between_looks);
  }
}

void bring_mpi_up_beside_another(const Teller& teller, const Asked& asked) {
  leave_mark(asked.own_files + ".started");
  bring_mpi_up(teller, asked);
  leave_mark(asked.own_files + ".up");
  wait_for(asked.other_files + ".started", patience_with_start);
  wait_for(asked.other_files + ".up", patience_with_init);
}

// --- Working parts of MPI

const Teller* teller_of_parts = nullptr;

/// The library's text for the class of a code, in one line.
std::string error_text(int code) {
  int error_class = code, length = 0;
  char text[MPI_MAX_ERROR_STRING] = {};
  MPI_Error_class(code, &error_class);
  MPI_Error_string(error_class, text, &length);
  const std::string whole = text;
  return whole.substr(0, whole.find('\n'));
}

const Asked* asked_of_parts = nullptr;

/// Announces each call. Each part ends with its result: complete, or the call that failed or was
/// excluded.
void try_parts(const Teller& teller, const Asked& asked) {
  teller_of_parts = &teller;
  asked_of_parts = &asked;
  on_call_of_part = [](std::string_view function) {
    if (std::ranges::count(asked_of_parts->excluded, function) != 0) {
      throw PartFails{function, MPI_SUCCESS};
    }
    teller_of_parts->tell("call", {{"function", function}});
  };
  bool is_behind = asked.behind.empty();
  for (const PartOfMpi& part : parts_of_mpi()) {
    if (!is_behind) {
      is_behind = part.name == asked.behind;
      continue;
    }
    teller.tell("part", {{"name", part.name}});
    json found{{"name", part.name}, {"function", ""}, {"code", ""}};
    try {
      try_part(part);
    } catch (const PartIsMissing&) {
    } catch (const PartFails& failure) {
      found["function"] = failure.function;
      found["code"] = failure.code == MPI_SUCCESS ? "" : error_text(failure.code);
    }
    teller.tell("part ended", found);
  }
}

#ifdef MPITCHECK_DECLARES_MPI_Comm_spawn

/// Spawns this program, which only initializes and finalizes MPI.
void try_spawn(const Teller& teller) {
  std::string program = std::filesystem::read_symlink("/proc/self/exe");
  std::string level = "MPI_THREAD_SINGLE", word = "--spawned";
  // The spawned process must load the same libraries.
  std::vector<std::string> words;
  for (const char* name : {"LD_PRELOAD", "LD_LIBRARY_PATH"}) {
    if (const char* value = std::getenv(name)) words.push_back(join(name, "=", value));
  }
  words.insert(words.end(), {program, level, word});
  std::vector<char*> arguments;
  for (std::string& each : words) arguments.push_back(each.data());
  arguments.push_back(nullptr);
  char command[] = "/usr/bin/env";
  MPI_Comm children = MPI_COMM_NULL;
  int errcode = MPI_SUCCESS;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  teller.tell("part", {{"name", "MPI_Comm_spawn"}});
  teller.tell("call", {{"function", "MPI_Comm_spawn"}});
  const int code = MPI_Comm_spawn(command, arguments.data(), 1, MPI_INFO_NULL, 0, MPI_COMM_SELF,
                                  &children, &errcode);
  if (code == MPI_SUCCESS && children != MPI_COMM_NULL) MPI_Comm_disconnect(&children);
  teller.tell("part ended", {{"name", "MPI_Comm_spawn"},
                             {"function", code == MPI_SUCCESS ? "" : "MPI_Comm_spawn"},
                             {"code", code == MPI_SUCCESS ? "" : error_text(code)}});
}

void leave_parent() {
  MPI_Comm parent = MPI_COMM_NULL;
  MPI_Comm_get_parent(&parent);
  if (parent != MPI_COMM_NULL) MPI_Comm_disconnect(&parent);
}

#else

void try_spawn(const Teller& /*teller*/) {}
void leave_parent() {}

#endif

void go_down(const Teller& teller, const Asked& asked, bool without_tool) {
  if (without_tool) {
    teller.tell("call", {{"function", "MPI_Finalize"}});
  } else {
    call::MPI_T_finalize.if_possible();
  }
  // If another thread initialized MPI, it is unclear which thread may finalize it.
  if (asked.thread) ::_exit(0);
  MPI_Finalize();
  teller.tell("end", json::object());
}

int level_named(std::string_view name) {
  for (const int level : thread_levels()) {
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
    } else if (word == "--meet" && i + 2 < argc) {
      asked.own_files = argv[++i];
      asked.other_files = argv[++i];
    } else if (word == "--parts") {
      asked.parts = true;
      if (++i < argc) asked.behind = argv[i];
      while (++i < argc) asked.excluded.push_back(argv[i]);
    } else if (word == "--spawn") {
      asked.spawn = true;
    } else if (word == "--spawned") {
      asked.is_spawned = true;
    } else {
      asked.level = level_named(word);
    }
  }
  const Teller teller;
  const bool without_tool = asked.parts || asked.spawn || asked.is_spawned;
  if (without_tool) {
    teller.tell("call", {{"function", "MPI_Init_thread"}});
  } else {
    bring_tool_up(teller, asked);
  }
  if (asked.own_files.empty()) {
    bring_mpi_up(teller, asked);
  } else {
    bring_mpi_up_beside_another(teller, asked);
  }
  if (asked.parts) try_parts(teller, asked);
  if (asked.spawn) try_spawn(teller);
  if (asked.is_spawned) leave_parent();
  go_down(teller, asked, without_tool);
  return 0;  // mpi.h may rename main(), which makes it an ordinary function
}
