// SPDX-License-Identifier: BSD-3-Clause
// What a signal is called. glibc knows its short names since 2.32 only.
#pragma once

#include <csignal>
#include <string>

namespace mpit {

/// "SIGSEGV", or "signal 40" of one without a name.
inline std::string signal_name(int number) {
  static constexpr struct {
    int number;
    const char* name;
  } known[] = {
      {SIGHUP, "SIGHUP"},       {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"},
      {SIGILL, "SIGILL"},       {SIGTRAP, "SIGTRAP"}, {SIGABRT, "SIGABRT"},
      {SIGBUS, "SIGBUS"},       {SIGFPE, "SIGFPE"},   {SIGKILL, "SIGKILL"},
      {SIGUSR1, "SIGUSR1"},     {SIGSEGV, "SIGSEGV"}, {SIGUSR2, "SIGUSR2"},
      {SIGPIPE, "SIGPIPE"},     {SIGALRM, "SIGALRM"}, {SIGTERM, "SIGTERM"},
      {SIGCHLD, "SIGCHLD"},     {SIGCONT, "SIGCONT"}, {SIGSTOP, "SIGSTOP"},
      {SIGTSTP, "SIGTSTP"},     {SIGTTIN, "SIGTTIN"}, {SIGTTOU, "SIGTTOU"},
      {SIGURG, "SIGURG"},       {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"},
      {SIGVTALRM, "SIGVTALRM"}, {SIGPROF, "SIGPROF"}, {SIGWINCH, "SIGWINCH"},
      {SIGPOLL, "SIGPOLL"},     {SIGPWR, "SIGPWR"},   {SIGSYS, "SIGSYS"},
      {SIGSTKFLT, "SIGSTKFLT"},
  };
  for (const auto& each : known) {
    if (each.number == number) return each.name;
  }
  return "signal " + std::to_string(number);
}

}  // namespace mpit
