// SPDX-License-Identifier: BSD-3-Clause
// The derivation of verdicts.
#include "ci/mpitcheck/judge/verdict.hpp"

#include <fmt/core.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>

#include "ci/mpitcheck/judge/clause_results.hpp"
#include "ci/mpitcheck/judge/merge.hpp"
#include "ci/mpitcheck/judge/words.hpp"
#include "conformance/harness/facts/protocol.hpp"

namespace mpitcheck {
namespace {

constexpr std::size_t calls_kept = 8;

/// The signal that ended the command, 0 if none did. Launchers pass it on as 128 + signal.
int ending_signal(const Ending& ending, bool launched) {
  if (WIFSIGNALED(ending.wait_status)) return WTERMSIG(ending.wait_status);
  if (!launched || !WIFEXITED(ending.wait_status)) return 0;
  const int code = WEXITSTATUS(ending.wait_status);
  return code > 128 && code < 128 + 65 ? code - 128 : 0;
}

std::string first_line(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "no output";
  text.remove_prefix(begin);
  return std::string(text.substr(0, std::min<std::size_t>(text.find('\n'), 300)));
}

class Judge {
 public:
  Judge(const Trial& trial, TestResult& result) : trial_(trial), result_(result) {}

  void run() {
    result_.verdict = Verdict::not_applicable;
    merge_records(trial_.evidence, trial_.mpi_version, result_);
    if (const std::string obstacle = obstacle_to_judging(); !obstacle.empty()) {
      conclude(Verdict::error, obstacle);
    } else {
      for (std::size_t rank = 0; rank < trial_.evidence.ranks.size(); ++rank) judge_rank(rank);
      charge_to(charged_by_end_);
      note_leftovers();
    }
    set_level();
  }

 private:
  const Trial& trial_;
  TestResult& result_;

  const Ending& ending() const { return *trial_.ending; }
  int signal() const { return ending_signal(ending(), trial_.launched); }

  std::string rank_prefix(std::size_t rank) const {
    return trial_.np > 1 ? fmt::format("rank {}: ", rank) : std::string();
  }

  /// Takes over a verdict if it is worse than what is known; the message goes with the worst.
  void conclude(Verdict verdict, const std::string& message) {
    if (verdict > result_.verdict || (verdict == result_.verdict && result_.message.empty())) {
      result_.verdict = verdict;
      result_.message = message;
    }
  }

  /// Processes that are not the ranks of this test; empty if there are none.
  std::string stranger_among_ranks() const {
    if (!trial_.evidence.stray.empty()) {
      return fmt::format("result file {} is of no rank of this test", trial_.evidence.stray);
    }
    for (std::size_t i = 0; i < trial_.evidence.ranks.size(); ++i) {
      const RankEvidence& rank = trial_.evidence.ranks[i];
      if (rank.begins > 1) {
        return fmt::format("{} processes took themselves for rank {}", rank.begins, i);
      }
      if (rank.begins == 1 && rank.np != trial_.np) {
        return fmt::format("rank {} saw {} processes instead of {}", i, rank.np, trial_.np);
      }
    }
    return {};
  }

  /// What makes it impossible to say anything about the target; empty if nothing does.
  std::string obstacle_to_judging() const {
    if (!trial_.ending) return "the test's supervisor was ended from outside";
    if (ending().start_error != 0) {
      return fmt::format("cannot be started: {}", std::strerror(ending().start_error));
    }
    if (const std::string stranger = stranger_among_ranks(); !stranger.empty()) {
      return stranger + (trial_.launched ? ": is the launcher that of this MPI?" : "");
    }
    const auto has_begun = [](const RankEvidence& rank) { return rank.has_file; };
    const auto& ranks = trial_.evidence.ranks;
    if (std::any_of(ranks.begin(), ranks.end(), has_begun) || ending().timed_out || signal() != 0) {
      return {};
    }
    const int code = WEXITSTATUS(ending().wait_status);
    if (trial_.launched && code != 0) {
      return fmt::format("the launcher started nothing (exit code {}): {}", code,
                         first_line(trial_.output));
    }
    if (code == protocol::exit_usage || code == 126 || code == 127) {
      return fmt::format("the test program did not start (exit code {}): {}", code,
                         first_line(trial_.output));
    }
    return {};
  }

  void judge_rank(std::size_t index) {
    const RankEvidence& rank = trial_.evidence.ranks[index];
    const bool whole = rank.end.has_value() && rank.defect.empty();
    const bool ended_hard = ending().timed_out || signal() != 0;
    if (!whole && (ended_hard || rank.defect.empty())) {
      judge_incomplete(index);
    } else if (!rank.defect.empty()) {
      conclude(Verdict::error, "result file " + rank.defect);
    } else if (rank.cut_short && !ended_hard) {
      conclude(Verdict::error,
               fmt::format("result file {}.jsonl: its last line is cut short", index));
    } else {
      judge_whole(index);
    }
  }

  /// The rank gave its verdict. It stands, unless it is better than its own records allow.
  void judge_whole(std::size_t index) {
    const RankEvidence& rank = trial_.evidence.ranks[index];
    const End& end = *rank.end;
    Verdict verdict = end.verdict;
    bool examined = false;
    for (const Examination& examination : end.examinations) {
      examined = examined || examination.examined > 0;
      if (examination.offenders > 0)
        verdict = std::max(verdict, verdict_of_offence(level_of(examination.clause)));
    }
    for (const Failure& failure : rank.failures) {
      verdict = std::max(verdict, verdict_of_offence(level_of(failure.clause)));
      if (failure.crash) charge_to({failure.clause});
    }
    if (verdict == Verdict::pass && !examined) verdict = Verdict::vacuous;
    conclude(verdict, end.message.empty() ? std::string() : rank_prefix(index) + end.message);
    note_teardown(index);
  }

  /// "in MPI_T_x(..)", "after MPI_T_x(..)", or nothing known.
  static std::string place(const RankEvidence& rank) {
    if (!rank.progress || rank.progress->call.empty()) return "before its first call";
    return (rank.progress->in_call ? "in " : "after ") + rank.progress->call;
  }

  std::string how_it_ended() const {
    if (ending().timed_out) return fmt::format("no end within {:g} s", trial_.time_limit);
    if (ending().memory != 0) {
      return fmt::format("SIGKILL for taking {} MiB of memory (--memory)", ending().memory >> 20U);
    }
    if (signal() != 0) return signal_name(signal());
    return fmt::format("exit code {}", WEXITSTATUS(ending().wait_status));
  }

  /// Whether a rank that did not end in time still moved.
  std::string pace(std::size_t index) const {
    const Movement movement = ending().timed_out && index < most_ranks_watched
                                  ? ending().movement[index]
                                  : Movement::unknown;
    if (movement == Movement::unknown) return {};
    return fmt::format("; {} in the last {:g} s",
                       movement == Movement::none ? "stuck: nothing moved" : "slow: still moving",
                       ending().watched);
  }

  /// The rank gave no verdict: the way it ended is the verdict.
  void judge_incomplete(std::size_t index) {
    const RankEvidence& rank = trial_.evidence.ranks[index];
    Verdict verdict = Verdict::early_exit;
    if (ending().timed_out) {
      verdict = Verdict::timeout;
    } else if (signal() != 0) {
      verdict = Verdict::crash;
    }
    // Of several ranks without verdict, one that is inside a call is the likeliest cause.
    const bool in_call = rank.progress && rank.progress->in_call;
    if (verdict < result_.verdict || (verdict == result_.verdict && (cause_in_call_ || !in_call))) {
      return;
    }
    cause_in_call_ = in_call;
    result_.cut_off = true;
    result_.verdict = verdict;
    std::string what = how_it_ended() + " " + place(rank) + pace(index);
    if (verdict == Verdict::early_exit) {
      what = "left without a verdict: " + what;
      if (!rank.has_file) what += ", no result file";
      if (rank.cut_short) what += ", last record cut short";
    }
    result_.message = rank_prefix(index) + what;
    charge(index, what);
  }
  bool cause_in_call_ = false;

  void charge_to(const std::vector<std::string>& clauses) {
    auto& charged = result_.charged;
    for (const std::string& clause : clauses) {
      if (!contains(charged, clause)) charged.push_back(clause);
    }
  }

  /// Charges the end of a rank to the clause it was examining, if that can be believed, else to
  /// the only one there is; of several nobody knows which.
  void charge(std::size_t index, const std::string& what) {
    const auto& progress = trial_.evidence.ranks[index].progress;
    const auto& cited = trial_.test.clauses;
    const bool known = progress && contains(cited, progress->clause);
    charged_by_end_.clear();
    if (known) {
      charged_by_end_ = {progress->clause};
    } else if (cited.size() == 1) {
      charged_by_end_ = cited;
    }
    Failure failure;
    if (!charged_by_end_.empty()) failure.clause = charged_by_end_.front();
    failure.level = strictest_level(charged_by_end_.empty() ? cited : charged_by_end_);
    annotate_if_known(failure);
    failure.fact = {"", "", Relation::survives, {}, how_it_ended()};
    if (progress && progress->in_call) {
      failure.fact->function = function_of(progress->call);
    }
    failure.expected = "the test runs to its end";
    failure.actual = what;
    failure.rank = static_cast<int>(index);
    if (progress) {
      failure.phase = progress->phase;
      const auto& calls = progress->calls;
      const auto first =
          calls.end() - static_cast<std::ptrdiff_t>(std::min(calls.size(), calls_kept));
      failure.calls.assign(first, calls.end());
      if (progress->in_call) failure.calls.push_back(progress->call + " = (no return)");
    }
    if (charge_ != no_charge) {
      result_.failures[charge_] = std::move(failure);
    } else {
      charge_ = result_.failures.size();
      result_.failures.push_back(std::move(failure));
    }
  }
  static constexpr std::size_t no_charge = static_cast<std::size_t>(-1);
  std::vector<std::string> charged_by_end_;
  std::size_t charge_ = no_charge;  // where the failure for the charge lies

  void annotate_if_known(Failure& failure) const {
    if (!failure.clause.empty()) annotate(failure, trial_.mpi_version);
  }

  void note_teardown(std::size_t index) {
    const RankEvidence& rank = trial_.evidence.ranks[index];
    const bool ended_hard = ending().timed_out || signal() != 0;
    if (!rank.closed) {
      result_.notes.push_back(fmt::format("teardown: {}{} {}{}", rank_prefix(index), how_it_ended(),
                                          place(rank), pace(index)));
    } else if (ended_hard && index == 0) {
      result_.notes.push_back("after teardown: " + how_it_ended());
    } else if (!trial_.launched) {
      const int code = WEXITSTATUS(ending().wait_status);
      if (code != protocol::exit_passed && code != protocol::exit_failed &&
          code != protocol::exit_skipped && code != protocol::exit_error) {
        result_.notes.push_back("after teardown: " + how_it_ended());
      }
    }
  }

  void note_leftovers() {
    if (ending().left_behind > 0 && !ending().timed_out) {
      const std::string_view names(ending().left_names,
                                   ::strnlen(ending().left_names, sizeof ending().left_names));
      result_.notes.push_back(fmt::format("left {} process{} behind ({}), which had to be ended",
                                          ending().left_behind,
                                          ending().left_behind == 1 ? "" : "es", names));
    }
    if (ending().unkillable > 0) {
      result_.notes.push_back(
          fmt::format("{} of its processes could not be ended", ending().unkillable));
    }
  }

  void set_level() {
    std::vector<std::string> broken = result_.charged;
    for (const Failure& failure : result_.failures) {
      if (!failure.clause.empty()) broken.push_back(failure.clause);
    }
    for (const Examination& examination : result_.examinations) {
      if (examination.offenders > 0) broken.push_back(examination.clause);
    }
    result_.level = strictest_level(broken.empty() ? trial_.test.clauses : broken);
  }
};

}  // namespace

void judge(const Trial& trial, TestResult& result) { Judge(trial, result).run(); }

}  // namespace mpitcheck
