// SPDX-License-Identifier: BSD-3-Clause
// The memory that the processes of a job share with each other and with their launcher.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace mpit::runtime {

/// More would not fit the words in which processes tell each other who sent something.
inline constexpr int max_processes = 64;

/// Where a process finds its job: "DESCRIPTOR:RANK" of the segment and in the world.
inline constexpr char job_variable[] = "MPIT_JOB";

/// What has become of a process.
enum class ProcessState : int {
  started,    ///< has not called MPI_Init, and maybe never will
  active,     ///< between MPI_Init and MPI_Finalize
  finalized,  ///< after MPI_Finalize
  aborted     ///< ended the job and has said why
};

/// What others tell a process, and its state.
struct alignas(64) ProcessSlot {
  std::atomic<std::uint64_t> senders{0};   ///< bit r: rank r has sent something, or made room
  std::atomic<std::uint32_t> sleeping{0};  ///< wants `bell` to be rung
  std::atomic<std::uint32_t> bell{0};      ///< a futex
  alignas(64) std::atomic<ProcessState> state{ProcessState::started};
  std::atomic<int> exit_code{0};  ///< of the one that aborted
};

/// The ends of one ring (transport.hpp); its records follow.
struct RingEnds {
  alignas(64) std::atomic<std::uint64_t> written{0};  ///< bytes, ever
  alignas(64) std::atomic<std::uint64_t> read{0};
  std::atomic<std::uint32_t> writer_waits{0};
};

/// Begins the segment. Lock-free atomics in it work across processes.
struct JobHeader {
  std::uint64_t magic;
  int processes;
  int launcher;  ///< process id
  std::uint64_t ring_bytes;
  alignas(64) std::atomic<std::uint64_t> contexts{0};  ///< given to communicators
  std::atomic<int> finalizing{0};                      ///< processes that have nothing left to send
  ProcessSlot slots[max_processes];
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

/// A mapping of the segment. It has no name, so nothing of it outlasts its processes.
class JobSegment {
 public:
  /// Makes the segment of a new job of `processes`; throws std::system_error.
  static JobSegment create(int processes);
  /// Maps the segment behind `descriptor`; nothing if it is none. The descriptor stays open.
  static std::optional<JobSegment> attach(int descriptor);

  JobSegment(JobSegment&& other) noexcept;
  JobSegment& operator=(JobSegment&&) = delete;
  ~JobSegment();

  int descriptor() const { return descriptor_; }
  JobHeader& header() const { return *header_; }
  ProcessSlot& slot(int rank) const { return header_->slots[rank]; }
  /// What `writer` sends to `reader` goes through this ring, of header().ring_bytes bytes.
  RingEnds& ring(int writer, int reader) const;

 private:
  JobSegment(int descriptor, void* memory, std::size_t bytes);

  int descriptor_;
  JobHeader* header_;
  std::size_t bytes_;
};

}  // namespace mpit::runtime
