// SPDX-License-Identifier: BSD-3-Clause
// Reads the environment, measures the start-up time, and prints the account.
#include "properties/runner/budget.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/test/test.hpp"
#include "properties/oracle/account.hpp"
#include "properties/oracle/target.hpp"

namespace mpitcheck::properties {

namespace {

constexpr int default_max_size = 100;

// False if the variable is not set.
bool read_number(const char* name, int& number) {
  const char* const text = std::getenv(name);
  if (text == nullptr) return false;
  char* end = nullptr;
  errno = 0;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || errno != 0 || value < 1 || value > 100'000'000) {
    throw std::invalid_argument(std::string(name) + ": '" + text + "' is not a positive number");
  }
  number = static_cast<int>(value);
  return true;
}

constexpr std::chrono::duration<double> affordable{2};
constexpr int fewest_cases = 8;

constexpr std::string_view function_names[] = {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) #name,
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
};

void add(std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; }

std::string commands_reached(const Account& page) {
  std::string list;
  for (std::size_t i = 0; i != kind_count; ++i) {
    if (page.performed[i] + page.skipped[i] == 0) continue;
    add(list, join(name_of(static_cast<Kind>(i)), " ", page.performed[i],
                   page.skipped[i] == 0 ? std::string() : join(" (", page.skipped[i], " idle)")));
  }
  return list;
}

std::string codes_reached(const Account& page) {
  std::string list;
  for (std::size_t f = 0; f != function_count; ++f) {
    std::string codes;
    for (std::size_t place = 0; place != code_places; ++place) {
      if (page.codes[f][place] == 0) continue;
      add(codes, join(code_place_name(place), " ", page.codes[f][place]));
    }
    if (!codes.empty()) add(list, join(function_names[f], " {", codes, "}"));
  }
  return list;
}

std::string kinds_reached(const Account& page) {
  std::string list;
  std::size_t place = 0;
  for (const NamedConstant& constant : defined_constants()) {
    if (constant.kind != "pvar_class" || place == class_places) continue;
    for (std::size_t flags = 0; flags != page.pvar_kinds[place].size(); ++flags) {
      if (page.pvar_kinds[place][flags] == 0) continue;
      add(list, join(constant.name.substr(std::string_view("MPI_T_PVAR_CLASS_").size()),
                     (flags & 1U) != 0 ? " readonly" : "", (flags & 2U) != 0 ? " continuous" : "",
                     (flags & 4U) != 0 ? " atomic" : "", (flags & 8U) != 0 ? " bound" : "", " ",
                     page.pvar_kinds[place][flags]));
    }
    ++place;
  }
  return list;
}

}  // namespace

Budget Budget::from_environment(std::uint64_t seed, int cases) {
  Budget budget{seed, cases, false, default_max_size, true, std::nullopt};
  budget.cases_given = read_number("MPITCHECK_CASES", budget.cases);
  read_number("MPITCHECK_MAX_SIZE", budget.max_size);
  if (const char* const text = std::getenv("RC_PARAMS")) {
    rc::detail::Configuration defaults;
    defaults.testParams.seed = budget.seed;
    defaults.testParams.maxSuccess = budget.cases;
    defaults.testParams.maxSize = budget.max_size;
    try {
      const auto params = rc::detail::configFromString(text, defaults).testParams;
      budget.seed = params.seed;
      budget.cases_given = budget.cases_given ||
                           std::string_view(text).find("max_success") != std::string_view::npos;
      budget.cases = params.maxSuccess;
      budget.max_size = params.maxSize;
      budget.shrinks = !params.disableShrinking;
    } catch (const rc::detail::ConfigurationException& problem) {
      throw std::invalid_argument(std::string("RC_PARAMS: ") + problem.what());
    }
  }
  if (const char* const text = std::getenv("MPITCHECK_COMMANDS")) {
    budget.only = parse_sequence(text);
    if (!budget.only) throw std::invalid_argument("MPITCHECK_COMMANDS is not a list of commands");
    if (budget.only->commands.size() > longest_sequence) {
      throw std::invalid_argument("MPITCHECK_COMMANDS: more than " +
                                  std::to_string(longest_sequence) + " commands");
    }
  }
  return budget;
}

std::chrono::duration<double> start_up_time() {
  const auto begun = std::chrono::steady_clock::now();
  in_child([](int) {
    MPI_Init(nullptr, nullptr);
    MPI_Finalize();
  });
  return std::chrono::steady_clock::now() - begun;
}

int affordable_cases(int cases, std::chrono::duration<double> start_up) {
  const double fitting = affordable / start_up;
  if (fitting >= cases) return cases;
  return std::clamp(static_cast<int>(fitting), std::min(fewest_cases, cases), cases);
}

void report_reach(Test& t, const Budget& budget) {
  const Account& page = account();
  t.measured("seed", std::to_string(budget.seed));
  t.measured("cases", std::to_string(page.cases));
  t.measured("abandoned", std::to_string(page.abandoned));
  t.measured("calls", std::to_string(page.calls));
  t.measured("judged", std::to_string(page.judged));
  t.measured("commands", commands_reached(page));
  t.measured("codes", codes_reached(page));
  t.measured("handles", kinds_reached(page));
}

}  // namespace mpitcheck::properties
