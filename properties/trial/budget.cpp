// SPDX-License-Identifier: BSD-3-Clause
// Reading the environment.
#include "trial/budget.hpp"

#include <rapidcheck.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "oracle/account.hpp"

namespace mpitcheck::properties {

namespace {

constexpr int default_max_size = 100;

// False if it is not set.
bool read_number(const char* name, int& number) {
  const char* const text = std::getenv(name);
  if (text == nullptr) return false;
  char* end = nullptr;
  errno = 0;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || errno != 0 || value < 1 || value > 100'000'000) {
    throw std::invalid_argument(std::string(name) + ": '" + text + "' is no positive number");
  }
  number = static_cast<int>(value);
  return true;
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

}  // namespace mpitcheck::properties
