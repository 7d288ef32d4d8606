// SPDX-License-Identifier: BSD-3-Clause
// A tree whose benchmark program writes figures by plan.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck::bench {

class FakeBench {
 public:
  /// A baseline of 10 ns, call/a/hot (20 ns) and call/a/all (200 ns) beside it.
  explicit FakeBench(const std::string& name = "fake");

  FakeTree tree;
  nlohmann::json plan;  ///< see fake_bench.py; write() puts it into place
  void write() const;

  /// write(), then `mpitcheck bench TREE --repetitions 2 --json out.json MORE...`; what `more` says
  /// of these two options counts.
  Finished bench(const std::vector<std::string>& more = {}) const;

  /// The JSON file in the scratch folder.
  [[nodiscard]] nlohmann::json json(const std::string& file = "out.json") const;
  /// The row of that name in it.
  [[nodiscard]] nlohmann::json row(const std::string& name) const;
  [[nodiscard]] std::string root() const { return tree.root().string(); }
};

}  // namespace mpitcheck::bench
