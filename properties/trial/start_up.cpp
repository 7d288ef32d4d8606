// SPDX-License-Identifier: BSD-3-Clause
// Measuring a start.
#include "trial/start_up.hpp"

#include <algorithm>

#include "harness/child.hpp"
#include "harness/mpi.hpp"

namespace mpitcheck::properties {

namespace {

constexpr std::chrono::duration<double> affordable{2};
constexpr int fewest_cases = 8;

}  // namespace

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

}  // namespace mpitcheck::properties
