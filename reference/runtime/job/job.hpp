// SPDX-License-Identifier: BSD-3-Clause
// This process's place among the processes of a launcher, sleeping until another process has news,
// and waking other processes.
#pragma once

#include <cstdint>
#include <memory>

#include "reference/runtime/job/job_segment.hpp"

namespace mpit::runtime {

/// Records in `slot` that `sender` sent something or made room, and wakes its process if it sleeps.
void ring_bell(ProcessSlot& slot, int sender);

/// Returns when `slot.senders` is not empty or `slot.bell` differs from `bell`. Spins for a moment
/// first (longer on a core of its own), then yields, then sleeps. One thread of the slot's process
/// at a time.
void await_bell(ProcessSlot& slot, std::uint32_t bell, bool own_core);

/// Changes `slot.bell`, which ends await_bell.
void wake(ProcessSlot& slot);

/// This process's place in a job. All methods are safe on any thread.
class Job {
 public:
  /// Takes this process's place, if a launcher prepared one; null if this process is alone. From
  /// then on the process ends when its launcher does, and programs that it starts do not take its
  /// place. Throws Error if the place is taken.
  static std::unique_ptr<Job> join();

  int rank() const { return rank_; }
  int size() const { return segment_.header().processes; }
  const JobSegment& segment() const { return segment_; }
  ProcessSlot& slot() const { return segment_.slot(rank_); }
  /// Whether there is a core for each process of the job.
  bool own_core() const { return own_core_; }

  /// A number that no communicator of the job has had.
  std::uint64_t new_context() const { return segment_.header().contexts.fetch_add(1); }
  /// Announces that this process has nothing left to send.
  void announce_end() const;
  /// Whether all processes have announced that.
  bool all_ended() const { return segment_.header().finalizing.load() == size(); }
  void leave() const { slot().state = ProcessState::finalized; }
  /// MPI is used again after leave().
  void reenter() const { slot().state = ProcessState::active; }
  /// Reports to the launcher that this process ends the job with `exit_code`, and has printed the
  /// reason.
  void abort(int exit_code) const;

 private:
  Job(JobSegment segment, int rank);

  JobSegment segment_;
  int rank_;
  bool own_core_;
};

}  // namespace mpit::runtime
