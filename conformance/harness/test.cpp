// SPDX-License-Identifier: BSD-3-Clause
// Counting, collecting and recording for a running test.
#include "harness/test.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/names.hpp"
#include "harness/protocol.hpp"
#include "harness/recorder.hpp"

namespace mpitcheck {

namespace {
constexpr std::size_t offenders_recorded = 5;  // per clause; the rest is counted
constexpr std::size_t calls_recorded = 8;

// A preloaded recorder of calls (conformance/evidence) is told at which of them a check failed.
void note_for_recorder(const Offence& offence, std::initializer_list<int> allowed_codes) {
  using Note = void(const char* note);
  static auto* const note = reinterpret_cast<Note*>(::dlsym(RTLD_DEFAULT, "mpitcheck_record_note"));
  if (note == nullptr) return;
  nlohmann::json codes = nlohmann::json::array();
  for (const int code : allowed_codes) codes.push_back(code_name(code));
  const nlohmann::json fields = {{"clause", offence.clause},
                                 {"subject", offence.subject},
                                 {"expected", offence.expected},
                                 {"actual", offence.actual},
                                 {"crash", offence.expected == survival},
                                 {"codes", codes}};
  note(fields.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
}

}  // namespace

Test::Test(const TestInfo& info, Version library_version, std::uint64_t seed, ResultFile results)
    : info_(info),
      version_(library_version),
      seed_(seed),
      random_(seed),
      results_(std::move(results)) {
  for (const Clause clause : info.clauses) {
    if (applies(clause)) tallies_[clause.number];
  }
  if (tallies_.size() == 1) examining(Clause{tallies_.begin()->first});
}

void Test::examining(Clause clause) { Recorder::instance().clause(data(clause).id); }

bool Test::counts(Clause clause) {
  const auto tally = tallies_.find(clause.number);
  if (tally == tallies_.end()) {
    if (!applies(clause)) return false;
    throw std::logic_error(
        join(info_.name, " checks ", data(clause).id, ", which it does not cite"));
  }
  ++tally->second.examined;
  return true;
}

void Test::offends(Clause clause, std::string subject, std::string expected, std::string actual,
                   std::initializer_list<int> allowed_codes, bool crash) {
  if (++tallies_[clause.number].offenders > offenders_recorded) return;
  record({std::string(data(clause).id), std::move(subject), std::move(expected), std::move(actual),
          phase(), Recorder::instance().last_calls(calls_recorded), crash},
         allowed_codes);
}

void Test::record(Offence offence, std::initializer_list<int> allowed_codes) {
  results_.write(protocol::record::failure, {{"clause", offence.clause},
                                             {"subject", offence.subject},
                                             {"expected", offence.expected},
                                             {"actual", offence.actual},
                                             {"phase", offence.phase},
                                             {"crash", offence.crash},
                                             {"calls", offence.calls}});
  note_for_recorder(offence, allowed_codes);
  offences_.push_back(std::move(offence));
}

void Test::examined(Clause clause, std::uint64_t times) {
  if (times != 0 && counts(clause)) tallies_[clause.number].examined += times - 1;
}

void Test::found(Clause clause, std::string subject, std::string expected, std::string actual,
                 std::vector<std::string> calls, bool crash) {
  if (!counts(clause)) return;
  if (++tallies_[clause.number].offenders > offenders_recorded) return;
  record({std::string(data(clause).id), std::move(subject), std::move(expected), std::move(actual),
          phase(), std::move(calls), crash},
         {});
}

void Test::measured(std::string_view key, std::string value) {
  metrics_[std::string(key)] = std::move(value);
}

void Test::behaviour(Clause clause, std::string_view key, std::string_view value) {
  results_.write(protocol::record::behaviour,
                 {{"clause", data(clause).id}, {"key", key}, {"value", value}});
}

void Test::missing(std::string_view what) {
  if (std::find(missing_.begin(), missing_.end(), what) == missing_.end()) {
    missing_.emplace_back(what);
  }
}

bool Test::applies(Clause clause) const { return mpitcheck::applies(data(clause), version_); }

std::string Test::phase() const { return Recorder::instance().phase(); }

void Test::enter_phase(std::string_view name) { Recorder::instance().phase(name); }

bool Test::is_one_of(int code, std::initializer_list<int> allowed) {
  return std::find(allowed.begin(), allowed.end(), code) != allowed.end();
}

std::string Test::code_names(std::initializer_list<int> codes) {
  std::string names;
  for (const int code : codes) {
    if (!names.empty()) names += " or ";
    names += code_name(code);
  }
  return names;
}

std::string Test::code_text(int code) { return code_name(code); }

}  // namespace mpitcheck
