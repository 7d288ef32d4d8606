// SPDX-License-Identifier: BSD-3-Clause
// The thread level of MPI next to that of the interface.
#include <algorithm>
#include <array>
#include <string>

#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/test/baseline.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr Clause mpi_level = clause::init_leaves_mpi_thread_level;

// The levels requested from MPI_Init_thread and MPI_T_init_thread.
struct Request {
  int of_mpi, of_tool;

  [[nodiscard]] std::string label() const {
    return join(thread_level_name(of_mpi), " for MPI, ", thread_level_name(of_tool),
                " for the interface");
  }
};

// Checks that MPI_Query_thread returns the level that MPI_Init_thread provided.
template <std::size_t Request>
std::string odd_level() {
  int granted = -1;
  if (MPI_Init_thread(nullptr, nullptr, thread_levels()[Request], &granted) != MPI_SUCCESS) {
    return "MPI_Init_thread fails";
  }
  int level = -1;
  MPI_Query_thread(&level);
  if (level == granted) return "";
  return join(thread_level_name(level), " where ", thread_level_name(granted), " was granted");
}

const Baseline plain_levels[] = {
    {"MPI_Query_thread after a request for MPI_THREAD_SINGLE", &odd_level<0>},
    {"MPI_Query_thread after a request for MPI_THREAD_FUNNELED", &odd_level<1>},
    {"MPI_Query_thread after a request for MPI_THREAD_SERIALIZED", &odd_level<2>},
    {"MPI_Query_thread after a request for MPI_THREAD_MULTIPLE", &odd_level<3>}};

const Baseline& plain_level(const Request& request) {
  const auto levels = thread_levels();
  return plain_levels[std::ranges::find(levels, request.of_mpi) - levels.begin()];
}

void check_level(Test& t, std::string_view phase, const Request& request, int granted) {
  Progress::instance().phase(phase);
  int level = -1;
  recorded("MPI_Query_thread(provided)", [&level] { return MPI_Query_thread(&level); });
  check_beside(
      t, plain_level(request), mpi_level, [&] { return "MPI_Query_thread, " + request.label(); },
      is_same("provided", level, granted, thread_level_name).as_in("MPI_Init_thread", "provided"));
}

// Runs body(request) for each pair of levels, before MPI and the interface are initialized.
template <class Body>
void each_request(Test& t, const Body& body) {
  for (const int of_mpi : thread_levels()) {
    for (const int of_tool : thread_levels()) {
      const Request request{of_mpi, of_tool};
      Progress::instance().phase("before MPI_Init");
      isolated_sequence(t, mpi_level, request.label(), [&] { body(request); });
    }
  }
}

}  // namespace

MPITCHECK_TEST("init.mpi-level.before-tool",
               "After MPI_Init_thread, neither MPI_T_init_thread, nested or not, nor "
               "MPI_T_finalize changes the result of MPI_Query_thread.",
               cites(mpi_level), needs::nothing) {
  each_request(t, [&t](const Request& request) {
    const int granted = t.lifecycle().mpi_init_thread(request.of_mpi);
    t.lifecycle().tool_init(request.of_tool);
    check_level(t, "after MPI_T_init_thread", request, granted);
    t.lifecycle().tool_init(request.of_tool);
    check_level(t, "after a nested MPI_T_init_thread", request, granted);
    t.lifecycle().tool_finalize();
    t.lifecycle().tool_finalize();
    check_level(t, "after MPI_T_finalize", request, granted);
  });
}

MPITCHECK_TEST("init.mpi-level.after-tool",
               "If the interface is initialized first, MPI_Query_thread returns the level that "
               "MPI_Init_thread provided.",
               cites(mpi_level), needs::nothing) {
  each_request(t, [&t](const Request& request) {
    t.lifecycle().tool_init(request.of_tool);
    const int granted = t.lifecycle().mpi_init_thread(request.of_mpi);
    check_level(t, "after MPI_Init_thread", request, granted);
    t.lifecycle().tool_finalize();
    check_level(t, "after MPI_T_finalize", request, granted);
  });
}

}  // namespace mpitcheck
