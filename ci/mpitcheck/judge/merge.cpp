// SPDX-License-Identifier: BSD-3-Clause
// Merging of records over ranks.
#include "ci/mpitcheck/judge/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ci/mpitcheck/judge/clause_results.hpp"
#include "ci/mpitcheck/judge/words.hpp"

namespace mpitcheck {
namespace {

constexpr std::size_t most_left_out = 3;  // shown

void add_examination(const Examination& examination, std::vector<Examination>& all) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Examination& other) {
    return other.clause == examination.clause;
  });
  if (found == all.end()) {
    all.push_back(examination);
  } else {
    found->examined += examination.examined;
    found->offenders += examination.offenders;
  }
}

/// What the test stepped over, beside what it did examine.
std::string left_out_note(const End& end) {
  std::uint64_t examined = 0;
  for (const Examination& examination : end.examinations) examined += examination.examined;
  const auto shown = static_cast<std::ptrdiff_t>(std::min(end.left_out.size(), most_left_out));
  std::string note =
      fmt::format("{} examined, left out: {}", examined,
                  fmt::join(end.left_out.begin(), end.left_out.begin() + shown, "; "));
  if (end.left_out.size() > most_left_out) {
    note += fmt::format("; and {} more", end.left_out.size() - most_left_out);
  }
  return note;
}

void add_end(const End& end, TestResult& result) {
  if (!end.left_out.empty()) {
    result.cut_off = true;
    for (const std::string& call : end.left_out) {
      if (!contains(result.left_out, call)) result.left_out.push_back(call);
    }
    if (const std::string note = left_out_note(end); !contains(result.notes, note)) {
      result.notes.push_back(note);
    }
  }
  if (result.missing.empty()) result.missing = end.missing;
  for (const Examination& examination : end.examinations) {
    add_examination(examination, result.examinations);
  }
  for (const auto& [function, codes] : end.codes) {
    auto& known = result.codes[function];
    for (const std::string& code : codes) {
      if (!contains(known, code)) known.push_back(code);
    }
  }
  result.metrics.insert(end.metrics.begin(), end.metrics.end());
}

}  // namespace

void merge_records(const Evidence& evidence, std::string_view mpi_version, TestResult& result) {
  for (const RankEvidence& rank : evidence.ranks) {
    for (Failure failure : rank.failures) {
      annotate(failure, mpi_version);
      result.failures.push_back(std::move(failure));
    }
    result.behaviours.insert(result.behaviours.end(), rank.behaviours.begin(),
                             rank.behaviours.end());
    if (rank.end) {
      add_end(*rank.end, result);
    } else if (rank.progress) {
      for (const Examination& examination : rank.progress->examinations) {
        if (contains(result.clauses, examination.clause)) {
          add_examination(examination, result.examinations);
        }
      }
    }
  }
}

}  // namespace mpitcheck
