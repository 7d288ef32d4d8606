// SPDX-License-Identifier: BSD-3-Clause
// MPI_Pcontrol without a profiler.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/general/communication.hpp"

namespace mpitcheck {
namespace {

// Marks a value that changes by itself, or whose handle cannot be allocated. It is not compared.
constexpr const char* unsteady = "";

constexpr std::array pcontrol_levels{1, 0, 2, -1, 99};

// The numbers of objects, and the codes and values of some cvars, as texts.
std::vector<std::string> interface_now(const std::vector<CvarInfo>& cvars) {
  std::vector<std::string> texts{join(cvar_num(), " cvars"), join(pvar_num(), " pvars"),
                                 join(category_num(), " categories")};
  for (const CvarInfo& cvar : cvars) {
    texts.emplace_back(unsteady);
    try {
      const CvarHandle handle(cvar);
      const bool unreadable = !handle.is_open() || !handle.value();
      const auto value = unreadable ? std::nullopt : handle.steady_value();
      if (unreadable || value) {
        texts.back() = join(cvar.label(), " = ", value ? value->text() : "unreadable");
      }
    } catch (const CannotGoOn&) {
    }
  }
  return texts;
}

// The number of bytes that `work` writes to standard output and standard error.
template <class Work>
long bytes_printed(const Work& work) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  if (!file) throw CannotGoOn("a temporary file");
  std::fflush(nullptr);
  const std::array<int, 2> kept{::dup(STDOUT_FILENO), ::dup(STDERR_FILENO)};
  ::dup2(::fileno(file.get()), STDOUT_FILENO);
  ::dup2(::fileno(file.get()), STDERR_FILENO);
  work();
  std::fflush(nullptr);
  const long printed = ::lseek(::fileno(file.get()), 0, SEEK_END);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    const int saved = kept[stream == STDERR_FILENO ? 1 : 0];
    ::dup2(saved, stream);
    ::close(saved);
  }
  return printed;
}

}  // namespace

MPITCHECK_TEST("profiling.pcontrol.present",
               "MPI_Pcontrol and its twin return success at every level.",
               cites(clause::profiling_pcontrol_present), needs::mpi) {
  t.examining(clause::profiling_pcontrol_present);
  for (const int level : pcontrol_levels) {
    const std::string subject = join("level ", level);
    t.check_code(clause::profiling_pcontrol_present, subject, MPI_Pcontrol(level), {MPI_SUCCESS});
    t.check_code(clause::profiling_pcontrol_present, subject, PMPI_Pcontrol(level), {MPI_SUCCESS});
  }
  MPI_Pcontrol(1);
}

MPITCHECK_TEST("profiling.pcontrol.no-op",
               "MPI_Pcontrol with more arguments prints nothing and changes nothing.",
               cites(clause::profiling_pcontrol_noop), needs::mpi) {
  constexpr Clause rule = clause::profiling_pcontrol_noop;
  constexpr std::size_t enough = 20;
  std::vector<CvarInfo> cvars = readable_cvars(t);
  if (cvars.size() > enough) cvars.resize(enough);
  const std::vector<std::string> before = interface_now(cvars);
  t.examining(rule);
  for (const int level : pcontrol_levels) {
    const std::string subject = join("level ", level);
    int code = MPI_SUCCESS;
    const long printed = bytes_printed([&] { code = MPI_Pcontrol(level, "more", 4711, 3.5); });
    t.check_code(rule, subject, code, {MPI_SUCCESS});
    t.check(rule, subject, equals("bytes of output", printed, 0).of("MPI_Pcontrol"));
    check_beside(
        t, plain_communication, rule, [&] { return join("messages after ", subject); },
        is_sound(odd_communication()));
    const std::vector<std::string> after = interface_now(cvars);
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i] == unsteady || after[i] == unsteady) continue;
      t.check(rule, subject, is_in_words("", after[i], before[i]).as_before());
    }
  }
  MPI_Pcontrol(1);
}

}  // namespace mpitcheck
