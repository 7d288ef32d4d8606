// SPDX-License-Identifier: BSD-3-Clause
// Names of signals. Replaces sigabbrev_np, which glibc has from version 2.32 on.
#pragma once

#include <csignal>
#include <string>

namespace mpit {

/// The name of a signal, e.g. "SIGSEGV"; "signal 40" for a signal without a name. Not signal-safe.
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
