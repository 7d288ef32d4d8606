// SPDX-License-Identifier: BSD-3-Clause
// What a run is asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mpitcheck {

/// Half of the machine's memory, in MiB.
std::int64_t half_of_memory();

struct RunOptions {
  std::vector<std::string> trees;
  std::vector<std::string> filters;  ///< globs over test names and clause ids; empty: everything
  std::vector<std::string> levels;   ///< only tests that cite a clause of one of these
  std::vector<std::string> suites;   ///< globs; empty: all
  int np = 1;                        ///< processes per test, unless the test wants more
  std::string launcher;              ///< template; empty: the tree's own
  int jobs = 1;
  double timeout = 60;                     ///< seconds per test
  double grace = 2;                        ///< seconds between SIGTERM and SIGKILL
  std::int64_t memory = half_of_memory();  ///< MiB for all processes of a test
  std::uint64_t seed = 0;
  int cases = 0, max_size = 0;       ///< of properties; 0: their own
  double stress_duration = 0;        ///< seconds per stress test; 0: its own
  int threads = 0, signal_rate = 0;  ///< of stress tests; 0: their own
  std::vector<std::string> env;      ///< "K=V" for the test programs
  std::vector<std::string> preload;  ///< libraries loaded into the test programs
  std::string abi_library;
  bool process_per_test = false;  ///< no nurseries
  bool quiet = false;             ///< no progress on stderr
  bool counts = true;  ///< take the inventory: counts of objects, and what ends the process
  std::string json, junit, markdown, html;  ///< report files; empty: not written
  std::string bench;                 ///< what bench --json wrote, for the HTML page; empty: none
  std::size_t programs = 0;          ///< C programs to search for failing tests, at most
  std::string repro;                 ///< folder for C programs that show failures; empty: none
  std::vector<std::string> expect;   ///< expectations files; empty: no gate
  bool update_expectations = false;  ///< make those files fit the results
};

}  // namespace mpitcheck
