// SPDX-License-Identifier: BSD-3-Clause
// Sweeps: children write their results into memory that they share with their parents.
#include "conformance/suite/grid/sweep.hpp"

#include <array>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/calls/return_codes.hpp"
#include "conformance/harness/facts/cannot_go_on.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/forks.hpp"
#include "conformance/harness/process/shared.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/suite/grid/objects.hpp"
#include "conformance/suite/grid/oracle.hpp"
#include "conformance/suite/grid/way.hpp"

namespace mpitcheck::grid {
namespace {

constexpr std::size_t most_cells = 512;  // of a state
constexpr int most_deaths = 60;          // after so many a sweep is abandoned

/// The results, shared with children.
struct Board {
  Arrival arrival = Arrival::died;
  bool comes_again = false;  // another process must go there for the next cells
  std::size_t next = 0;      // the first cell that was not tried
  int deaths = 0;
  std::array<Seen, most_cells> seen;
};

bool responds(const State& state) {
  const auto answers = ask_each(1, [&](std::size_t) {
    bool is_right = false;
    as_caller(state, [&] {
      try {
        is_right = !wrong_response();
      } catch (const NotCalled&) {
        is_right = true;  // in quarantine: reported elsewhere
      }
    });
    return is_right ? 1 : 0;
  });
  return answers[0] == 1;
}

Outcome outcome_of(const Cell& cell, const State& state, const Objects& objects, Seen& seen) {
  bool held = true;
  try {
    judge_call(cell, state, objects, [&](const Judgement& it) {
      seen.code = it.code;
      if (!it.wrong) return;
      held = false;
      // Another state may allow other codes.
      const bool of_code = it.wrong->output == code_output;
      seen.wrong = std::hash<std::string>()(
          join(seen.wrong, of_code ? "" : expected_text(*it.wrong), seen_text(*it.wrong)));
    });
  } catch (const FunctionMissing&) {
    return is_withheld(cell.function) ? Outcome::none : Outcome::absent;
  } catch (const NotCalled&) {
    return Outcome::lost;
  } catch (const CannotGoOn&) {
    return Outcome::none;
  }
  return held ? Outcome::held : Outcome::broken;
}

class Sweep {
 public:
  Sweep(const State& state, const Cells& cells, bool in_forks)
      : state_(state), cells_(cells), in_forks_(in_forks) {
    if (cells.size() > most_cells) throw std::logic_error("a state with too many cells");
  }

  Swept result() {
    std::string lack;
    bool goes_on = true;
    while (goes_on) {
      const std::size_t first = board_->next;
      lack = in_child([&](int out) { go_and_try(out); }).output;
      Recorder::instance().call_is_lost();
      goes_on = board_->comes_again && board_->next > first && has_more();
    }
    if (board_->arrival == Arrival::alive) give_up();
    Swept swept{board_->arrival, lack, board_->comes_again, {}};
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const Seen& seen = board_->seen[i];
      swept.tried.push_back({cells_[i], seen});
      if (seen.is_answer()) ReturnCodes::instance().add(cells_[i]->function, seen.code);
    }
    return swept;
  }

 private:
  [[nodiscard]] bool has_more() const {
    return board_->next < cells_.size() && board_->deaths < most_deaths;
  }

  // In a child: goes to the state, and tries cells. Writes what the library lacks for that.
  void go_and_try(int out) {
    try {
      go(state_, [&] { try_all(); });
    } catch (const std::runtime_error& lack) {       // CannotGoOn, NotCalled
      if (board_->arrival != Arrival::died) return;  // it had arrived
      board_->arrival = Arrival::refused;
      write_all(out, lack.what());
    }
  }

  void try_all() {
    board_->comes_again = !in_forks_ || !can_fork();
    if (state_.up && board_->next == 0 && !responds(state_)) {
      board_->arrival = Arrival::dead;
      return;
    }
    board_->arrival = Arrival::alive;
    const Objects objects = find_objects(state_);
    const auto try_some = [&] { as_caller(state_, [&] { try_until_last(objects); }); };
    if (board_->comes_again) return try_some();
    while (has_more()) {
      const std::size_t first = board_->next;
      in_child([&](int) { try_some(); });
      if (board_->next == first) ++board_->next;  // no child tried anything
    }
  }

  // In a child: tries cells up to one that must be the last, or that crashes.
  void try_until_last(const Objects& objects) {
    for (bool is_first = true; board_->next < cells_.size(); is_first = false) {
      const Cell& cell = *cells_[board_->next];
      if (cell.is_last() && !is_first) return;
      Seen& seen = board_->seen[board_->next++];
      seen = {Outcome::lost, 0, true, 0};
      ++board_->deaths;
      seen.outcome = outcome_of(cell, state_, objects, seen);
      seen.died = false;
      --board_->deaths;
      if (cell.is_last()) return;
    }
  }

  // Marks the remaining cells as lost.
  void give_up() {
    for (; board_->next < cells_.size(); ++board_->next) {
      board_->seen[board_->next].outcome = Outcome::lost;
    }
  }

  const State& state_;
  const Cells& cells_;
  bool in_forks_;
  const std::unique_ptr<Board, void (*)(void*)> board_{new (share(sizeof(Board))) Board, unshare};
};

}  // namespace

std::string_view name_of(Outcome outcome) {
  constexpr std::string_view names[] = {"none", "held", "broken", "lost", "undefined", "absent"};
  return names[static_cast<std::size_t>(outcome)];
}

Swept sweep(const State& state, const Cells& cells, bool in_forks) {
  return Sweep(state, cells, in_forks).result();
}

}  // namespace mpitcheck::grid
