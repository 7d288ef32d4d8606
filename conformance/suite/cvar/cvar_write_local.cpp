// SPDX-License-Identifier: BSD-3-Clause
// Writing control variables of scope LOCAL: other processes do not notice.
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/process/again.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

using std::chrono::milliseconds;

// The LOCAL cvars that accept a changed value and then show it, tried in children. Those that do
// not break cvar-write-takes-effect, and say nothing of other processes.
std::vector<CvarInfo> accepting_cvars(Test& t) {
  std::vector<CvarInfo> cvars = readable_cvars(t);
  std::erase_if(cvars, [](const CvarInfo& cvar) { return cvar.scope != MPI_T_SCOPE_LOCAL; });
  const auto accepts = probe_each(cvars.size(), [&](std::size_t i) {
    const CvarHandle handle(cvars[i]);
    const auto value = handle.value();
    if (!value) return 0;
    const ValueBuffer changed = changed_value(cvars[i], *value);
    if (handle.write(changed) != MPI_SUCCESS) return 0;
    const auto now = CvarHandle(cvars[i]).value();
    handle.write(*value);
    return now && now->equals(changed) ? 1 : 0;
  });
  std::vector<CvarInfo> accepting;
  for (std::size_t i = 0; i < cvars.size(); ++i) {
    if (accepts[i] == 1) accepting.push_back(cvars[i]);
  }
  return accepting;
}

using Values = std::vector<std::pair<CvarInfo, ValueBuffer>>;

Values values_of(const std::vector<CvarInfo>& cvars) {
  Values values;
  for (const CvarInfo& cvar : cvars) {
    const CvarHandle handle(cvar);
    if (auto value = handle.steady_value()) values.emplace_back(cvar, std::move(*value));
  }
  return values;
}

// Changes all values for a while in a copy of this process, which sends nothing, and puts them back
// in case other processes do have them: MPI must not run on what we made up.
void change_for(const Values& values, milliseconds time) {
  in_child([&](int) {
    for (const auto& [cvar, value] : values) CvarHandle(cvar).write(changed_value(cvar, value));
    std::this_thread::sleep_for(time);
    for (const auto& [cvar, value] : values) CvarHandle(cvar).write(value);
  });
}

}  // namespace

// Nobody communicates while values are changed, so the other process looks after a moment: too
// late or too early it sees nothing wrong, never something wrong that is right.
MPITCHECK_TEST("cvar.write.local-stays-local",
               "A write to a cvar of scope LOCAL does not change it in another process.",
               cites(clause::cvar_write_local_scope), needs::mpi.on(2)) {
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2) return t.missing("a second process");
  if (!can_fork()) return t.missing("a fork that this MPI survives");  // the others would wait
  std::vector<CvarInfo> cvars;
  for (int turn = 0; turn < size; ++turn) {  // no trial may come in between another's
    if (turn == rank) cvars = accepting_cvars(t);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (cvars.empty()) t.missing("a cvar of scope MPI_T_SCOPE_LOCAL that accepts a write");
  const Values before = values_of(cvars);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    change_for(before, milliseconds(400));
  } else {
    std::this_thread::sleep_for(milliseconds(200));
    for (const auto& [cvar, value] : before) {
      const auto now = CvarHandle(cvar).value();
      // What changes by itself becomes another value than rank 0 wrote.
      const bool is_changed = now && now->equals(changed_value(cvar, value));
      t.check(
          clause::cvar_write_local_scope,
          [&, &subject = cvar] { return join(subject.label(), " in rank ", rank); },
          in_words(
              "buf", !is_changed,
              [&, &expected = value] { return expected.text() + ", as before rank 0 wrote"; },
              [&] { return value_text(now); }));
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

}  // namespace mpitcheck
