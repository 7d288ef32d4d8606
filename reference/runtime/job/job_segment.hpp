// SPDX-License-Identifier: BSD-3-Clause
// The memory that the processes of a job share with each other and with their launcher.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace mpit::runtime {

/// Limited by the bits of ProcessSlot::senders.
inline constexpr int max_processes = 64;

/// Environment variable of a process's job: "DESCRIPTOR:RANK", the descriptor of the segment and
/// the rank in the world.
inline constexpr char job_variable[] = "MPIT_JOB";

/// The state of a process.
enum class ProcessState : int {
  started,    ///< has not called MPI_Init, and perhaps never will
  active,     ///< between MPI_Init and MPI_Finalize
  finalized,  ///< after MPI_Finalize
  aborted     ///< ended the job and has printed the reason
};

/// The news from other processes for a process, and its state.
struct alignas(64) ProcessSlot {
  std::atomic<std::uint64_t> senders{0};   ///< bit r: rank r has sent something, or made room
  std::atomic<std::uint32_t> sleeping{0};  ///< needs `bell` to be rung
  std::atomic<std::uint32_t> bell{0};      ///< a futex
  alignas(64) std::atomic<ProcessState> state{ProcessState::started};
  std::atomic<int> exit_code{0};  ///< of an aborted process
};

/// The ends of one ring (transport.hpp); its records follow.
struct RingEnds {
  alignas(64) std::atomic<std::uint64_t> written{0};  ///< bytes in total
  alignas(64) std::atomic<std::uint64_t> read{0};
  std::atomic<std::uint32_t> writer_waits{0};
};

/// The beginning of the segment. Its lock-free atomics work across processes.
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

/// A mapping of the segment. It has no name, so nothing of it outlives its processes.
class JobSegment {
 public:
  /// Creates the segment of a new job of `processes`; throws std::system_error.
  static JobSegment create(int processes);
  /// Maps the segment of `descriptor`; nothing if it is not one. The descriptor stays open.
  static std::optional<JobSegment> attach(int descriptor);

  JobSegment(JobSegment&& other) noexcept;
  JobSegment& operator=(JobSegment&&) = delete;
  ~JobSegment();

  int descriptor() const { return descriptor_; }
  JobHeader& header() const { return *header_; }
  ProcessSlot& slot(int rank) const { return header_->slots[rank]; }
  /// The ring for everything that `writer` sends to `reader`, of header().ring_bytes bytes.
  RingEnds& ring(int writer, int reader) const;

 private:
  JobSegment(int descriptor, void* memory, std::size_t bytes);

  int descriptor_;
  JobHeader* header_;
  std::size_t bytes_;
};

}  // namespace mpit::runtime
