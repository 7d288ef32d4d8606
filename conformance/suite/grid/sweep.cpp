// SPDX-License-Identifier: BSD-3-Clause
// Sweeps: children write their results into memory that they share with their parents.
#include "conformance/suite/grid/sweep.hpp"

#include <new>
#include <span>
#include <stdexcept>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/calls/return_codes.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/forks.hpp"
#include "conformance/harness/process/shared.hpp"
#include "conformance/suite/grid/bench.hpp"
#include "conformance/suite/grid/way.hpp"

namespace mpitcheck::grid {
namespace {

constexpr int most_deaths = 60;  // after so many a sweep is abandoned

class Board {
 public:
  struct Head {
    Arrival arrival;
    std::size_t next;  // the first cell that was not tried
    bool comes_again;  // forking fails in this state: another process must go there
    char lack[256];
  };

  explicit Board(std::size_t cells) : cells_(cells), page_(share(size())) {
    new (page_) Head{};
    for (std::size_t i = 0; i < cells; ++i) new (static_cast<void*>(first() + i)) Seen;
  }
  ~Board() { unshare(page_); }
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  [[nodiscard]] Head& head() const { return *static_cast<Head*>(page_); }
  [[nodiscard]] std::span<Seen> seen() const { return {first(), cells_}; }

 private:
  [[nodiscard]] std::size_t size() const { return sizeof(Head) + cells_ * sizeof(Seen); }
  [[nodiscard]] Seen* first() const {
    return reinterpret_cast<Seen*>(static_cast<char*>(page_) + sizeof(Head));
  }

  std::size_t cells_;
  void* page_;
};

Outcome try_cell(const Cell& cell, const State& state, const Objects& objects, Seen& seen) {
  try {
    const Answer answer = make_call(cell, state, objects);
    seen.code = answer.code;
    seen.odd = answer.odd;
    if (state.up && !cell.is_last()) seen.canary = canary();
  } catch (const FunctionMissing&) {
    return is_withheld(cell.function) ? Outcome::none : Outcome::absent;
  } catch (const NotCalled&) {
    return Outcome::lost;
  } catch (const CannotGoOn&) {
    return Outcome::none;
  }
  const bool held = is_allowed(cell, state, seen.code) && seen.odd.what == Odd::nothing &&
                    seen.canary == MPI_SUCCESS;
  return held ? Outcome::held : Outcome::broken;
}

// In a child: tries cells up to one that must be the last, or that crashes.
void try_from(std::size_t first, const Cells& cells, const State& state, const Objects& objects,
              const Board& board) {
  for (std::size_t i = first; i < cells.size(); ++i) {
    if (cells[i]->is_last() && i != first) return;
    Seen& seen = board.seen()[i];
    seen = {Outcome::lost, 0, true, {}, 0};
    board.head().next = i + 1;
    const Outcome outcome = try_cell(*cells[i], state, objects, seen);
    seen.died = false;
    seen.outcome = outcome;
    if (cells[i]->is_last()) return;
  }
}

bool answers(const State& state) {
  const ChildResult child = in_child([&](int out) {
    as_caller(state, [&] {
      try {
        if (canary() == MPI_SUCCESS) write_all(out, "yes");
      } catch (const NotCalled&) {
        write_all(out, "yes");  // in quarantine: reported elsewhere
      }
    });
  });
  return child.output == "yes";
}

// Marks the remaining cells as lost.
void give_up(const Cells& cells, const Board& board) {
  Board::Head& head = board.head();
  for (; head.next < cells.size(); ++head.next) board.seen()[head.next].outcome = Outcome::lost;
}

// If forking fails, each process that arrives here tries cells until it must end.
void try_here(const Cells& cells, const State& state, const Board& board) {
  Board::Head& head = board.head();
  head.comes_again = true;
  as_caller(state, [&] {
    if (state.up && head.next == 0 && canary() != MPI_SUCCESS) {
      head.arrival = Arrival::dead;
      return;
    }
    head.arrival = Arrival::alive;
    try_from(head.next, cells, state, state.up ? find_objects() : Objects{}, board);
  });
}

void try_all(const Cells& cells, const State& state, const Board& board) {
  Board::Head& head = board.head();
  if (!can_fork()) return try_here(cells, state, board);
  if (state.up && !answers(state)) {
    head.arrival = Arrival::dead;
    return;
  }
  head.arrival = Arrival::alive;
  const Objects objects = state.up ? find_objects() : Objects{};
  int deaths = 0;
  while (head.next < cells.size() && deaths < most_deaths) {
    const std::size_t first = head.next;
    in_child(
        [&](int) { as_caller(state, [&] { try_from(first, cells, state, objects, board); }); });
    if (head.next == first) ++head.next;  // no child tried anything
    if (board.seen()[head.next - 1].died) ++deaths;
  }
  give_up(cells, board);
}

// In a child: goes to the state, and tries cells.
void go_and_try(const Cells& cells, const State& state, const Board& board) {
  try {
    go(state, [&] { try_all(cells, state, board); });
  } catch (const std::runtime_error& lack) {            // CannotGoOn, NotCalled
    if (board.head().arrival != Arrival::died) return;  // it had arrived
    board.head().arrival = Arrival::refused;
    const std::string_view text = lack.what();
    text.copy(board.head().lack, sizeof board.head().lack - 1);
  }
}

void adopt_code(const Cell& cell, const Seen& seen) {
  if (seen.is_answer()) ReturnCodes::instance().add(cell.function, seen.code);
}

}  // namespace

std::string_view name_of(Outcome outcome) {
  constexpr std::string_view names[] = {"none", "held", "broken", "lost", "undefined", "absent"};
  return names[static_cast<std::size_t>(outcome)];
}

Swept sweep(const State& state, const Cells& cells) {
  const Board board(cells.size());
  Board::Head& head = board.head();
  std::size_t first = 0;
  int deaths = 0;
  do {
    first = head.next;
    in_child([&](int) { go_and_try(cells, state, board); });
    if (head.next > first && board.seen()[head.next - 1].died) ++deaths;
    Recorder::instance().call_is_lost();
  } while (head.comes_again && head.next > first && head.next < cells.size() &&
           deaths < most_deaths);
  if (head.comes_again && head.arrival == Arrival::alive) give_up(cells, board);
  const std::span<const Seen> seen = board.seen();
  for (std::size_t i = 0; i < cells.size(); ++i) adopt_code(*cells[i], seen[i]);
  return {head.arrival, head.lack, head.comes_again, {seen.begin(), seen.end()}};
}

Seen seen_alone(const Cell& cell, const State& state) {
  const Board board(1);
  Seen& seen = board.seen().front();
  seen = {Outcome::lost, 0, true, {}, 0};
  const protocol::ProgressPage page = Progress::instance().page();
  in_child([&](int) {
    go(state, [&] {
      as_caller(state, [&] {
        const Objects objects = state.up ? find_objects() : Objects{};
        seen.outcome = try_cell(cell, state, objects, seen);
        seen.died = false;
      });
    });
  });
  if (seen.died) Progress::instance().page() = page;
  adopt_code(cell, seen);
  return seen;
}

}  // namespace mpitcheck::grid
