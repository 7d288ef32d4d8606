// SPDX-License-Identifier: BSD-3-Clause
// Rules that decide which function is responsible for the end of a process.
#include "conformance/harness/calls/blame.hpp"

#include <algorithm>

#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/offence.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/process/frames.hpp"
#include "conformance/harness/process/habits.hpp"

namespace mpitcheck {

namespace {

std::string_view without_twin(std::string_view function) {
  if (function.starts_with("PMPI_")) function.remove_prefix(1);
  return function;
}

bool is_of_tool(std::string_view function) { return without_twin(function).starts_with("MPI_T_"); }

/// A function of MPI that is not part of MPI_T.
bool is_of_mpi_alone(std::string_view function) {
  return without_twin(function).starts_with("MPI_") && !is_of_tool(function);
}

/// "MPI_x" of "libmpi.so.12+0x1 MPI_x+0x2"; "" if the frame names no function of MPI.
std::string_view function_in(std::string_view frame) {
  const std::size_t space = frame.find(' ');
  if (space == frame.npos || frame.starts_with('(')) return {};
  frame.remove_prefix(space + 1);
  const std::string_view function = frame.substr(0, frame.find_first_of("+ ("));
  return without_twin(function).starts_with("MPI_") ? function : std::string_view{};
}

/// The MPI_T function on the stack, or the outermost MPI function if there is none; "" without any.
std::string function_on(const std::vector<std::string>& frames) {
  std::string_view found;
  for (const std::string& frame : frames) {
    const std::string_view function = function_in(frame);
    if (function.empty()) continue;
    if (is_of_tool(function)) return std::string(function);
    found = function;
  }
  return std::string(found);
}

bool is_without_library(const std::vector<std::string>& frames) {
  return std::ranges::find(frames, no_library_frame) != frames.end();
}

}  // namespace

Blame blame_for(const LastMoment& last, FunctionRef<bool(std::string_view function)> works_alone) {
  const std::string called = function_of(last.call);
  const std::string on_stack = function_on(last.frames);
  Blame blame;
  if (last.in_call) {
    blame.call = last.call;
  } else {
    blame.call = on_stack;
    blame.after = last.call;
  }
  const std::string function = last.in_call ? called : on_stack;
  if (is_of_tool(function)) {
    blame.culprit = Culprit::tool;
  } else if (is_of_tool(on_stack)) {  // called from within a function of MPI, or by a thread
    blame.culprit = Culprit::tool;
    if (is_of_mpi_alone(function)) blame.call = on_stack;
  } else if (is_of_mpi_alone(function)) {
    const bool by_tool = last.tool_used && works_alone(without_twin(function));
    blame.culprit = by_tool ? Culprit::tool : Culprit::mpi;
  } else if (last.in_call) {  // several threads call the interface
    blame.culprit = Culprit::tool;
    if (is_of_mpi_alone(on_stack)) {
      blame = {Culprit::mpi, on_stack, {}};
    } else if (is_without_library(last.frames)) {
      blame = {Culprit::nobody, {}, last.call};
    }
  }
  return blame;
}

Blame blame_for_last_moment(std::vector<std::string> frames) {
  const Recorder& recorder = Recorder::instance();
  const LastMoment last{recorder.in_call(), recorder.call_in_progress(), std::move(frames),
                        recorder.is_tool_used()};
  return blame_for(last, [](std::string_view function) {
    const auto& works = habits().works_alone;
    return !works || works->contains(function == "MPI_Init" ? "MPI_Init_thread" : function);
  });
}

std::string text_of(const Blame& blame, std::string_view how) {
  const bool is_mpi = blame.culprit == Culprit::mpi;
  std::string text = join(is_mpi ? function_of(blame.call) : "the test's own code",
                          how.starts_with("no ") ? " does not return (" : " ends the process (",
                          how, "; no MPI_T call in progress)");
  if (!blame.after.empty()) text += join(", after ", function_of(blame.after), " returned");
  return text;
}

bool is_on_purpose(std::string_view how) { return how == "SIGABRT" || how.starts_with("exit "); }

}  // namespace mpitcheck
