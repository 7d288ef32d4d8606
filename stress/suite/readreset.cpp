// SPDX-License-Identifier: BSD-3-Clause
// Several threads read and reset one handle while all of them send.
#include "stress/control/control.hpp"
#include "stress/history/counting.hpp"
#include "stress/history/history.hpp"
#include "stress/traffic/sums.hpp"

namespace mpitcheck::stress {
namespace {

constexpr double share_of_readreset_round =
    0.1;  // of the duration: several rounds use several variables

/// A handle from which all threads take, with a witness in another session.
class SharedSum {
 public:
  explicit SharedSum(const TrafficSum& sum)
      : sum_(sum), witness_(elsewhere_, sum.pvar), handle_(session_, sum.pvar) {
    handle_.run();
    most_from_ = sum_.shown_by(witness_);
    take();
    least_from_ = sum_.shown_by(witness_);
  }

  /// Takes the handle's value until nothing is left. For one thread.
  std::uint64_t take() {
    Word word;
    const int code = call::MPI_T_pvar_readreset(session_.get(), handle_.get(), word.bytes);
    if (code != MPI_SUCCESS) throw CannotGoOn("a readreset that succeeds");
    return word.number(sum_.counted);
  }

  /// Bounds of the gain so far. Call gained_least() before, and gained_most() after the last
  /// take().
  [[nodiscard]] std::uint64_t gained_least() const { return gained_since(least_from_); }
  [[nodiscard]] std::uint64_t gained_most() const { return gained_since(most_from_); }

  [[nodiscard]] MPI_T_pvar_session session() const { return session_.get(); }
  [[nodiscard]] MPI_T_pvar_handle handle() const { return handle_.get(); }

 private:
  [[nodiscard]] std::uint64_t gained_since(std::uint64_t earlier) const {
    return (sum_.shown_by(witness_) - earlier) & sum_.counted.mask;
  }

  const TrafficSum& sum_;
  PvarSession elsewhere_;
  Witness witness_;
  PvarSession session_;
  PvarHandle handle_;
  std::uint64_t most_from_ = 0, least_from_ = 0;
};

void measure(Test& t, const PvarCalls& pvar, const TrafficSum& sum,
             History<std::uint64_t>& history) {
  const SharedSum shared(sum);
  Word word;
  const auto take = [&] { pvar.readreset(shared.session(), shared.handle(), word.bytes); };
  measure_overhead(t, take, [&] {
    take();
    if (history.full()) history.clear();
    history.add(word.number(sum.counted));
  });
}

MPITCHECK_TEST("stress.readreset.partition",
               "The values that several threads take from one sum by readreset add up to its gain.",
               cites(clause::pvar_readreset_combines, clause::pvar_class_counter_step),
               needs::nothing) {
  SumFixture fixture(t);
  fixture.keep([](const TrafficSum& sum) { return sum.pvar.atomic != 0; },
               std::string(traffic_sum) + ", with readreset");
  const Control& control = fixture.control;
  const PvarCalls& pvar = fixture.pvar;
  const std::vector<TrafficSum>& sums = fixture.sums;
  Workers& workers = fixture.workers;
  Histories<std::uint64_t> histories(static_cast<std::size_t>(control.threads));
  measure(t, pvar, sums.front(), histories.front());
  t.examining(clause::pvar_readreset_combines);
  std::size_t round = 0;
  for (const Deadline deadline(control.seconds); !deadline.over(); ++round) {
    const TrafficSum& sum = sums[round % sums.size()];
    SharedSum shared(sum);
    const std::uint64_t sent_before = workers.messages().done;
    const Deadline end_of_round(control.seconds * share_of_readreset_round);
    team(control.threads, "MPI_T_pvar_readreset of one handle, and messages", [&](int thread) {
      Worker& worker = workers[thread];
      History<std::uint64_t>& history = histories[static_cast<std::size_t>(thread)];
      history.clear();
      Word word;
      while (!history.full() && !end_of_round.over()) {
        if (worker.roll(3) == 0) worker.messages_to_self().exchange(worker.roll(2) == 0);
        if (worker.did("MPI_T_pvar_readreset",
                       pvar.readreset(shared.session(), shared.handle(), word.bytes))) {
          history.add(word.number(sum.counted));
        }
      }
    });
    const std::uint64_t sent = workers.messages().done - sent_before;
    const std::uint64_t least = shared.gained_least();
    std::vector<std::uint64_t> taken{shared.take()};
    const std::uint64_t most = shared.gained_most();
    for (const History<std::uint64_t>& history : histories) {
      taken.insert(taken.end(), history.entries().begin(), history.entries().end());
    }
    judge(t, clause::pvar_readreset_combines, sum.label(),
          check_partition(taken, {least, most}, sum.counted.mask), "MPI_T_pvar_readreset");
    if (!sum.counted.exact || sum.pvar.var_class != MPI_T_PVAR_CLASS_COUNTER) continue;
    const std::uint64_t due = (sent * sum.counted.per_message) & sum.counted.mask;
    const auto subject = [&] { return join(sum.label(), " over ", sent, " messages"); };
    const auto check = [&](std::uint64_t gain, Relation relation) {
      return t.check(clause::pvar_class_counter_step, subject,
                     number_is("gain", gain, relation, due).of("MPI_T_pvar_readreset"));
    };
    if (check(least, Relation::at_most)) check(most, Relation::at_least);
  }
  t.measured("rounds", std::to_string(round));
  workers.judge_codes(t, clause::pvar_readreset_combines);
}

}  // namespace
}  // namespace mpitcheck::stress
