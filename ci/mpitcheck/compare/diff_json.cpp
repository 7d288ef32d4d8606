// SPDX-License-Identifier: BSD-3-Clause
// The difference of two reports for programs.
#include <nlohmann/json.hpp>

#include "compare/diff.hpp"

namespace mpitcheck {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }
Json verdict_json(const std::optional<Verdict>& verdict) {
  return verdict ? Json(name(*verdict)) : Json();
}

Json test_json(const TestDifference& it) {
  Json document = {{"change", name(it.change)}, {"test", it.test}};
  if (it.change == TestChange::behaviour) {
    document["behaviour"] = it.subject;
  } else {
    document["old_verdict"] = verdict_json(it.before);
    document["new_verdict"] = verdict_json(it.after);
  }
  document["old"] = it.old_text;
  document["new"] = it.new_text;
  return document;
}

Json object_json(const ObjectDifference& it) {
  return {{"change", name(it.change)},
          {"kind", it.kind},
          {"old_name", or_null(it.old_name)},
          {"new_name", or_null(it.new_name)},
          {"detail", or_null(it.detail)}};
}

Json target_json(const TargetDiff& target) {
  Json tests = Json::array();
  for (const TestDifference& test : target.tests) tests.push_back(test_json(test));
  Json objects = Json::array();
  for (const ObjectDifference& object : target.objects) objects.push_back(object_json(object));
  return {{"old_name", target.old_name},       {"new_name", target.new_name},
          {"old_library", target.old_library}, {"new_library", target.new_library},
          {"tests", std::move(tests)},         {"inventories", target.inventories},
          {"objects", std::move(objects)}};
}

}  // namespace

std::string diff_json(const ReportDiff& diff) {
  Json targets = Json::array();
  for (const TargetDiff& target : diff.targets) targets.push_back(target_json(target));
  Json counts = Json::object();
  for (const TestChange change : all_test_changes) {
    counts[std::string(name(change))] = count(diff, change);
  }
  const Json document = {{"targets", std::move(targets)},
                         {"targets_added", diff.added},
                         {"targets_removed", diff.removed},
                         {"notices", diff.notices},
                         {"tests", std::move(counts)}};
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mpitcheck
