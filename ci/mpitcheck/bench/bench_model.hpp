// SPDX-License-Identifier: BSD-3-Clause
// What a run of the benchmarks found, as plain data.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ci/mpitcheck/bench/statistics.hpp"
#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck::bench {

/// One benchmark on one target.
struct Row {
  std::string target;
  std::string program;
  std::string name;            ///< e.g. "call/MPI_T_cvar_read/hot"
  std::string baseline;        ///< name of the row that it is compared with; empty: none
  std::string clock;           ///< "cpu" or "real"
  std::vector<double> times;   ///< ns per operation, one per repetition
  std::vector<double> ratios;  ///< to the baseline in the same process, one per repetition
  std::map<std::string, double> counters;  ///< what it counts besides, medians
  std::string problem;                     ///< why it has no times; empty: it has
};

struct SizedCost {
  double size;
  Summary ns;
};

/// The rows scale/WHAT/N of one target, and the growth that fits them.
struct Series {
  std::string target;
  std::string what;
  std::vector<SizedCost> points;
  std::string growth;   ///< "constant", "logarithmic", "linear", "worse"; empty: too few sizes
  double base_ns = 0;   ///< of the fit: at size 0, or 1 if logarithmic
  double slope_ns = 0;  ///< per unit of the size, of its logarithm, ...
  double error = 0;     ///< relative: root of the mean square
};

struct BenchTarget {
  std::string name;
  std::string library_version;
  std::string mpi_version;
  std::string tree;
  std::vector<std::string> missing;  ///< what its programs say it lacks
};

/// Where and how quietly it was measured. No host names.
struct Machine {
  std::string processor;
  std::optional<int> pinned;  ///< the core that single-threaded programs were bound to
  double load = 0;            ///< load average of the last minute before the start
  double others = 0;          ///< share of all cores that went to other programs meanwhile
  double stolen = 0;          ///< share of all cores that a hypervisor gave to others
};

/// Whether the figures can be trusted to tell small differences.
struct Noise {
  double baseline_spread = 0;        ///< median over the baselines of quartile distance / median
  std::vector<std::string> reasons;  ///< why the machine is too noisy; empty: it is not
};

enum class Direction { slower, faster, cannot_tell };

/// A row measured twice.
struct Change {
  std::string target;
  std::string name;
  std::string baseline;
  double before = 0, after = 0;  ///< medians of the ratio to the baseline
  double p = 1;                  ///< of the direction that is likelier, corrected for their number
  Direction direction = Direction::cannot_tell;
};

/// Two runs beside each other.
struct Comparison {
  std::string against;  ///< the file
  std::string test;     ///< how it was decided, in words
  std::vector<Change> changes;
  std::size_t only_before = 0, only_after = 0;  ///< rows that the other run lacks
  std::size_t without_ratio = 0;                ///< rows of both that have no baseline
  std::vector<std::string> notes;               ///< what makes it less certain
};

struct BenchReport {
  Header header;
  Machine machine;
  bool quick = false;
  std::size_t wanted = 0;  ///< repetitions asked for
  std::size_t rounds = 0;  ///< repetitions made
  double min_time = 0;     ///< seconds per measurement
  std::size_t inner = 1;   ///< measurements per repetition, of which the median counts
  double seconds = 0;      ///< the whole took
  bool interrupted = false;
  std::vector<BenchTarget> targets;
  std::vector<Row> rows;
  std::vector<Series> series;
  Noise noise;
  std::vector<std::string> problems;  ///< programs that failed, a line each
  std::optional<Comparison> comparison;
};

}  // namespace mpitcheck::bench
