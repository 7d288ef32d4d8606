// SPDX-License-Identifier: BSD-3-Clause
// Processes that MPI_Comm_spawn starts (conformance/programs/spawned.c) have an interface of their
// own. The test runs under the launcher, since some MPIs cannot spawn without one.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/process/beside.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/test/repertoire.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

// MPI_Comm_spawn takes under a second if it works, and hangs if it does not.
constexpr Needs two_that_spawn = needs::nothing.on(2).within(8);

constexpr Clause own_init = clause::init_spawned_processes_own_init;
constexpr Clause init_first = clause::init_required_first;

#ifdef MPITCHECK_DECLARES_MPI_Comm_spawn

// The spawned process must load the same libraries as this one. Launchers do not ensure that.
std::vector<std::string> words_of_env(const std::string& answers) {
  std::vector<std::string> words{"-u", "MPITCHECK_RECORD"};  // no calls of this test
  for (const char* name :
       {"LD_PRELOAD", "LD_LIBRARY_PATH", "MPITCHECK_FAULT", "MPITCHECK_FAULT_EFFECT"}) {
    if (const char* value = std::getenv(name)) words.push_back(join(name, "=", value));
  }
  words.push_back(beside_program("spawned"));
  words.push_back(answers);
  return words;
}

MPI_Comm spawn(const std::string& answers) {
  require_part("MPI_Comm_spawn");
  std::vector<std::string> words = words_of_env(answers);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  char command[] = "/usr/bin/env";
  MPI_Comm children = MPI_COMM_NULL;
  int errcode = MPI_SUCCESS;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int code = recorded("MPI_Comm_spawn(env spawned, 1 process)", [&] {
    return MPI_Comm_spawn(command, arguments.data(), 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                          &errcode);
  });
  if (code != MPI_SUCCESS || children == MPI_COMM_NULL) {
    throw CannotGoOn("an MPI_Comm_spawn that succeeds under this launcher");
  }
  return children;
}

// The parent's interface is unchanged. If it is not initialized, only the quality of its answers is
// checked.
void check_parent(Test& t, bool is_up, std::string_view when) {
  int number = 0;
  const int code = call::MPI_T_cvar_get_num(&number);
  const auto subject = [&] { return join("the parent's interface ", when); };
  if (is_up) {
    t.check_code(own_init, subject, code, {MPI_SUCCESS});
  } else {
    t.check_code(init_first, subject, code, {MPI_T_ERR_NOT_INITIALIZED});
  }
}

bool has_line(const std::string& answers, std::string_view wanted) {
  std::ifstream lines(answers);
  std::string line;
  while (std::getline(lines, line)) {
    if (line == wanted) return true;
  }
  return false;
}

// False if the spawned process, whose first line identifies it, has ended. If it hangs, the test's
// time limit applies. If it writes nothing within `patience`, it may run elsewhere, and the test
// does not wait.
bool may_write(const std::string& answers, std::chrono::duration<double> waited) {
  constexpr std::chrono::seconds patience{8};  // on an idle machine
  std::ifstream lines(answers);
  std::string word, host;
  pid_t process = 0;
  if (!(lines >> word >> process >> host)) return waited < patience * crowding();
  char own_host[256]{};
  ::gethostname(own_host, sizeof own_host - 1);
  return host != own_host || ::kill(process, 0) == 0;
}

// All ranks continue once the spawned process has written the line, or will not write it. They
// synchronize by files: MPI between parents and spawned processes is not a rule of the interface.
void await(const std::string& answers, int rank, std::string_view line) {
  const auto begin = std::chrono::steady_clock::now();
  while (rank == 0 && !has_line(answers, line) &&
         may_write(answers, std::chrono::steady_clock::now() - begin)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

// Once all ranks have arrived, lets the spawned process continue; it removes the file.
void say(const std::string& answers, int rank, const char* what) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) std::ofstream(join(answers, ".", what));
}

// Format: a line "process PID HOST", then lines "STATE FUNCTION CODE" with "look" between them, and
// "end".
void check_answers(Test& t, const std::string& answers) {
  std::ifstream lines(answers);
  std::string state;
  std::string function;
  while (lines >> state && state != "end") {
    if (state == "look") continue;
    if (state == "process") {
      std::getline(lines, state);
      continue;
    }
    int code = 0;
    lines >> function >> code;
    const auto subject = [&] { return join(function, " of a spawned process"); };
    const auto answer = [&](int wanted) {
      return is_in_words("code", code, wanted, code_name).of(function);
    };
    if (state == "up") {
      t.check(own_init, subject, answer(MPI_SUCCESS));
    } else if (state == "init") {
      if (code != MPI_SUCCESS) t.missing("MPI_T_init_thread that succeeds in a spawned process");
    } else if (function == "MPI_T_finalize") {
      t.check(own_init, subject, fails(code).of(function));
    } else {
      t.check(init_first, subject, answer(MPI_T_ERR_NOT_INITIALIZED));
    }
  }
  if (!has_line(answers, "look") && function != "MPI_T_finalize" &&
      function != "MPI_T_init_thread") {
    t.missing("MPI_Init that returns in a spawned process");
    return;
  }
  t.check(own_init, "a spawned process",
          is_observed("answers", state == "end", "all of them", "the process ended before"));
}

void with_spawned(Test& t, bool is_up) {
  if (is_up) t.lifecycle().tool_init();
  t.lifecycle().mpi_init();
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::string answers =
      std::filesystem::temp_directory_path() / join("mpitcheck-", ::getpid(), ".spawned");
  t.examining(own_init);
  MPI_Comm children = spawn(answers);
  check_parent(t, is_up, "once a process was spawned");
  await(answers, rank, "look");
  check_parent(t, is_up, "while that of a spawned process is up");
  say(answers, rank, "looked");
  await(answers, rank, "end");
  check_parent(t, is_up, "when that of a spawned process was taken down");
  if (rank == 0) check_answers(t, answers);
  if (is_up) {
    t.check_code(own_init, "the parent's MPI_T_finalize", t.lifecycle().tool_finalize(),
                 {MPI_SUCCESS});
  }
  t.check(own_init, "the parent's MPI_T_finalize, once more",
          fails(call::MPI_T_finalize()).of("MPI_T_finalize"));
  say(answers, rank, "read");
  MPI_Comm_disconnect(&children);
  if (rank == 0) std::filesystem::remove(answers);
}

#else

void with_spawned(Test& t, bool /*is_up*/) { t.missing("MPI_Comm_spawn: mpi.h has none"); }

#endif

}  // namespace

MPITCHECK_TEST("init.spawned.parent-up",
               "A spawned process initializes its own interface while that of its parents is "
               "initialized. The parents' interface is unchanged.",
               cites(own_init, init_first), two_that_spawn) {
  with_spawned(t, true);
}

MPITCHECK_TEST("init.spawned.parent-down",
               "A spawned process initializes its own interface and not that of its parents.",
               cites(own_init, init_first), two_that_spawn) {
  with_spawned(t, false);
}

}  // namespace mpitcheck
