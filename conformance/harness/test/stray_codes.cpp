// SPDX-License-Identifier: BSD-3-Clause
// The shared list of stray codes, and the offences for them.
#include "conformance/harness/test/stray_codes.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <new>
#include <utility>

#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/calls/return_codes.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/offence.hpp"
#include "conformance/harness/process/shared.hpp"

namespace mpitcheck {

// A library that returns a new code each time fills the table. Further codes are not reported.
struct StrayCodes::Shared {
  std::array<std::atomic<std::uint64_t>, 64> known;
  std::array<std::atomic<bool>, 4> broken;  // by level
  std::atomic<bool> has_message;
  std::array<char, 512> message;
};

StrayCodes::StrayCodes() : shared_(new (share(sizeof(Shared))) Shared{}, unshare) {}

bool StrayCodes::add(std::string_view function, int code, Clause clause) {
  const std::uint64_t key =
      std::hash<std::string>()(join(function, " ", code, " ", clause.number)) | 1;
  for (std::atomic<std::uint64_t>& place : shared_->known) {
    std::uint64_t found = 0;
    if (place.compare_exchange_strong(found, key)) return true;
    if (found == key) return false;
  }
  return false;
}

void StrayCodes::reported(Clause clause, std::string_view message) {
  shared_->broken[static_cast<std::size_t>(data(clause).level)] = true;
  if (shared_->has_message.exchange(true)) return;
  message.copy(shared_->message.data(), shared_->message.size() - 1);
}

bool StrayCodes::broke(Level level) const {
  return shared_->broken[static_cast<std::size_t>(level)];
}

std::string StrayCodes::message() const { return shared_->message.data(); }

void watch_codes(StrayCodes& strays, Version library_version, const ResultFile& results) {
  const auto report = [=, &strays, &results](std::string_view function, int code,
                                             bool is_answered) {
    const Clause rule =
        is_answered ? clause::general_specific_reason_code : clause::errors_table_only;
    if (!applies(data(rule), library_version) || !strays.add(function, code, rule)) return;
    Fact fact = is_known_code(code).of(function).fact();
    Offence offence{std::string(data(rule).id),   std::string(function),
                    expected_text(fact),          seen_text(fact),
                    Progress::instance().phase(), Recorder::instance().last_calls(calls_recorded)};
    offence.fact = std::move(fact);
    announce(offence, results);
    strays.reported(rule, message_of(offence));
  };
  ReturnCodes::instance().on_stray(report);
}

}  // namespace mpitcheck
