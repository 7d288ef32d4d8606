// SPDX-License-Identifier: BSD-3-Clause
// The JSON inside the page.
#include "ci/mpitcheck/report/page_model.hpp"

#include <nlohmann/json.hpp>

#include "ci/mpitcheck/report/text.hpp"
#include "ci/mpitcheck/report/verdicts.hpp"

namespace mpitcheck::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longest_field = 4'000;
constexpr std::size_t longest_output = 12'000;
constexpr std::size_t most_calls = 100;

// JSON keeps its meaning with these as escapes, and no text can end the script element. U+2028 and
// U+2029 are gone already: visible() has spelled them out.
std::string for_script(const Json& json) {
  std::string out;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    switch (c) {
      case '<':
        out += "\\u003c";
        break;
      case '>':
        out += "\\u003e";
        break;
      case '&':
        out += "\\u0026";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// Collects the members of one piece of evidence and their size. Empty texts are left out.
class Evidence {
 public:
  void text(const char* key, std::string_view bytes, std::size_t limit = longest_field) {
    if (bytes.empty()) return;
    std::string shown = visible(shortened(bytes, limit), Lines::keep);
    size_ += shown.size();
    json_[key] = std::move(shown);
  }

  void list(const char* key, const std::vector<std::string>& items) {
    if (items.empty()) return;
    Json& array = json_[key] = Json::array();
    for (const std::string& item : items) {
      if (array.size() == most_calls) {
        array.push_back("…");
        break;
      }
      array.push_back(visible(shortened(item, longest_field)));
      size_ += array.back().get_ref<const std::string&>().size();
    }
  }

  void nested(const char* key, std::vector<Evidence> items) {
    if (items.empty()) return;
    Json& array = json_[key] = Json::array();
    for (Evidence& item : items) {
      size_ += item.size_;
      array.push_back(std::move(item.json_));
    }
  }

  Json& json() { return json_; }
  std::size_t size() const { return size_; }

 private:
  Json json_ = Json::object();
  std::size_t size_ = 60;  // keys and punctuation, roughly
};

Evidence failure_evidence(const Failure& failure) {
  Evidence out;
  out.text("clause", failure.clause);
  out.text("section", failure.section);
  out.text("subject", failure.subject);
  out.text("expected", failure.expected);
  out.text("actual", failure.actual);
  out.text("phase", failure.phase);
  out.list("calls", failure.calls);
  if (failure.rank != 0) out.json()["rank"] = failure.rank;
  return out;
}

// A test that passed without anything to tell needs no evidence: its letters say it all.
bool has_evidence(const TestResult& test) {
  return test.verdict != Verdict::pass || !test.notes.empty() || !test.behaviours.empty() ||
         test.known;
}

Json brief_evidence(const TestResult& test) {
  return {{"verdict", std::string(1, letter(test.verdict))},
          {"message", visible(shortened(test.message, 200))},
          {"cut", true}};
}

Evidence evidence(const TestResult& test) {
  Evidence out;
  out.json()["verdict"] = std::string(1, letter(test.verdict));
  out.text("message", test.message);
  out.text("missing", test.missing);
  out.text("known", known_line(test));
  std::vector<Evidence> failures;
  for (const Failure& failure : test.failures) failures.push_back(failure_evidence(failure));
  out.nested("failures", std::move(failures));
  out.list("notes", test.notes);
  for (const Behaviour& it : test.behaviours) {
    out.json()["behaviours"].push_back({visible(it.clause), visible(it.key), visible(it.value)});
  }
  if (test.verdict != Verdict::pass) {
    out.text("output", test.output, longest_output);
    out.text("replay", test.replay);
    out.text("stacks", stacks_text(test.stacks), longest_output);
    if (test.repro) {
      out.text("program", test.repro->program, longest_output);
      out.text("reason", test.repro->reason);
      out.list("needed", test.repro->calls);
    }
  }
  return out;
}

Json clause_details(const PageClause& row) {
  const ClauseResult& clause = *row.clause;
  std::string functions;
  for (const std::string& function : clause.functions) {
    functions += (functions.empty() ? "" : ", ") + function;
  }
  Json tests = Json::array();
  for (const auto& [test, letters] : row.tests) tests.push_back({test->index, letters});
  Evidence out;
  out.text("sections", sections_line(clause));
  out.text("since", clause.since);
  out.text("until", clause.until);
  out.text("functions", functions);
  out.text("observe", clause.observe);
  out.text("note", clause.note);
  out.text("untested", clause.untested);
  out.json()["tests"] = std::move(tests);
  return std::move(out.json());
}

}  // namespace

std::string row_data(const PageModel& page) {
  // Most severe first: the order of the filter's chips and of the evidence.
  Json verdicts = Json::array();
  for (auto it = std::rbegin(all_verdicts); it != std::rend(all_verdicts); ++it) {
    verdicts.push_back({std::string(1, letter(*it)), name(*it)});
  }
  Json targets = Json::array();
  for (const TargetResult& target : page.report.targets) targets.push_back(visible(target.name));
  Json clauses = Json::array();
  for (const PageClause& row : page.clauses) {
    clauses.push_back({visible(row.clause->id), visible(row.clause->level),
                       visible(row.clause->area), row.letters});
  }
  return for_script({{"targets", targets}, {"verdicts", verdicts}, {"clauses", clauses}});
}

std::string detail_data(const PageModel& page, std::size_t limit) {
  Json clauses = Json::array();
  for (const PageClause& row : page.clauses) clauses.push_back(clause_details(row));
  Json names = Json::array();
  for (const PageTest& test : page.tests) names.push_back(visible(test.label));

  std::size_t size = 0;
  Json tests = Json::object();
  for (const PageTest& test : page.tests) {
    for (std::size_t t = 0; t < test.results.size(); ++t) {
      const TestResult* result = test.results[t];
      if (!result || !has_evidence(*result)) continue;
      Json& place = tests[std::to_string(test.index)][std::to_string(t)];
      Evidence whole = evidence(*result);
      const bool fits = size + whole.size() <= limit;
      if (fits) size += whole.size();
      place = fits ? std::move(whole.json()) : brief_evidence(*result);
    }
  }
  return for_script({{"clauses", clauses}, {"names", names}, {"tests", tests}});
}

}  // namespace mpitcheck::report
