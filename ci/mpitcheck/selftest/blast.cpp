// SPDX-License-Identifier: BSD-3-Clause
// What a harmful function costs, and its limits.
#include "ci/mpitcheck/selftest/blast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

namespace mpitcheck {
using nlohmann::json;

namespace {

constexpr double least_examining = 95;  // percent, where one object does harm
constexpr double most_times_usual = 3;  // seconds
constexpr std::string_view teller = "survival.queries";
constexpr const char* harms[] = {"segv", "abort", "exit0", "exit1", "hang", "refuse"};

bool is_usable(const json& object) {
  const std::string bind = object.value("bind", "");
  return bind == "MPI_T_BIND_NO_OBJECT" || bind == "MPI_T_BIND_MPI_COMM";
}

/// The last of a list for which `fits`, by its place there.
template <class Fits>
std::optional<int> last(const json& list, const Fits& fits) {
  for (std::size_t i = list.size(); i > 0; --i) {
    if (fits(list[i - 1])) return static_cast<int>(i - 1);
  }
  return std::nullopt;
}

/// The number of the last object that calls of the function are about; nothing: they have none.
std::optional<int> last_object(std::string_view function, const json& inventory) {
  const auto list = [&](const char* kind) { return inventory.value(kind, json::array()); };
  const auto any = [](const json&) { return true; };
  const auto has_enum = [](const json& object) {
    return object.contains("enumtype") && object["enumtype"].is_string();
  };
  if (function == "MPI_T_enum_get_item") {
    const json enums = list("enums");
    return enums.empty() ? std::nullopt : last(enums.back().value("items", json::array()), any);
  }
  if (function == "MPI_T_enum_get_info") {
    const auto cvar = last(list("cvars"), has_enum);
    return cvar ? cvar : last(list("pvars"), has_enum);
  }
  if (function == "MPI_T_event_read") return 0;  // the first element of whatever event
  // An instance of an event is no object that stays: whoever looks at one looks at another next
  // time.
  constexpr std::string_view without[] = {
      "_get_num",       "_changed", "_session_create", "_session_free",      "MPI_T_init_thread",
      "MPI_T_finalize", "_copy",    "_get_source",     "event_get_timestamp"};
  if (std::ranges::any_of(without, [&](auto end) { return function.ends_with(end); })) {
    return std::nullopt;
  }
  constexpr std::pair<std::string_view, const char*> kinds[] = {{"MPI_T_cvar_", "cvars"},
                                                                {"MPI_T_pvar_", "pvars"},
                                                                {"MPI_T_category_", "categories"},
                                                                {"MPI_T_event_", "events"},
                                                                {"MPI_T_source_", "sources"}};
  for (const auto& [start, kind] : kinds) {
    if (!function.starts_with(start)) continue;
    const bool takes_index = function.ends_with("r_get_info") ||
                             function == "MPI_T_event_get_info" || function.ends_with("_get_index");
    const bool has_handles = std::string_view(kind) != "categories" &&
                             std::string_view(kind) != "sources" && !takes_index;
    return has_handles ? last(list(kind), is_usable) : last(list(kind), any);
  }
  return std::nullopt;
}

bool examined_something(const TestResult& test) {
  return std::ranges::any_of(test.examinations,
                             [](const Examination& of) { return of.examined > 0; });
}

/// Its own process ended before it gave its verdict; with a child of it, the test goes on.
bool is_lost(const TestResult& test) {
  const auto of_child = [](const Failure& failure) { return failure.crash; };
  return test.verdict >= Verdict::early_exit && std::ranges::none_of(test.failures, of_child);
}

bool tells_of_an_end(const TestResult& test) {
  return std::ranges::any_of(test.failures, [](const Failure& failure) {
    return failure.fact && failure.fact->relation == Relation::survives;
  });
}

/// Its verdict is about that function.
bool is_about(const TestResult& test, std::string_view function) {
  return std::ranges::any_of(test.failures, [&](const Failure& failure) {
    return failure.fact && failure.fact->function == function;
  });
}

/// As far as the record of its calls tells, which lacks those of callbacks and of some children.
bool calls(const TestResult& test, const std::string& function) {
  return test.codes.contains(function) || test.codes.contains("P" + function);
}

bool steps_over(const TestResult& test, const std::string& function) {
  return std::ranges::any_of(
      test.left_out, [&](const std::string& call) { return call.starts_with(function + " "); });
}

}  // namespace

std::string BlastCase::name() const {
  return object ? fmt::format("{}:{}:{}", function, harm, *object)
                : fmt::format("{}:{}", function, harm);
}

std::vector<BlastCase> blast_cases(const json& inventory) {
  std::vector<BlastCase> cases;
  for (const auto& [function, is_there] : inventory.at("functions").items()) {
    if (is_there != true) continue;
    const std::optional<int> object = last_object(function, inventory);
    for (const char* harm : harms) {
      cases.push_back({function, harm, std::nullopt});
      if (object) cases.push_back({function, harm, object});
    }
  }
  return cases;
}

double BlastResult::share_examining() const {
  const double examining = static_cast<double>(needing - blind.size());
  return needing == 0 ? 100 : 100.0 * examining / static_cast<double>(needing);
}

std::vector<std::string> BlastResult::over() const {
  std::vector<std::string> over;
  if (!changed.empty()) over.push_back(fmt::format("{} other verdicts changed", changed.size()));
  if (!lost.empty()) over.push_back(fmt::format("{} tests lost", lost.size()));
  if (blast.object && share_examining() < least_examining) {
    over.push_back(fmt::format("{:.0f} % examine other objects", share_examining()));
  }
  if (seconds > most_times_usual * usual_seconds) {
    over.push_back(fmt::format("{:.1f} times the usual time", seconds / usual_seconds));
  }
  if (!told) over.push_back("no test tells of it");
  if (!known) over.push_back("the library is not known");
  return over;
}

BlastResult judge_blast(BlastCase blast, const RunReport& usual, const RunReport& now) {
  BlastResult result;
  result.blast = std::move(blast);
  const std::string& function = result.blast.function;
  bool told = result.blast.harm == "refuse";
  result.seconds = now.footer.seconds;
  result.usual_seconds = usual.footer.seconds;
  const auto& library = now.targets.front();
  result.known = library.counts || !library.library_version.empty();
  std::map<std::string_view, const TestResult*> usually;
  for (const TestResult& test : usual.tests) usually[test.name] = &test;
  for (const TestResult& test : now.tests) {
    const TestResult& before = *usually.at(test.name);
    const ChangedVerdict change{test.name, before.verdict, test.verdict};
    told = told || tells_of_an_end(test);
    if (test.name == teller) {
      continue;
    } else if (!calls(before, function) && !steps_over(test, function) &&
               !is_about(test, function)) {
      if (test.verdict != before.verdict) result.changed.push_back(change);
    } else if (examined_something(before)) {
      ++result.needing;
      if (test.verdict == Verdict::inconclusive) ++result.inconclusive;
      if (is_lost(test) && !is_lost(before)) result.lost.push_back(change);
      if (!examined_something(test)) result.blind.push_back(change);
    }
  }
  result.told = told;
  return result;
}

}  // namespace mpitcheck
