// SPDX-License-Identifier: BSD-3-Clause
// How verdicts are shown: a sign beside each word, and which of them ask for a reader's attention;
// what the targets do not bear in signal handlers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck::report {

/// A sign that tells the verdict apart without colour, always shown with its word.
std::string_view symbol(Verdict verdict);

/// Whether the target, or our own fault, calls for a look: all but pass, vacuous and
/// not-applicable.
bool is_finding(Verdict verdict);

/// The verdicts that some test or clause of the report has: pass first, then findings by falling
/// severity, then the rest.
std::vector<Verdict> verdicts_in_use(const RunReport& report);

/// Where a finding was seen, e.g. "mpich (new)".
std::string sighting_line(const Sighting& sighting);

/// What the expectations say of a test, e.g. "known bug: the reason"; empty if they do not speak of
/// it.
std::string known_line(const TestResult& test);

struct Capability {
  std::string target, function, outcome;
};

inline constexpr const char* capability_title = "Not survived in signal handlers";
inline constexpr const char* capability_note =
    "The standard advises libraries to allow these, no more: nothing here fails a run.";

/// From the behaviours that tests told: those that did not survive, in the order of the tests.
std::vector<Capability> capabilities(const RunReport& report);

}  // namespace mpitcheck::report
