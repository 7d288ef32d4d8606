// SPDX-License-Identifier: BSD-3-Clause
// Several threads use one handle. The last start or stop determines its state. Values are written
// and read as a whole.
#include <algorithm>

#include "stress/control/control.hpp"
#include "stress/history/history.hpp"
#include "stress/history/order.hpp"
#include "stress/traffic/sums.hpp"

namespace mpitcheck::stress {
namespace {

constexpr int switches_per_round = 2000;  // enough for threads to overlap at the end
constexpr int messages_after_sharing = 3;

MPITCHECK_TEST(
    "stress.handle.last-switch-counts",
    "After starts and stops of one handle by several threads the last call determines its state.",
    cites(clause::init_provided_governs_mpit_calls, clause::pvar_stop_freezes), needs::nothing) {
  SumFixture fixture(t);
  const Control& control = fixture.control;
  const PvarCalls& pvar = fixture.pvar;
  const std::vector<TrafficSum>& sums = fixture.sums;
  Workers& workers = fixture.workers;
  Tickets tickets;
  Histories<Switch> histories(static_cast<std::size_t>(control.threads));
  std::uint64_t unclear = 0;
  std::size_t round = 0;
  t.examining(clause::init_provided_governs_mpit_calls);
  for (const Deadline deadline(control.seconds); !deadline.over(); ++round) {
    const TrafficSum& sum = sums[round % sums.size()];
    const PvarSession session;
    const PvarHandle handle(session, sum.pvar);
    team(control.threads, "MPI_T_pvar_start and MPI_T_pvar_stop of one handle", [&](int thread) {
      History<Switch>& history = histories[static_cast<std::size_t>(thread)];
      history.clear();
      for (int i = 0; i < switches_per_round; ++i) {
        const bool starts = workers[thread].roll(2) == 0;
        const std::uint64_t begin = tickets.draw();
        const int code = (starts ? pvar.start : pvar.stop)(session.get(), handle.get());
        // The standard does not define the code if the handle is already in the wanted state.
        if (code != MPI_T_ERR_PVAR_NO_STARTSTOP) {
          workers[thread].did(starts ? "MPI_T_pvar_start" : "MPI_T_pvar_stop", code);
        }
        history.add({starts, {begin, tickets.draw()}});
      }
    });
    std::vector<Switch> all;
    for (const History<Switch>& history : histories) {
      all.insert(all.end(), history.entries().begin(), history.entries().end());
    }
    const State state = state_after(all);
    if (state == State::unknown) {
      ++unclear;
      continue;
    }
    const auto read = [&] {
      Word word;
      workers[0].did("MPI_T_pvar_read", pvar.read(session.get(), handle.get(), word.bytes));
      return word.number(sum.counted);
    };
    const bool ever_started =
        std::any_of(all.begin(), all.end(), [](const Switch& it) { return it.starts; });
    if (!ever_started) continue;
    const std::uint64_t before = read();
    workers[0].messages_to_self().exchange(messages_after_sharing);
    const std::uint64_t gain = (read() - before) & sum.counted.mask;
    if (state == State::stopped) {
      t.check(clause::pvar_stop_freezes, sum,
              number_is("gain after the last stop", gain, Relation::one_of, std::uint64_t{0})
                  .of("MPI_T_pvar_read"));
    } else if (sum.counted.exact) {
      const std::uint64_t due = messages_after_sharing * sum.counted.per_message;
      t.check(clause::init_provided_governs_mpit_calls, sum,
              number_is("gain after the last start", gain, Relation::one_of, due)
                  .of("MPI_T_pvar_read"));
    }
  }
  t.measured("rounds", std::to_string(round));
  t.measured("rounds without a last call", std::to_string(unclear));
  if (unclear == round) t.missing("a round whose last call is known");
  workers.judge_codes(t, clause::init_provided_governs_mpit_calls);
}

// A number with two equal halves, so that a mix of two numbers can be detected.
std::uint64_t mark(std::uint64_t number) { return number | number << 32U; }

bool holds_what_is_written(const TrafficSum& sum, const PvarCalls& pvar) {
  const PvarSession session;
  const PvarHandle handle(session, sum.pvar);
  handle.run();
  handle.halt();
  for (const std::uint64_t value : {mark(0x7ffffff1), mark(3)}) {
    Word word;
    if (pvar.write(session.get(), handle.get(), &value) != MPI_SUCCESS ||
        pvar.read(session.get(), handle.get(), word.bytes) != MPI_SUCCESS ||
        word.number(sum.counted) != value) {
      return false;
    }
  }
  return true;
}

MPITCHECK_TEST("stress.handle.whole-values",
               "Threads that write and read one stopped handle read values that were written, "
               "whole and in order.",
               cites(clause::init_provided_governs_mpit_calls, clause::pvar_read_delivers_value),
               needs::nothing) {
  SumFixture fixture(t);
  fixture.keep(
      [&](const TrafficSum& sum) {
        return sum.counted.mask == ~std::uint64_t{0} && holds_what_is_written(sum, fixture.pvar);
      },
      "a writable sum of 8 bytes that can be stopped");
  const Control& control = fixture.control;
  const PvarCalls& pvar = fixture.pvar;
  const std::vector<TrafficSum>& sums = fixture.sums;
  Workers& workers = fixture.workers;
  Tickets tickets;
  Histories<Access> histories(static_cast<std::size_t>(control.threads));
  std::size_t round = 0;
  t.examining(clause::pvar_read_delivers_value);
  for (const Deadline deadline(control.seconds); !deadline.over(); ++round) {
    const TrafficSum& sum = sums[round % sums.size()];
    const PvarSession session;
    const PvarHandle handle(session, sum.pvar);
    handle.run();
    handle.halt();
    const std::uint64_t initial = mark(0x7fffffff);
    workers[0].did("MPI_T_pvar_write", pvar.write(session.get(), handle.get(), &initial));
    team(control.threads, "MPI_T_pvar_write and MPI_T_pvar_read of one handle", [&](int thread) {
      Worker& worker = workers[thread];
      History<Access>& history = histories[static_cast<std::size_t>(thread)];
      history.clear();
      std::uint64_t next = static_cast<std::uint64_t>(thread) << 20U;
      while (!history.full() && !deadline.over()) {
        Access access{worker.roll(3) == 0, 0, {tickets.draw(), 0}};
        if (access.writes) {
          access.value = mark(++next);
          worker.did("MPI_T_pvar_write", pvar.write(session.get(), handle.get(), &access.value));
        } else {
          Word word;
          worker.did("MPI_T_pvar_read", pvar.read(session.get(), handle.get(), word.bytes));
          access.value = word.number(sum.counted);
        }
        access.span.end = tickets.draw();
        history.add(access);
      }
    });
    std::vector<Access> all;
    for (const History<Access>& history : histories) {
      all.insert(all.end(), history.entries().begin(), history.entries().end());
    }
    judge(t, clause::pvar_read_delivers_value, sum.label(), check_whole_values(all, initial),
          "MPI_T_pvar_read");
  }
  t.measured("rounds", std::to_string(round));
  workers.judge_codes(t, clause::init_provided_governs_mpit_calls);
}

}  // namespace
}  // namespace mpitcheck::stress
