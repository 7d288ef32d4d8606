// SPDX-License-Identifier: BSD-3-Clause
// Joining and leaving a job.
#include "job.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "doorbell.hpp"
#include "error.hpp"

namespace mpit::runtime {
namespace {

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

// A launcher that died before the kernel was asked to tell of it is noticed here.
void end_with_launcher(int launcher) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (kill(launcher, 0) != 0 && errno == ESRCH) raise(SIGKILL);
}

}  // namespace

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
  // Not wake: who looked before the line above but has not read its bell yet would sleep through
  // it.
  for (int other = 0; other != size(); ++other) {
    if (other != rank()) ring_bell(segment_.slot(other), rank());
  }
}

void Job::abort(int exit_code) const {
  slot().exit_code = exit_code;
  slot().state = ProcessState::aborted;
}

}  // namespace mpit::runtime
