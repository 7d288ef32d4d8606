// SPDX-License-Identifier: BSD-3-Clause
// Writing control variables of scope LOCAL does not affect other processes.
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/forks.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

// The LOCAL cvars that accept a changed value and then have it, tried in children. The others break
// cvar-write-takes-effect and show nothing about other processes.
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

// Files by which the processes synchronize without communication. Processes that share no files
// stop waiting soon.
class Meeting {
 public:
  Meeting(int rank, int size) : rank_(rank), size_(size) {
    if (rank == 0) {
      (std::filesystem::temp_directory_path() / join("mpitcheck-", ::getpid(), ".local"))
          .string()
          .copy(base_.data(), base_.size() - 1);
    }
    MPI_Bcast(base_.data(), static_cast<int>(base_.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
  }

  void say_changed() const { std::ofstream(file("changed", 0)); }
  void await_changed() const { await("changed", 0); }
  void say_looked() const { std::ofstream(file("looked", rank_)); }
  void await_looks() const {
    for (int rank = 1; rank < size_; ++rank) await("looked", rank);
  }
  void tidy_up() const {
    std::filesystem::remove(file("changed", 0));
    for (int rank = 1; rank < size_; ++rank) std::filesystem::remove(file("looked", rank));
  }

 private:
  [[nodiscard]] std::string file(std::string_view what, int rank) const {
    return join(base_.data(), ".", what, "-", rank);
  }
  void await(std::string_view what, int rank) const {
    constexpr int rounds = 500;
    for (int i = 0; i < rounds && !std::filesystem::exists(file(what, rank)); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  int rank_, size_;
  std::array<char, 512> base_{};
};

// Changes all values in a forked child, which does not communicate. Once the other processes have
// looked, it restores the old values: if its writes reach them, MPI must not run with made-up
// values.
void change_while_others_look(const Values& values, const Meeting& meeting) {
  in_child([&](int) {
    for (const auto& [cvar, value] : values) CvarHandle(cvar).write(changed_value(cvar, value));
    meeting.say_changed();
    meeting.await_looks();
    for (const auto& [cvar, value] : values) CvarHandle(cvar).write(value);
  });
}

}  // namespace

// The processes do not communicate while values are changed. A process that looks too late or too
// early misses a fault, but never reports a false one.
MPITCHECK_TEST("cvar.write.local-stays-local",
               "A write to a cvar of scope LOCAL does not change it in another process.",
               cites(clause::cvar_write_local_scope), needs::mpi.on(2)) {
  call::MPI_T_cvar_write.need();
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2) return t.missing("a second process");
  if (!can_fork()) return t.missing("a fork that this MPI survives");  // the others would wait
  std::vector<CvarInfo> cvars;
  for (int turn = 0; turn < size; ++turn) {  // the trials of one process must not overlap another's
    if (turn == rank) cvars = accepting_cvars(t);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (cvars.empty()) t.missing("a cvar of scope MPI_T_SCOPE_LOCAL that accepts a write");
  const Values before = values_of(cvars);
  const Meeting meeting(rank, size);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    change_while_others_look(before, meeting);
  } else {
    meeting.await_changed();
    for (const auto& [cvar, value] : before) {
      const auto now = CvarHandle(cvar).value();
      // A value that changes by itself differs from the one that rank 0 wrote.
      const auto is_unchanged = [written = changed_value(cvar, value)](const auto& seen) {
        return !seen || !seen->equals(written);
      };
      t.check(
          clause::cvar_write_local_scope,
          [&, &subject = cvar] { return join(subject.label(), " in rank ", rank); },
          has_property(
              "buf", now, is_unchanged,
              [&, &expected = value] { return expected.text() + ", as before rank 0 wrote"; },
              value_text));
    }
    meeting.say_looked();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) meeting.tidy_up();
}

}  // namespace mpitcheck
