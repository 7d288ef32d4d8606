// SPDX-License-Identifier: BSD-3-Clause
// Joining and leaving a job, and a futex that is only woken if a process sleeps.
#include "reference/runtime/job/job.hpp"

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "reference/runtime/objects/error.hpp"

namespace mpit::runtime {

namespace {

constexpr int looks_on_own_core = 400;  // takes about as long as a message between cores
constexpr int looks_among_others = 2;   // yields the processor after each

bool was_rung(const ProcessSlot& slot, std::uint32_t bell) {
  return slot.senders.load(std::memory_order_seq_cst) != 0 ||
         slot.bell.load(std::memory_order_seq_cst) != bell;
}

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// The futex is shared between processes, hence not FUTEX_PRIVATE_FLAG.
void futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) {
  syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
}

struct Place {
  int descriptor;
  int rank;
};

std::optional<Place> parse_place(const char* text) {
  Place place;
  char rest;
  if (std::sscanf(text, "%d:%d%c", &place.descriptor, &place.rank, &rest) != 2) return std::nullopt;
  return place;
}

std::optional<JobSegment> open_segment(const std::optional<Place>& place) {
  if (!place || place->rank < 0) return std::nullopt;
  auto segment = JobSegment::attach(place->descriptor);
  if (segment && place->rank >= segment->header().processes) return std::nullopt;
  return segment;
}

// Notices a launcher that ended before the prctl call.
void end_with_launcher(int launcher) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (kill(launcher, 0) != 0 && errno == ESRCH) raise(SIGKILL);
}

}  // namespace

void wake(ProcessSlot& slot) {
  slot.bell.fetch_add(1, std::memory_order_seq_cst);
  if (slot.sleeping.load(std::memory_order_seq_cst) != 0) futex(slot.bell, FUTEX_WAKE, 1);
}

void ring_bell(ProcessSlot& slot, int sender) {
  slot.senders.fetch_or(std::uint64_t{1} << sender, std::memory_order_seq_cst);
  if (slot.sleeping.load(std::memory_order_seq_cst) != 0) wake(slot);
}

void await_bell(ProcessSlot& slot, std::uint32_t bell, bool own_core) {
  for (int i = 0; own_core && i != looks_on_own_core; ++i) {
    if (was_rung(slot, bell)) return;
    relax();
  }
  for (int i = 0; i != looks_among_others; ++i) {
    if (was_rung(slot, bell)) return;
    sched_yield();
  }
  slot.sleeping.store(1, std::memory_order_seq_cst);
  // If the bell was rung since the last look, the wait returns at once.
  if (!was_rung(slot, bell)) futex(slot.bell, FUTEX_WAIT, bell);
  slot.sleeping.store(0, std::memory_order_seq_cst);
}

std::unique_ptr<Job> Job::join() {
  const char* const text = std::getenv(job_variable);
  if (text == nullptr) return nullptr;
  const auto place = parse_place(text);
  auto segment = open_segment(place);
  if (!segment) {
    std::fprintf(stderr,
                 "mpitcheck reference: %s='%s' names no job of this library's mpiexec: ignored\n",
                 job_variable, text);
    return nullptr;
  }
  auto expected = ProcessState::started;
  if (!segment->slot(place->rank).state.compare_exchange_strong(expected, ProcessState::active)) {
    throw Error{MPI_ERR_OTHER, "rank " + std::to_string(place->rank) +
                                   " of this job is another process: start one MPI program a rank"};
  }
  end_with_launcher(segment->header().launcher);
  unsetenv(job_variable);
  fcntl(segment->descriptor(), F_SETFD, FD_CLOEXEC);
  return std::unique_ptr<Job>(new Job(std::move(*segment), place->rank));
}

Job::Job(JobSegment segment, int rank)
    : segment_(std::move(segment)),
      rank_(rank),
      own_core_(sysconf(_SC_NPROCESSORS_ONLN) >= segment_.header().processes) {}

void Job::announce_end() const {
  segment_.header().finalizing.fetch_add(1);
  // Not wake(): a process that looked before the line above but has not read its bell yet would
  // sleep through it.
  for (int other = 0; other != size(); ++other) {
    if (other != rank()) ring_bell(segment_.slot(other), rank());
  }
}

void Job::abort(int exit_code) const {
  slot().exit_code = exit_code;
  slot().state = ProcessState::aborted;
}

}  // namespace mpit::runtime
