// SPDX-License-Identifier: BSD-3-Clause
// Writes report.json, after report.schema.json.
#include <fmt/format.h>

#include "ci/mpitcheck/report/json_node.hpp"
#include "ci/mpitcheck/report/report.hpp"

namespace mpitcheck::report {
namespace {

Json null_if_empty(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json counts_json(const std::optional<Counts>& counts) {
  if (!counts) return nullptr;
  return {{"cvars", counts->cvars}, {"pvars", counts->pvars},   {"categories", counts->categories},
          {"enums", counts->enums}, {"events", counts->events}, {"sources", counts->sources}};
}

Json inventory_json(const std::vector<NamedObject>& inventory) {
  Json objects = Json::array();
  for (const NamedObject& object : inventory) {
    objects.push_back({{"kind", object.kind},
                       {"name", object.name},
                       {"type", object.type},
                       {"desc", object.desc}});
  }
  return objects;
}

Json target_json(const TargetResult& target) {
  return {{"name", target.name},
          {"library_version", target.library_version},
          {"mpi_version", target.mpi_version},
          {"tree", target.tree},
          {"counts", counts_json(target.counts)},
          {"seconds", target.seconds},
          {"notes", target.notes},
          {"inventory", inventory_json(target.inventory)}};
}

Json clause_json(const ClauseResult& clause) {
  Json section = Json::object();
  for (const auto& [version, number] : clause.sections) section[version] = number;
  Json verdicts = Json::object();
  for (const auto& [target, verdict] : clause.verdicts) verdicts[target] = name(verdict);
  return {{"id", clause.id},
          {"level", clause.level},
          {"area", clause.area},
          {"rule", clause.rule},
          {"observe", clause.observe},
          {"note", clause.note},
          {"section", section},
          {"since", clause.since},
          {"until", null_if_empty(clause.until)},
          {"functions", clause.functions},
          {"untested", null_if_empty(clause.untested)},
          {"tests", clause.tests},
          {"verdicts", verdicts}};
}

Json fact_json(const Failure& failure) {
  return failure.fact ? Json(nlohmann::json(*failure.fact)) : Json();
}

Json failure_json(const Failure& failure) {
  return {{"clause", failure.clause}, {"level", failure.level},     {"section", failure.section},
          {"rule", failure.rule},     {"subject", failure.subject}, {"expected", failure.expected},
          {"actual", failure.actual}, {"phase", failure.phase},     {"rank", failure.rank},
          {"calls", failure.calls},   {"crash", failure.crash},     {"fact", fact_json(failure)}};
}

Json expected_json(const TestResult& test) { return test.expected ? Json(*test.expected) : Json(); }

Json known_json(const std::optional<KnownDeviation>& known) {
  if (!known) return nullptr;
  return {{"kind", name(known->kind)}, {"reason", known->reason}, {"source", known->source}};
}

Json repro_json(const std::optional<Repro>& repro) {
  if (!repro) return nullptr;
  return {{"reproduced", repro->reproduced},
          {"program", repro->program},
          {"file", repro->file},
          {"reason", repro->reason},
          {"calls", repro->calls}};
}

Json stacks_json(const std::vector<ThreadStack>& stacks) {
  Json array = Json::array();
  for (const ThreadStack& stack : stacks) {
    array.push_back({{"thread", stack.thread}, {"frames", stack.frames}});
  }
  return array;
}

Json test_json(const TestResult& test) {
  Json failures = Json::array();
  for (const Failure& failure : test.failures) failures.push_back(failure_json(failure));
  Json behaviours = Json::array();
  for (const Behaviour& it : test.behaviours) {
    behaviours.push_back({{"clause", it.clause}, {"key", it.key}, {"value", it.value}});
  }
  Json examined = Json::array();
  for (const Examination& it : test.examinations) {
    examined.push_back(
        {{"clause", it.clause}, {"examined", it.examined}, {"offenders", it.offenders}});
  }
  return {{"target", test.target},
          {"suite", test.suite},
          {"name", test.name},
          {"brief", test.brief},
          {"file", test.file},
          {"line", test.line},
          {"clauses", test.clauses},
          {"verdict", name(test.verdict)},
          {"level", test.level},
          {"charged", test.charged},
          {"cut_off", test.cut_off},
          {"seconds", test.seconds},
          {"message", test.message},
          {"missing", null_if_empty(test.missing)},
          {"replay", test.replay},
          {"failures", std::move(failures)},
          {"behaviours", std::move(behaviours)},
          {"examinations", std::move(examined)},
          {"codes", test.codes},
          {"metrics", test.metrics},
          {"notes", test.notes},
          {"stacks", stacks_json(test.stacks)},
          {"output", test.output},
          {"output_lost", test.output_lost},
          {"np", test.np},
          {"seed", test.seed},
          {"repro", repro_json(test.repro)},
          {"expected", expected_json(test)},
          {"known", known_json(test.known)}};
}

Json sighting_json(const RunReport& report, const Sighting& sighting) {
  Json tests = Json::array();
  for (const std::size_t test : sighting.tests) tests.push_back(report.tests[test].name);
  return {{"target", sighting.target},
          {"verdict", name(sighting.verdict)},
          {"standing", null_if_empty(std::string(name(sighting.standing)))},
          {"tests", tests},
          {"objects", sighting.objects},
          {"more_objects", sighting.more_objects},
          {"program", sighting.has_program}};
}

Json finding_json(const RunReport& report, const Finding& finding) {
  Json sightings = Json::array();
  for (const Sighting& sighting : finding.sightings) {
    sightings.push_back(sighting_json(report, sighting));
  }
  return {{"id", finding.id},           {"line", finding.line},
          {"level", finding.level},     {"verdict", name(finding.verdict)},
          {"clauses", finding.clauses}, {"sightings", sightings}};
}

Json gate_json(const std::optional<GateResult>& gate) {
  if (!gate) return nullptr;
  Json files = Json::array();
  for (const GateFile& file : gate->files) {
    files.push_back({{"path", file.path},
                     {"library", file.library},
                     {"version", file.version},
                     {"targets", file.targets}});
  }
  Json findings = Json::array();
  for (const GateFinding& finding : gate->findings) {
    findings.push_back({{"problem", name(finding.problem)},
                        {"target", null_if_empty(finding.target)},
                        {"test", null_if_empty(finding.test)},
                        {"source", null_if_empty(finding.source)},
                        {"message", finding.message},
                        {"advice", finding.advice},
                        {"line", finding.line}});
  }
  return {{"files", files}, {"known", gate->known}, {"findings", findings}};
}

Json summary_json(const RunReport& report) {
  Json targets = Json::object();
  for (const TargetResult& target : report.targets) {
    const auto counts = verdict_counts(report, target.name);
    Json& row = targets[target.name] = Json::object();
    for (const Verdict verdict : all_verdicts) {
      const auto found = counts.find(verdict);
      row[std::string(name(verdict))] = found == counts.end() ? 0 : found->second;
    }
  }
  return {{"targets", targets}, {"gate", gate_json(report.gate)}, {"exit_code", report.exit_code}};
}

}  // namespace

std::string to_json(const RunReport& report) {
  const Json footer = {{"complete", report.footer.complete},
                       {"interrupted", report.footer.interrupted},
                       {"finished", report.footer.finished},
                       {"seconds", report.footer.seconds}};
  std::string out = fmt::format("{{\n\"schema\": {},\n\"header\": {},\n", schema_version,
                                json_text(header_json(report.header)));
  append_array(out, "findings", report.findings,
               [&](const Finding& finding) { return finding_json(report, finding); });
  append_array(out, "targets", report.targets, target_json);
  append_array(out, "clauses", report.clauses, clause_json);
  append_array(out, "tests", report.tests, test_json);
  out += fmt::format("\"summary\": {},\n\"footer\": {}\n}}\n", json_text(summary_json(report)),
                     json_text(footer));
  return out;
}

}  // namespace mpitcheck::report
