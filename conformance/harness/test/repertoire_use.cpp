// SPDX-License-Identifier: BSD-3-Clause
// Uses the parts of MPI that did not fail in the preflight.
#include <string>

#include "conformance/harness/facts/cannot_go_on.hpp"
#include "conformance/harness/process/habits.hpp"
#include "conformance/harness/test/repertoire.hpp"

namespace mpitcheck {

std::string_view problem_of_part(std::string_view name) {
  const auto& broken = habits().broken_parts;
  const auto found = broken.find(std::string(name));
  return found == broken.end() ? std::string_view{} : std::string_view{found->second};
}

void use_part(const PartOfMpi& part) {
  const bool is_broken =
      !problem_of_part(parts_of_mpi().front().name).empty() || !problem_of_part(part.name).empty();
  if (is_broken) return;
  try {
    try_part(part);
  } catch (const PartIsMissing&) {
  } catch (const PartFails&) {
  }
}

void use_all_parts() {
  for (const PartOfMpi& part : parts_of_mpi()) use_part(part);
}

void require_part(std::string_view name) {
  const std::string_view problem = problem_of_part(name);
  if (!problem.empty()) throw CannotGoOn(std::string(problem));
}

std::string without_broken_parts(std::string_view wanted) {
  std::string text(wanted);
  std::string_view separator = " (not tried: ";
  for (const PartOfMpi& part : parts_of_mpi()) {
    if (problem_of_part(part.name).empty()) continue;
    text.append(separator).append(part.name);
    separator = ", ";
  }
  return separator == ", " ? text + ")" : text;
}

}  // namespace mpitcheck
