// SPDX-License-Identifier: BSD-3-Clause
// Misdeeds of a single process.
#include "ci/mpitcheck/tests/hostile/acts.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

namespace hostile {
namespace {

[[noreturn]] void sleep_forever() {
  for (;;) ::pause();
}

/// Tells a watching test that this process is up.
void leave_mark() {
  if (const char* mark = std::getenv("HOSTILE_MARK")) std::ofstream(mark) << "up\n";
}

void default_signal(int number) {
  std::signal(number, SIG_DFL);
  std::raise(number);
}

void fill_pipe(const Account& account) {
  const std::string block(1U << 20U, 'x');
  for (int i = 0; i < 64; ++i) std::fwrite(block.data(), 1, block.size(), stdout);
  std::fflush(stdout);
  account.pass();
}

void print_controls(const Account& account) {
  std::fputs("\x1b[2J\x1b]0;title\x07\xff\xfe\xc3(\xe2\x80\xae \x01\n", stdout);
  account.begin();
  account.failure(account.must);
  account.end("fail", account.must, 1, 1);
  account.closed();
}

void leave_child(const Account& account) {
  if (::fork() == 0) sleep_forever();
  account.pass();
}

void leave_many(const Account& account) {
  for (int i = 0; i < 40; ++i) {
    if (::fork() == 0) sleep_forever();
  }
  account.pass();
}

/// A daemon in a session of its own that ignores SIGTERM and whose parent is gone.
void leave_daemon(const Account& account) {
  int ready[2];
  if (::pipe(ready) != 0) std::abort();
  if (::fork() == 0) {
    ::setsid();
    if (::fork() == 0) {
      ::setsid();
      std::signal(SIGTERM, SIG_IGN);
      [[maybe_unused]] const ssize_t written = ::write(ready[1], "x", 1);
      sleep_forever();
    }
    ::_exit(0);
  }
  char byte = 0;
  [[maybe_unused]] const ssize_t got = ::read(ready[0], &byte, 1);
  account.pass();
}

void close_streams(const Account& account) {
  ::close(STDOUT_FILENO);
  ::close(STDERR_FILENO);
  account.pass();
}

void ignore_sigterm(const Account& account) {
  std::signal(SIGTERM, SIG_IGN);
  account.in_call();
  leave_mark();
  sleep_forever();
}

void loop(const Account& account) {
  account.in_call();
  leave_mark();
  for (volatile unsigned turn = 0;;) turn = turn + 1;
}

/// Works until it is asked to stop, then says what it found.
void report_on_sigterm(const Account& account) {
  sigset_t asked;
  ::sigemptyset(&asked);
  ::sigaddset(&asked, SIGTERM);
  ::sigprocmask(SIG_BLOCK, &asked, nullptr);
  leave_mark();
  int number = 0;
  ::sigwait(&asked, &number);
  account.pass();
}

/// Prints what the runner gave it.
[[noreturn]] void fail(const Account& account) {
  account.begin();
  account.failure(account.must);
  account.end("fail", account.must, 3, 1);
  account.closed();
  std::exit(1);
}

void show_environment(const Account& account) {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value != nullptr ? value : "");
  };
  std::printf("shown %s\n", variable("HOSTILE_SHOWN").c_str());
  char folder[4096] = "";
  if (::getcwd(folder, sizeof folder) != nullptr && variable("TMPDIR") == folder)
    std::puts("working in TMPDIR");
  const std::string libraries = variable("LD_LIBRARY_PATH");
  for (const char* name : {"libmpi_abi.so.0", "libmpi_abi.so.1"}) {
    char library[4096] = "";
    const std::string link = libraries.substr(0, libraries.find(':')) + "/" + name;
    if (::readlink(link.c_str(), library, sizeof library - 1) > 0)
      std::printf("%s -> %s\n", name, library);
  }
  account.pass();
}

void whole_then(const Account& account, void (*what)()) {
  account.begin();
  account.end("pass", account.must, 1, 0);
  account.progress("", "MPI_Finalize()", true);
  what();
}

void replace_by_fifo(const Account& account) {
  account.pass();
  ::unlink(account.path().c_str());
  ::mkfifo(account.path().c_str(), 0600);
}

void replace_by_link(const Account& account) {
  account.pass();
  const std::string elsewhere = account.directory + "/elsewhere";
  std::rename(account.path().c_str(), elsewhere.c_str());
  if (::symlink(elsewhere.c_str(), account.path().c_str()) != 0) std::abort();
}

void wrong_nonce(const Account& account) {
  Account other = account;
  other.nonce = "00";
  account.begin();
  other.end("pass", account.must, 1, 0);
  account.closed();
}

void end_twice(const Account& account) {
  account.begin();
  account.end("fail", account.must, 1, 1);
  account.end("pass", account.must, 1, 0);
  account.closed();
}

/// More than a test of the limit allows, and not enough to harm the machine without it.
void take_memory(const Account& account) {
  account.in_call();
  std::vector<char> taken(80U << 20U, 'x');
  sleep_forever();
}

void leave_locked_folder(const Account& account) {
  ::mkdir("locked", 0700);
  std::ofstream("locked/file") << "x";
  ::chmod("locked", 0);
  account.pass();
}

}  // namespace

const std::map<std::string, Act>& acts() {
  static const std::map<std::string, Act> table{
      {"plain.pass", [](const Account& a) { a.pass(); }},
      {"plain.environment", show_environment},
      {"plain.fail", fail},
      {"plain.variant",  // fails under the variant, the fault and the hostile library "bad"
       [](const Account& a) {
         for (const char* variable : {"MPIT_VARIANT", "MPITCHECK_FAULT", "MPITCHECK_HOSTILE"}) {
           const char* const value = std::getenv(variable);
           if (value != nullptr && std::string(value) == "bad") fail(a);
         }
         a.pass();
       }},
      {"plain.quality",
       [](const Account& a) {
         a.begin();
         a.failure(a.quality);
         a.end("quality", a.quality, 3, 1);
         a.closed();
       }},
      {"plain.forked_crash",
       [](const Account& a) {
         a.begin();
         a.failure(a.must, true);
         a.end("crash", a.must, 3, 1);
         a.closed();
         std::exit(1);
       }},
      {"plain.nothing_examined",
       [](const Account& a) {
         a.begin();
         a.end("pass", a.must, 0, 0);
         a.closed();
       }},
      {"lie.pass_with_offender",
       [](const Account& a) {
         a.begin();
         a.end("pass", a.must, 3, 1);
         a.closed();
       }},
      {"result.garbage",
       [](const Account& a) {
         a.begin(), a.raw("\x01\xff garbage\n"), a.end("pass", a.must, 1, 0);
       }},
      {"result.garbage_after", [](const Account& a) { a.pass(), a.raw("{\"record\":\"end\"}\n"); }},
      {"result.deeply_nested",
       [](const Account& a) { a.begin(), a.raw(std::string(1000000, '[') + "\n"); }},
      {"result.huge", [](const Account& a) { a.pass(), a.raw(std::string(40U << 20U, 'x')); }},
      {"result.deleted", [](const Account& a) { a.pass(), ::unlink(a.path().c_str()); }},
      {"result.fifo", replace_by_fifo},
      {"result.link", replace_by_link},
      {"result.wrong_nonce", wrong_nonce},
      {"result.end_twice", end_twice},
      {"result.cut_short", [](const Account& a) { a.begin(), a.raw("{\"record\":\"en"); }},
      {"result.cut_short_after_end",
       [](const Account& a) {
         a.begin(), a.end("pass", a.must, 1, 0), a.raw("{\"record\":\"clo");
       }},
      {"output.filled_pipe", fill_pipe},
      {"output.controls", print_controls},
      {"output.closed", close_streams},
      {"leaves.child", leave_child},
      {"leaves.many", leave_many},
      {"leaves.daemon", leave_daemon},
      {"leaves.locked_folder", leave_locked_folder},
      {"memory.taken", take_memory},
      {"exit.zero", [](const Account& a) { a.in_call(), std::exit(0); }},
      {"exit.zero_before_begin", [](const Account&) { std::exit(0); }},
      {"exit.usage", [](const Account&) { std::exit(2); }},
      {"signal.segv", [](const Account& a) { a.in_call(), default_signal(SIGSEGV); }},
      {"signal.abort", [](const Account& a) { a.in_call(), std::abort(); }},
      {"signal.kills_supervisor",
       [](const Account& a) { a.begin(), ::kill(::getppid(), SIGKILL), sleep_forever(); }},
      {"signal.bothers_supervisor",
       [](const Account& a) {
         for (const int number : {SIGTERM, SIGQUIT, SIGINT, SIGHUP, SIGUSR1})
           ::kill(::getppid(), number);
         a.pass();
       }},
      {"signal.stops_itself", [](const Account& a) { a.in_call(), std::raise(SIGSTOP); }},
      {"late.loop", loop},
      {"late.ignores_sigterm", ignore_sigterm},
      {"late.reports_when_told", report_on_sigterm},
      {"teardown.segv", [](const Account& a) { whole_then(a, [] { default_signal(SIGSEGV); }); }},
      {"teardown.hang", [](const Account& a) { whole_then(a, [] { sleep_forever(); }); }},
      {"teardown.exit", [](const Account& a) { whole_then(a, [] { std::exit(9); }); }},
  };
  return table;
}

}  // namespace hostile
