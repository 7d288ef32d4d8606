// SPDX-License-Identifier: BSD-3-Clause
// Test::each_isolated: the body runs in children that report after each item; the parent adopts
// what they saw, whatever became of them.
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "harness/child.hpp"
#include "harness/recorder.hpp"
#include "harness/test.hpp"

namespace mpitcheck {

using nlohmann::json;

namespace {

constexpr int crashes_tolerated = 100;  // then a sweep is given up
constexpr int child_unheard = 98;       // exit code of a child that cannot say what it saw

void to_json(json& out, const Offence& offence) {
  out = {{"clause", offence.clause}, {"subject", offence.subject}, {"expected", offence.expected},
         {"actual", offence.actual}, {"phase", offence.phase},     {"calls", offence.calls},
         {"crash", offence.crash}};
}

void from_json(const json& in, Offence& offence) {
  offence = {in["clause"], in["subject"], in["expected"], in["actual"],
             in["phase"],  in["calls"],   in["crash"]};
}

bool write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(file, text.data() + done, text.size() - done);
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return true;
}

std::string how_it_ended(const ChildResult& child) {
  if (child.signal != 0) return signal_name(child.signal);
  if (child.exit_code == child_unheard) return "its file descriptors closed";
  return join("exit status ", child.exit_code);
}

}  // namespace

std::string Test::outcome_line(std::size_t item, std::size_t offences_told) const {
  json line{
      {"item", item}, {"missing", missing_}, {"tallies", json::array()}, {"codes", json::object()}};
  for (const auto& [number, tally] : tallies_) {
    line["tallies"].push_back({number, tally.examined, tally.offenders});
  }
  line["offences"] = json::array();
  for (std::size_t i = offences_told; i < offences_.size(); ++i) {
    json offence;
    to_json(offence, offences_[i]);
    line["offences"].push_back(std::move(offence));
  }
  for (const auto& [function, codes] : Recorder::instance().codes()) {
    line["codes"][std::string(function)] = codes;
  }
  return line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

// Takes over what a child reported; returns the first item that it did not finish.
std::size_t Test::adopt(const std::string& outcome_lines, std::size_t first) {
  std::istringstream lines(outcome_lines);
  for (std::string text; std::getline(lines, text);) {
    const json line = json::parse(text, nullptr, false);
    if (line.is_discarded()) break;  // the child died while it wrote this
    first = line["item"].get<std::size_t>() + 1;
    missing_ = line["missing"];
    for (const json& tally : line["tallies"]) {
      tallies_[tally[0].get<std::uint16_t>()] = {tally[1], tally[2]};
    }
    for (const json& told : line["offences"]) {
      Offence offence;
      from_json(told, offence);
      offences_.push_back(std::move(offence));
    }
    for (const auto& [function, codes] : line["codes"].items()) {
      for (const int code : codes) Recorder::instance().adopt_code(function, code);
    }
  }
  return first;
}

void Test::isolated(Clause clause, std::size_t count,
                    const std::function<std::string(std::size_t)>& label,
                    const std::function<void(std::size_t)>& body) {
  examining(clause);
  int crashes = 0;
  for (std::size_t next = 0; next < count;) {
    const ChildResult child = in_child([&](int out) {
      for (std::size_t i = next; i < count; ++i) {
        const std::size_t told = offences_.size();
        body(i);
        // Nobody would hear of the next items either: each would run once per item before it.
        if (!write_all(out, outcome_line(i, told))) ::_exit(child_unheard);
      }
    });
    next = adopt(child.output, next);
    if (next == count) return;
    // The library may leave by the same code, but then in a call.
    if (child.exit_code == child_threw && !Recorder::instance().in_call())
      throw std::logic_error("an isolated body threw");
    if (counts(clause)) {
      offends(clause, label(next), std::string(survival),
              join(how_it_ended(child), " in ", Recorder::instance().call_in_progress()), {},
              child.signal != 0);
    }
    ++next;
    if (++crashes == crashes_tolerated) {
      missing(join("a sweep to its end (given up after ", crashes, " crashes, ", count - next,
                   " items left)"));
      return;
    }
  }
}

}  // namespace mpitcheck
