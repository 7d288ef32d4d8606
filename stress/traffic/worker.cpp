// SPDX-License-Identifier: BSD-3-Clause
// Counts self messages, calls and failures.
#include "stress/traffic/worker.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::stress {

namespace {

void must(int code) {
  if (code != MPI_SUCCESS) throw std::runtime_error("a call of MPI failed in self traffic");
}

constexpr std::size_t most_failures = 16;

}  // namespace

void SelfMessages::exchange(bool receive_first) {
  ++messages_.begun;
  const std::uint64_t out = sent_ + (static_cast<std::uint64_t>(tag_) << 32U);
  std::uint64_t in = 0;
  MPI_Request requests[2];
  const auto receive = [&] {
    must(MPI_Irecv(&in, sizeof in, MPI_BYTE, 0, tag_, MPI_COMM_SELF, &requests[0]));
  };
  if (receive_first) receive();
  must(MPI_Isend(&out, sizeof out, MPI_BYTE, 0, tag_, MPI_COMM_SELF, &requests[1]));
  if (!receive_first) receive();
  must(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  if (in != out) throw std::runtime_error("a self message arrived damaged");
  ++sent_;
  ++messages_.done;
}

Worker::Worker(Messages& messages, const Control& control, int thread)
    : messages_to_self_(messages, thread),
      random_(static_cast<unsigned>(control.seed * 1009 + static_cast<unsigned>(thread) + 1)) {
  failures_.reserve(most_failures);
}

bool FailedCall::is_among(const std::vector<FailedCall>& others) const {
  return std::any_of(others.begin(), others.end(), [this](const FailedCall& other) {
    return other.code == code && std::string_view(other.function) == function;
  });
}

void Worker::note(const char* function, int code) {
  const FailedCall failed{function, code};
  if (failures_.size() < most_failures && !failed.is_among(failures_)) failures_.push_back(failed);
}

Workers::Workers(const Control& control) {
  for (int i = 0; i < control.threads; ++i) workers_.emplace_back(messages_, control, i);
}

std::vector<FailedCall> Workers::failures() const {
  std::vector<FailedCall> all;
  for (const Worker& worker : workers_) {
    std::copy_if(worker.failures_.begin(), worker.failures_.end(), std::back_inserter(all),
                 [](const FailedCall& failed) {
                   return !is_no_room(failed.code) && !failed.is_out_of_reach();
                 });
  }
  return all;
}

RaceResult Workers::result() const {
  RaceResult result;
  for (const Worker& worker : workers_) result.operations += worker.operations();
  for (const FailedCall& failed : failures()) {
    result.refused.push_back({failed.function, failed.code});
  }
  return result;
}

void Workers::judge_codes(Test& t, Clause clause, const std::vector<FailedCall>& others) {
  std::uint64_t operations = 0;
  for (const Worker& worker : workers_) {
    operations += worker.operations();
    for (const FailedCall& failed : worker.failures_) {
      if (is_no_room(failed.code)) {
        t.missing(
            join("room for more (", failed.function, " returned ", code_name(failed.code), ")"));
      } else if (!failed.is_among(others)) {
        t.check(clause, std::string(failed.function), failed.as_expected());
      }
    }
  }
  if (operations > 0) t.examined(clause, operations);
  t.measured("operations", std::to_string(operations));
  tell_if_stopped(t);
  if (messages_.done > 0) t.measured("messages", std::to_string(messages_.done));
}

}  // namespace mpitcheck::stress
