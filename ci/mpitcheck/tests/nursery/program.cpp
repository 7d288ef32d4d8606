// SPDX-License-Identifier: BSD-3-Clause
// A test program of the harness whose tests tell where they were born, and whose library does what
// the environment says (NURSERY_ACT): in a nursery, or, with "early-", when it is loaded. Names
// give the order.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

namespace fs = std::filesystem;

std::string command_line(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/cmdline", std::ios::binary);
  std::string words{std::istreambuf_iterator<char>(file), {}};
  for (char& c : words) c = c == '\0' ? ' ' : c;
  return words;
}

bool is_of_nursery(const std::string& pid) {
  return command_line(pid).find(" --nursery ") != std::string::npos;
}

std::string descriptors() {
  std::string open;
  for (int file = 0; file < 1024; ++file) {
    if (::fcntl(file, F_GETFD) >= 0) open += " " + std::to_string(file);
  }
  return open;
}

void tell_birthplace(Test& t) {
  t.measured("descriptors", descriptors());
  t.measured("born", is_of_nursery("self") ? "in a nursery" : "by itself");
  t.examined(t.context().info.clauses.front(), 1);
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

const fs::path& mark() {
  static const fs::path path = variable("HOSTILE_MARK");
  return path;
}

void act(const std::string& what) {
  if (what == "dies") ::raise(SIGKILL);
  if (what == "leaves") std::exit(0);
  if (what == "hangs") ::pause();
  if (what == "prints") std::fputs("a word of warning\n", stderr);
  if (what == "threads") std::thread([] { ::pause(); }).detach();
  if (what == "opens") [[maybe_unused]]
    const int file = ::open("/dev/null", O_RDONLY);
  if (what == "shares") {
    [[maybe_unused]] void* const shared =
        ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  }
  if (what == "forks" && ::fork() == 0) ::pause();
  if (what == "times") {
    const itimerval soon{{0, 0}, {1000, 0}};
    ::setitimer(ITIMER_REAL, &soon, nullptr);
  }
}

constexpr auto any_clause = Clause{0};

[[maybe_unused]] const bool is_loaded = [] {
  const std::string what = variable("NURSERY_ACT");
  if (what.starts_with("early-")) act(what.substr(what.find('-') + 1));
  return true;
}();

// Waits until the nursery has made its call, so that tests after this one can be born there.
MPITCHECK_TEST("a.first.waits", "Waits for the nurseries.", {any_clause}, needs::nothing) {
  for (int i = 0; i < 3000 && !fs::exists(mark()); ++i) ::usleep(10'000);
  ::usleep(300'000);
  tell_birthplace(t);
}

MPITCHECK_TEST("b.tool.pass", "Passes.", {any_clause}, needs::tool) { tell_birthplace(t); }

MPITCHECK_TEST("b.mpi.pass", "Passes after MPI_Init.", {any_clause}, needs::mpi) {
  tell_birthplace(t);
}

MPITCHECK_TEST("b.phases.pass", "Passes twice.", {any_clause}, needs::each_phase) {
  tell_birthplace(t);
}

MPITCHECK_TEST("c.nothing.one", "Examines initialization.", {any_clause}, needs::nothing) {
  tell_birthplace(t);
}

MPITCHECK_TEST("c.nothing.other", "Examines it in another way.", {any_clause}, needs::nothing) {
  tell_birthplace(t);
}

MPITCHECK_TEST("c.nothing.third", "Examines it in a third way.", {any_clause}, needs::nothing) {
  tell_birthplace(t);
}

MPITCHECK_TEST("d.tool.crash", "Crashes.", {any_clause}, needs::tool) {
  tell_birthplace(t);
  Recorder::instance().call_begins("MPI_T_crash()");
  ::raise(SIGSEGV);
}

MPITCHECK_TEST("d.tool.exit", "Leaves.", {any_clause}, needs::tool) {
  tell_birthplace(t);
  std::exit(0);
}

MPITCHECK_TEST("d.tool.forked-only", "Crashes if it was born in a nursery.", {any_clause},
               needs::tool) {
  tell_birthplace(t);
  if (is_of_nursery("self")) ::raise(SIGSEGV);
}

MPITCHECK_TEST("d.tool.hang", "Hangs.", {any_clause}, needs::tool) {
  tell_birthplace(t);
  Recorder::instance().call_begins("MPI_T_hang()");
  for (;;) ::pause();
}

MPITCHECK_TEST("d.tool.stray", "Leaves a process behind.", {any_clause}, needs::tool) {
  tell_birthplace(t);
  if (::fork() == 0) {
    ::setsid();
    ::signal(SIGTERM, SIG_IGN);
    for (;;) ::pause();
  }
}

MPITCHECK_TEST("d.tool.prints", "Prints.", {any_clause}, needs::tool) {
  tell_birthplace(t);
  std::printf("on stdout\n");
  std::fprintf(stderr, "on stderr\n");
}

MPITCHECK_TEST("e.tool.surroundings", "Has what a process of its own has.", {any_clause},
               needs::tool) {
  tell_birthplace(t);
  const Clause clause = t.context().info.clauses.front();
  const auto expect = [&](const char* what, bool ok) {
    t.check(clause, what, is_observed("", ok, "so", "not so"));
  };
  expect("TMPDIR is the working directory", fs::current_path() == variable("TMPDIR"));
  expect("it is empty", fs::is_empty(fs::current_path()));
  expect("the result folder is beside it", fs::exists("../r/0.jsonl"));
  expect("a process group of its own", ::getpgrp() == ::getpid());
  expect("the session is that of its supervisor", ::getsid(0) == ::getppid());
  sigset_t blocked, none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_BLOCK, &none, &blocked);
  expect("no signal is blocked", ::sigisemptyset(&blocked) == 1);
}

// The nursery is a child of the runner, as is the supervisor of this test.
MPITCHECK_TEST("f.tool.kills-nursery", "Kills the nursery.", {any_clause}, needs::tool) {
  tell_birthplace(t);
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    const std::string pid = entry.path().filename().string();
    if (pid.find_first_not_of("0123456789") != std::string::npos || !is_of_nursery(pid)) continue;
    const pid_t process = std::atoi(pid.c_str());
    std::error_code error;
    const bool is_ours =
        fs::read_symlink(entry.path() / "exe", error) == fs::read_symlink("/proc/self/exe", error);
    if (is_ours && process != ::getpid() && process != ::getppid()) ::kill(process, SIGKILL);
  }
}

MPITCHECK_TEST("g.tool.after", "Passes without the nursery.", {any_clause}, needs::tool) {
  tell_birthplace(t);
}

}  // namespace
}  // namespace mpitcheck

extern "C" int MPI_T_init_thread(int required, int* provided) {
  const int code = PMPI_T_init_thread(required, provided);
  if (mpitcheck::is_of_nursery("self")) {
    std::ofstream(mpitcheck::mark()) << "up";
    mpitcheck::act(mpitcheck::variable("NURSERY_ACT"));
  }
  return code;
}
