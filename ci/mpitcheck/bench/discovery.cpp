// SPDX-License-Identifier: BSD-3-Clause
// The first run of each program: names, baselines, what is missing, what crashes.
#include "ci/mpitcheck/bench/discovery.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "ci/mpitcheck/judge/words.hpp"

namespace mpitcheck::bench {
namespace {

constexpr std::string_view threads_mark = "/threads:";

/// Runs benchmarks for one iteration, and halves the list where the process fails.
class Probe {
 public:
  Probe(Scheduler& scheduler, const BenchProcess& process, const std::vector<std::string>& names,
        const std::filesystem::path& out, Discovered& found)
      : scheduler_(scheduler), process_(process), names_(names), out_(out), found_(found) {}

  void probe(const std::vector<std::string>& names) {
    const std::string problem = attempt(names, true);
    if (problem.empty()) return;
    if (names.size() > 2 && fails(names.front()) && fails(names[names.size() / 2]) &&
        fails(names.back())) {
      found_.problem = problem;
      return;
    }
    halve(names, problem);
  }

 private:
  Scheduler& scheduler_;
  const BenchProcess& process_;
  const std::vector<std::string>& names_;  // all of the program
  const std::filesystem::path& out_;
  Discovered& found_;

  void halve(const std::vector<std::string>& names, const std::string& problem) {
    if (scheduler_.interrupted()) return;
    if (names.size() == 1) {
      Row& row = add_row(names.front());
      row.problem = problem;
      return;
    }
    const auto middle = names.begin() + static_cast<std::ptrdiff_t>(names.size() / 2);
    for (const auto& half :
         {std::vector(names.begin(), middle), std::vector(middle, names.end())}) {
      const std::string its_problem = attempt(half, true);
      if (!its_problem.empty()) halve(half, its_problem);
    }
  }

  bool fails(const std::string& name) { return !attempt({name}, false).empty(); }

  /// The process's problem; its rows are kept if there is none.
  std::string attempt(const std::vector<std::string>& names, bool keep) {
    if (scheduler_.interrupted()) return {};
    const ProcessResult result = process_.run(scheduler_, {names, 0, 1, false}, out_);
    if (!result.problem.empty() || !keep) return result.problem;
    found_.seconds = std::max(found_.seconds, result.seconds);
    if (!result.figures.missing.empty()) found_.missing = result.figures.missing;
    for (const Measured& measured : result.figures.rows) {
      Row& row = add_row(measured.name);
      row.baseline = baseline_row(measured.baseline, measured.name, names_);
      row.clock = measured.clock;
      row.problem = measured.problem;
      if (row.problem.empty() && row.baseline.empty() && !measured.baseline.empty()) {
        found_.notes.push_back(measured.name + ": the program lacks its baseline " +
                               measured.baseline);
      }
    }
    return {};
  }

  Row& add_row(const std::string& name) {
    Row& row = found_.rows.emplace_back();
    row.target = process_.target().name;
    row.program = process_.name();
    row.name = name;
    return row;
  }
};

std::vector<std::string> selected(const std::vector<std::string>& names,
                                  const std::vector<std::string>& filters,
                                  std::vector<bool>& used) {
  if (filters.empty()) return names;
  std::vector<std::string> fitting;
  for (const std::string& name : names) {
    bool fits = false;
    for (std::size_t i = 0; i < filters.size(); ++i) {
      if (!glob_match(filters[i], name)) continue;
      used[i] = true;
      fits = true;
    }
    if (fits) fitting.push_back(name);
  }
  return fitting;
}

/// A batch of the rows that `belongs` to, with the baselines that they need.
template <class Belongs>
void add_batch(const std::vector<Row>& rows, bool pin, Belongs belongs, Discovered& found) {
  std::set<std::string> names;
  for (const Row& row : rows) {
    if (!row.problem.empty() || !belongs(row)) continue;
    names.insert(row.name);
    if (!row.baseline.empty()) names.insert(row.baseline);
  }
  Batch batch{{}, pin};
  for (const Row& row : rows) {
    if (row.problem.empty() && names.contains(row.name)) batch.names.push_back(row.name);
  }
  if (!batch.names.empty()) found.batches.push_back(std::move(batch));
}

/// Baselines that rows name and that were not run with them, though the program has them.
std::vector<std::string> other_baselines(const std::vector<Row>& rows,
                                         const std::vector<std::string>& names) {
  std::set<std::string> wanted;
  for (const Row& row : rows) wanted.insert(row.baseline);
  for (const Row& row : rows) wanted.erase(row.name);
  std::vector<std::string> others;
  for (const std::string& name : names) {
    if (wanted.contains(name)) others.push_back(name);
  }
  return others;
}

/// Rows that are neither asked for nor the baseline of one that is.
void drop_unneeded(const std::vector<std::string>& wanted, std::vector<Row>& rows) {
  std::set<std::string> needed(wanted.begin(), wanted.end());
  for (const Row& row : rows) {
    if (needed.contains(row.name)) needed.insert(row.baseline);
  }
  std::erase_if(rows, [&](const Row& row) { return !needed.contains(row.name); });
}

}  // namespace

std::string baseline_row(const std::string& label, std::string_view of,
                         const std::vector<std::string>& names) {
  if (label.empty()) return {};
  const std::size_t threads = of.find(threads_mark);
  std::vector<std::string> candidates = {"baseline/" + label, label};
  if (threads != std::string_view::npos) {
    candidates.insert(candidates.begin(), candidates[0] + std::string(of.substr(threads)));
  }
  for (const std::string& candidate : candidates) {
    if (contains(names, candidate)) return candidate;
  }
  return {};
}

int threads_of(std::string_view name) {
  const std::size_t at = name.find(threads_mark);
  return at == std::string_view::npos ? 1 : std::atoi(name.data() + at + threads_mark.size());
}

Discovered discover(Scheduler& scheduler, const BenchProcess& process,
                    const std::vector<std::string>& filters, bool pin, std::vector<bool>& used,
                    const std::filesystem::path& out) {
  Discovered found;
  found.process = &process;
  const std::vector<std::string> names = process.list(scheduler, found.problem);
  const std::vector<std::string> wanted = selected(names, filters, used);
  if (wanted.empty() || !found.problem.empty()) return found;
  std::vector<std::string> probed;
  const std::set<std::string> asked(wanted.begin(), wanted.end());
  for (const std::string& name : names) {
    if (asked.contains(name) || is_baseline(name)) probed.push_back(name);
  }
  Probe probe(scheduler, process, names, out, found);
  probe.probe(probed);
  const std::vector<std::string> others = other_baselines(found.rows, names);
  if (!others.empty()) probe.probe(others);
  drop_unneeded(wanted, found.rows);
  const auto single = [](const Row& row) { return threads_of(row.name) == 1; };
  if (pin) {
    add_batch(found.rows, true, single, found);
    add_batch(
        found.rows, false, [&](const Row& row) { return !single(row); }, found);
  } else {
    add_batch(
        found.rows, false, [](const Row&) { return true; }, found);
  }
  return found;
}

}  // namespace mpitcheck::bench
