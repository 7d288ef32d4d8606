// SPDX-License-Identifier: BSD-3-Clause
// Writes report.json, after report.schema.json, and reads it back.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "ci/mpitcheck/judge/finding.hpp"
#include "ci/mpitcheck/report/report.hpp"

namespace nlohmann {

template <class T>
struct adl_serializer<std::optional<T>> {
  static void to_json(json& out, const std::optional<T>& value) {
    out = value ? json(*value) : json();
  }
  static void from_json(const json& in, std::optional<T>& value) {
    if (!in.is_null()) value = in.get<T>();
  }
};

}  // namespace nlohmann

namespace mpitcheck {

using nlohmann::json;
using report::InvalidReport;

// Enumerations are their words.
#define MPITCHECK_WORDS(Type, named, what)                          \
  static void to_json(json& out, Type value) { out = name(value); } \
  static void from_json(const json& in, Type& value) {              \
    const auto found = named(in.get<std::string>());                \
    if (!found) throw InvalidReport(in.dump() + " is no " what);    \
    value = *found;                                                 \
  }
MPITCHECK_WORDS(Verdict, verdict_named, "verdict")
MPITCHECK_WORDS(DeviationKind, deviation_kind_named, "kind of deviation")
MPITCHECK_WORDS(GateProblem, gate_problem_named, "finding of the gate")
#undef MPITCHECK_WORDS

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Counts, cvars, pvars, categories, enums, events, sources)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NamedObject, kind, name, type, desc)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TargetResult, name, library_version, mpi_version, tree, counts,
                                   seconds, notes, inventory)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Behaviour, clause, key, value)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Examination, clause, examined, offenders)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Repro, reproduced, program, file, reason, calls)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ThreadStack, thread, frames)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KnownDeviation, kind, reason, source)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GateFile, path, library, version, targets)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GateFinding, problem, target, test, source, message, advice,
                                   line)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GateResult, files, known, findings)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Footer, complete, interrupted, finished, seconds)

static void to_json(json& out, const Header& header) {
  out = {{"tool", header.tool},
         {"version", header.version},
         {"started", header.started},
         {"command", header.command},
         {"host", {{"system", header.system}, {"cores", header.cores}}}};
}

static void from_json(const json& in, Header& header) {
  in.at("tool").get_to(header.tool);
  in.at("version").get_to(header.version);
  in.at("started").get_to(header.started);
  in.at("command").get_to(header.command);
  in.at("host").at("system").get_to(header.system);
  in.at("host").at("cores").get_to(header.cores);
}

static void to_json(json& out, const Failure& failure) {
  to_json(out, static_cast<const Offence&>(failure));
  out.update({{"level", failure.level},
              {"rule", failure.rule},
              {"section", failure.section},
              {"rank", failure.rank},
              {"fact", failure.fact}});
}

static void from_json(const json& in, Failure& failure) {
  from_json(in, static_cast<Offence&>(failure));
  in.at("level").get_to(failure.level);
  in.at("rule").get_to(failure.rule);
  in.at("section").get_to(failure.section);
  in.at("rank").get_to(failure.rank);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TestResult, target, suite, name, brief, file, line, clauses,
                                   verdict, level, charged, cut_off, seconds, message, missing,
                                   replay, failures, behaviours, examinations, codes, metrics,
                                   notes, stacks, output, output_lost, np, seed, repro, expected,
                                   known)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ClauseResult, id, level, area, rule, observe, note, since, until,
                                   section, functions, untested, tests, verdicts)

[[noreturn]] static void invalid(const std::string& what) {
  throw InvalidReport("not a report of mpitcheck: " + what);
}

// Where there is none a text is null in the report, and empty here.
static void null_if_empty(json& out, std::initializer_list<const char*> keys) {
  for (const char* const key : keys) {
    if (out.at(key) == "") out[key] = nullptr;
  }
}

static json sighting_json(const RunReport& report, const Sighting& sighting) {
  json tests = json::array();
  for (const std::size_t test : sighting.tests) tests.push_back(report.tests[test].name);
  json out = {{"target", sighting.target},           {"verdict", sighting.verdict},
              {"standing", name(sighting.standing)}, {"tests", tests},
              {"objects", sighting.objects},         {"more_objects", sighting.more_objects},
              {"program", sighting.has_program},     {"examples", sighting.examples}};
  null_if_empty(out, {"standing"});
  return out;
}

static json finding_json(const RunReport& report, const Finding& finding) {
  json out = {{"id", finding.id},           {"line", finding.line},
              {"level", finding.level},     {"verdict", finding.verdict},
              {"clauses", finding.clauses}, {"sightings", json::array()}};
  for (const Sighting& each : finding.sightings) {
    out["sightings"].push_back(sighting_json(report, each));
  }
  return out;
}

// What each test says of the clauses that it cites.
static void add_verdicts(json& tests, const RunReport& report) {
  std::map<std::string_view, std::string_view> levels;
  for (const ClauseResult& clause : report.clauses) levels[clause.id] = clause.level;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    json& verdicts = tests[i]["verdicts"] = json::object();
    for (const std::string& id : report.tests[i].clauses) {
      const auto level = levels.find(id);
      if (level != levels.end()) {
        verdicts[id] = clause_verdict(report.tests[i], id, level->second);
      }
    }
  }
}

static json summary_json(const RunReport& report) {
  json out = {{"targets", json::object()}, {"exit_code", report.exit_code}, {"gate", report.gate}};
  for (const TargetResult& target : report.targets) {
    const auto counts = verdict_counts(report, target.name);
    for (const Verdict verdict : all_verdicts) {
      const auto found = counts.find(verdict);
      out["targets"][target.name][std::string(name(verdict))] =
          found == counts.end() ? 0 : found->second;
    }
  }
  if (report.gate) {
    for (json& finding : out["gate"]["findings"]) {
      null_if_empty(finding, {"target", "test", "source"});
    }
  }
  return out;
}

// Reports of before lack some members, and null stands for an empty text.
static void bring_up_to_date(json& document) {
  const auto give = [](json& object, const char* key, const json& value) {
    json& member = object[key];
    if (member.is_null()) member = value;
  };
  for (json& target : document.at("targets")) give(target, "inventory", json::array());
  for (json& clause : document.at("clauses")) {
    for (const char* const key : {"until", "untested"}) give(clause, key, "");
  }
  for (json& test : document.at("tests")) {
    give(test, "missing", "");
    give(test, "cut_off", false);
    for (json& failure : test.at("failures")) {
      if (failure.contains("fact") && failure["fact"].is_null()) failure.erase("fact");
    }
  }
  json& gate = document.at("summary").at("gate");
  if (gate.is_null()) return;
  for (json& finding : gate.at("findings")) {
    for (const char* const key : {"target", "test", "source"}) give(finding, key, "");
  }
}

// nlohmann would wrap or cut a number that does not fit. All are counts but times and the numbers
// of objects.
static void expect_counts(const json& value, const std::string& place) {
  static const std::set<std::string_view> others = {"seconds", "number"};
  static const std::set<std::string_view> ints = {"line", "np", "rank", "exit_code", "cores"};
  for (const auto& [key, member] : value.items()) {
    const std::string here =
        value.is_array() ? fmt::format("{}[{}]", place, key) : place + "." + key;
    if (member.is_structured()) expect_counts(member, here);
    if (!member.is_number() || others.contains(key)) continue;
    constexpr std::uint64_t most_int = std::numeric_limits<int>::max();
    if (!member.is_number_unsigned() ||
        (ints.contains(key) && member.get<std::uint64_t>() > most_int)) {
      invalid(here + " is not a whole number within its range");
    }
  }
}

// Ids serve as anchors and in file names, so they are plain: a letter, then letters, digits, '-'
// and '.'.
static bool is_clause_id(std::string_view id) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_plain = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
  };
  return !id.empty() && is_letter(id[0]) && std::ranges::all_of(id, is_plain);
}

static void check_names(const RunReport& report) {
  std::set<std::string_view> targets, clauses;
  for (const TargetResult& target : report.targets) {
    if (!targets.insert(target.name).second)
      invalid("two targets are called '" + target.name + "'");
  }
  for (const ClauseResult& clause : report.clauses) {
    if (!is_clause_id(clause.id)) invalid("'" + clause.id + "' is not a clause id");
    if (!clauses.insert(clause.id).second) invalid("two clauses are called '" + clause.id + "'");
  }
  for (const TestResult& test : report.tests) {
    if (!targets.contains(test.target))
      invalid("a test names the unknown target '" + test.target + "'");
  }
}

namespace report {
namespace {

std::string text_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// A line for each entry: people look into reports, too.
std::string lines_of(const json& entries) {
  std::string out;
  for (const json& entry : entries) out += (out.empty() ? "\n" : ",\n") + text_of(entry);
  return "[" + out + "\n]";
}

template <class T>
void read(const json& document, const char* key, std::vector<T>& out) {
  const json& entries = document.at(key);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    try {
      out.push_back(entries[i].get<T>());
    } catch (const std::exception& problem) {
      invalid(fmt::format("{}[{}]: {}", key, i, problem.what()));
    }
  }
}

}  // namespace

std::string to_json(const RunReport& report) {
  json clauses = report.clauses, tests = report.tests, findings = json::array();
  for (json& clause : clauses) null_if_empty(clause, {"until", "untested"});
  for (json& test : tests) null_if_empty(test, {"missing"});
  add_verdicts(tests, report);
  for (const Finding& each : report.findings) findings.push_back(finding_json(report, each));
  return fmt::format(
      "{{\n\"schema\": {},\n\"header\": {},\n\"findings\": {},\n\"targets\": {},\n\"clauses\": "
      "{},\n\"tests\": {},\n\"summary\": {},\n\"footer\": {}\n}}\n",
      schema_version, text_of(report.header), lines_of(findings), lines_of(report.targets),
      lines_of(clauses), lines_of(tests), text_of(summary_json(report)), text_of(report.footer));
}

RunReport from_json(std::string_view text) {
  RunReport report;
  try {
    json document = json::parse(text);
    if (const int schema = document.at("schema"); schema != schema_version) {
      invalid(fmt::format("its schema is {}, this mpitcheck reads {}", schema, schema_version));
    }
    if (!document.contains("footer"))
      invalid("it has no footer, so the run that wrote it did not end");
    bring_up_to_date(document);
    for (const char* const key : {"header", "targets", "tests", "summary"}) {
      expect_counts(document.at(key), key);
    }
    document.at("header").get_to(report.header);
    read(document, "targets", report.targets);
    read(document, "clauses", report.clauses);
    read(document, "tests", report.tests);
    document.at("summary").at("gate").get_to(report.gate);
    document.at("summary").at("exit_code").get_to(report.exit_code);
    document.at("footer").get_to(report.footer);
  } catch (const json::parse_error& error) {
    invalid(fmt::format("no JSON at byte {}", error.byte));
  } catch (const json::exception& error) {
    invalid(error.what());
  }
  check_names(report);
  derive_findings(report);  // anew: a finding has one id in reports of any age
  return report;
}

}  // namespace report
}  // namespace mpitcheck
