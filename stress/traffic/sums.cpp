// SPDX-License-Identifier: BSD-3-Clause
// Finds the variables that count messages, and sets up tests with them.
#include "stress/traffic/sums.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include "conformance/harness/calls/value.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/test/traffic.hpp"
#include "stress/control/control.hpp"
#include "stress/traffic/worker.hpp"

namespace mpitcheck::stress {

Clause rule_broken_by(const FailedCall& refused) {
  const std::string_view function = refused.function;
  if (function == "MPI_T_pvar_session_create") return clause::pvar_session_create;
  if (function == "MPI_T_pvar_session_free") return clause::pvar_session_free_nulls;
  if (function == "MPI_T_pvar_handle_alloc") return clause::pvar_handle_alloc;
  if (function == "MPI_T_pvar_handle_free") return clause::pvar_handle_free_nulls;
  if (function == "MPI_T_pvar_start") return clause::pvar_start_begins_updates;
  if (function == "MPI_T_pvar_stop") return clause::pvar_stop_freezes;
  return clause::pvar_read_delivers_value;
}

namespace {

constexpr int messages_tried = 7;

bool is_unsigned(MPI_Datatype type) {
  return type == MPI_UNSIGNED || type == MPI_UNSIGNED_LONG || type == MPI_UNSIGNED_LONG_LONG;
}

bool speaks_of_messages(const PvarInfo& pvar) {
  std::string text = pvar.name + " " + pvar.desc;
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  constexpr std::string_view words[] = {"message", "send", "sent", "receive", "recv"};
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

std::uint64_t largest(MPI_Datatype type) {
  return datatype_size(type) == 4 ? std::numeric_limits<std::uint32_t>::max()
                                  : std::numeric_limits<std::uint64_t>::max();
}

/// The gains of the same number of messages in several patterns.
std::set<std::uint64_t> gains(const TrafficSum& sum) {
  const PvarSession session;
  const Witness witness(session, sum.pvar);
  Messages messages;
  SelfMessages messages_to_self(messages, 0);
  std::set<std::uint64_t> seen;
  const auto watch = [&](bool receive_first) {
    const std::uint64_t before = sum.shown_by(witness);
    for (int i = 0; i < messages_tried; ++i) messages_to_self.exchange(receive_first);
    seen.insert((sum.shown_by(witness) - before) & sum.counted.mask);
  };
  watch(true);
  watch(false);
  const WaitingMessages others;
  watch(true);
  watch(false);
  return seen;
}

std::optional<TrafficSum> tried(const PvarInfo& pvar) {
  TrafficSum sum{pvar, {1, largest(pvar.datatype), false}};
  const PvarSession session;
  const PvarHandle handle(session, pvar);
  if (pvar.readonly != 0 || handle.count() != 1 || handle.reset() != MPI_SUCCESS) {
    return std::nullopt;
  }
  const std::set<std::uint64_t> seen = gains(sum);
  if (*seen.rbegin() == 0) return std::nullopt;
  sum.counted.exact =
      seen.size() == 1 && *seen.begin() % messages_tried == 0 && speaks_of_messages(pvar);
  if (sum.counted.exact) sum.counted.per_message = *seen.begin() / messages_tried;
  return sum;
}

std::vector<TrafficSum> sums_under_threads(Test& t) {
  mpi_for_threads(t);
  return traffic_sums();
}

}  // namespace

std::uint64_t Word::number(const Counted& counted) const {
  if (counted.mask == std::numeric_limits<std::uint32_t>::max()) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

std::uint64_t TrafficSum::shown_by(const PvarHandle& handle) const {
  const ValueBuffer value = handle.value();
  Word word;
  std::memcpy(word.bytes, value.data(), value.size());
  return word.number(counted);
}

std::vector<TrafficSum> traffic_sums() {
  const std::vector<PvarInfo> pvars = only(callable(stoppable_sums()), [](const PvarInfo& pvar) {
    return counts_events(pvar) && is_unsigned(pvar.datatype);
  });
  std::vector<TrafficSum> sums;
  for (const PvarInfo& pvar : pvars) {
    if (auto sum = tried(pvar)) sums.push_back(*sum);
  }
  // Exact sums first, since they can be judged best.
  std::stable_partition(sums.begin(), sums.end(),
                        [](const TrafficSum& sum) { return sum.counted.exact; });
  return sums;
}

SumFixture::SumFixture(Test& t)
    : control(Control::of(t)), sums(sums_under_threads(t)), workers(control) {
  keep([](const TrafficSum&) { return true; }, traffic_sum);
}

}  // namespace mpitcheck::stress
