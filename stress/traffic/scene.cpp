// SPDX-License-Identifier: BSD-3-Clause
// Setting up.
#include "stress/traffic/scene.hpp"

#include "stress/control/surroundings.hpp"

namespace mpitcheck::stress {

namespace {

std::vector<TrafficSum> sums_under_threads(Test& t) {
  mpi_for_threads(t);
  return traffic_sums();
}

}  // namespace

SumScene::SumScene(Test& t) : control(Control::of(t)), sums(sums_under_threads(t)), cast(control) {
  keep([](const TrafficSum&) { return true; }, traffic_sum);
}

}  // namespace mpitcheck::stress
