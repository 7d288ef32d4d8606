// SPDX-License-Identifier: BSD-3-Clause
// What tests of sums under threads begin with.
#pragma once

#include <vector>

#include "stress/control/control.hpp"
#include "stress/traffic/actor.hpp"
#include "stress/traffic/pvar_calls.hpp"
#include "stress/traffic/sums.hpp"

namespace mpitcheck::stress {

/// MPI and the tool interface up for threads, the sums that there are, and the threads' actors.
struct SumScene {
  /// Throws CannotGoOn without MPI_THREAD_MULTIPLE or without a sum.
  explicit SumScene(Test& t);

  /// Keeps the sums for which `fits(sum)`; throws CannotGoOn(lacking) if that leaves none.
  template <class Fits>
  void keep(const Fits& fits, std::string_view lacking) {
    std::erase_if(sums, [&](const TrafficSum& sum) { return !fits(sum); });
    if (sums.empty()) throw CannotGoOn(std::string(lacking));
  }

  Control control;
  PvarCalls pvar;
  std::vector<TrafficSum> sums;
  Cast cast;
};

}  // namespace mpitcheck::stress
