// SPDX-License-Identifier: BSD-3-Clause
// Parses the command line.
#include "reference/mpiexec/options.hpp"

#include <charconv>
#include <cstring>
#include <string_view>

#include "reference/runtime/job/job_segment.hpp"

namespace mpit::mpiexec {
namespace {

using runtime::max_processes;

[[noreturn]] void refuse(const std::string& what) {
  throw Failure(exit_usage, what + "; see mpiexec --help");
}

int parse_number(std::string_view option, const char* text) {
  const std::string range = "from 1 to " + std::to_string(max_processes);
  if (text == nullptr) {
    refuse("'" + std::string(option) + "' needs a number of processes " + range);
  }
  int number = 0;
  const char* const end = text + std::strlen(text);
  const auto [rest, problem] = std::from_chars(text, end, number);
  if (problem != std::errc{} || rest != end || number < 1 || number > max_processes) {
    refuse("'" + std::string(option) + " " + text + "': use a number of processes " + range);
  }
  return number;
}

}  // namespace

const char help_text[] =
    "usage: mpiexec -n NUMBER PROGRAM [ARGUMENT...]\n"
    "\n"
    "Runs NUMBER processes (1 to 64) of PROGRAM on this machine as one MPI job of mpitcheck's\n"
    "reference library. There may be more processes than cores. Rank 0 gets the standard input.\n"
    "The output of all processes is passed through. The environment variables MPIT_RANK and\n"
    "MPIT_SIZE contain the rank of a process and the number of processes, also before MPI_Init. A\n"
    "process that is killed, calls MPI_Abort or ends without MPI_Finalize ends the job, with one\n"
    "line on standard error. When mpiexec ends, all processes of the job have ended.\n"
    "\n"
    "  -n, -np NUMBER  number of processes\n"
    "  -h, --help      this text\n"
    "\n"
    "exit codes:\n"
    "  0        all processes ended with 0\n"
    "  2        wrong command line\n"
    "  3        mpiexec could not make the job\n"
    "  126      PROGRAM cannot be executed\n"
    "  127      PROGRAM was not found\n"
    "  128 + S  a process, or mpiexec itself, was ended by signal S\n"
    "  other    the exit code of the process that ended the job, or of the first rank that did\n"
    "           not end with 0\n";

Options parse(std::span<char*> arguments) {
  Options options;
  std::size_t at = 1;
  for (; arguments[at] != nullptr && arguments[at][0] == '-'; ++at) {
    const std::string_view option = arguments[at];
    if (option == "-h" || option == "--help") {
      options.help = true;
      return options;
    }
    if (option != "-n" && option != "-np") refuse("unknown option '" + std::string(option) + "'");
    options.processes = parse_number(option, arguments[++at]);
  }
  if (options.processes == 0) refuse("the number of processes is missing: add -n NUMBER");
  if (arguments[at] == nullptr) refuse("the program is missing: name it after the options");
  options.program = &arguments[at];
  return options;
}

}  // namespace mpit::mpiexec
