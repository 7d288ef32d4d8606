// SPDX-License-Identifier: BSD-3-Clause
// The grid's tables, which clausegen makes from conformance/clauses/grid: cells, states, and the
// functions as words, so that arguments of all prototypes are made in one way.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/clauses/clause_key.hpp"

namespace mpitcheck::grid {

enum class Role {
#define MPITCHECK_GRID_ROLE(role) role,
#include "mpitcheck/grid.inc"
};

/// Class of argument.
enum class Kind {
#define MPITCHECK_GRID_CLASS(kind) kind,
#include "mpitcheck/grid.inc"
};

/// The clause by which a cell is judged: its own, or one of the state's.
enum class Rule { fixed, state, init, finalize };

/// Holds any argument: no prototype has a larger one.
using Word = std::uint64_t;

template <class Value>
Word word_of(const Value& value) {
  static_assert(sizeof value <= sizeof(Word));
  Word word = 0;
  std::memcpy(&word, &value, sizeof value);
  return word;
}

template <class Value>
Value value_of(Word word) {
  static_assert(sizeof(Value) <= sizeof word);
  Value value;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

struct Parameter {
  Role role;
  std::string_view name;
};

/// The target of a pointer argument.
enum class Output { none, number, object, other };

struct Callee {
  std::string_view name;
  std::optional<Clause> of_output;  // the rule that its number never falls, or of `provided`
  std::vector<Parameter> parameters;
  std::vector<Output> outputs;  // of its parameters
  int (*make)(const Word* words);
};

/// One call with a class of argument. `parameter` is the index of the one that is not good; -1: all
/// are good, or the class is about the whole call.
struct Cell {
  std::string_view of;  // states with those cells: "up"
  std::string_view function;
  int parameter;
  Kind kind;
  std::string_view name;  // "handle:stale"
  Rule rule;
  // For the state's rule: the clause in states without a plainer one. `before` is for versions
  // without `clause`.
  std::optional<Clause> clause, before;
  bool fails;                  // any code but MPI_SUCCESS is allowed
  std::string_view codes;      // otherwise these, separated by blanks
  std::string_view undefined;  // why the call is never made; empty: it is made

  [[nodiscard]] const Callee& callee() const;
  /// "MPI_T_cvar_read/handle:stale"
  [[nodiscard]] std::string id() const;
  /// "MPI_T_cvar_read, handle stale": for people.
  [[nodiscard]] std::string label() const;
  /// The call initializes or finalizes the interface: it is the last one in its process.
  [[nodiscard]] bool is_last() const;
};

/// A way to initialize and finalize the interface and MPI, and the clauses for calls there.
struct State {
  std::string_view name;
  bool up;
  std::string_view cells;  // which cells are called there: "up"
  bool other_thread;       // calls are made by another thread than the steps
  std::string_view steps;  // separated by blanks
  Clause way;              // is broken if the steps end the process
  std::optional<Clause> good, init, finalize;
  std::string_view init_codes;
  std::string_view plainer;  // names of states; a failure that also occurs there is charged there

  /// The steps, for people.
  [[nodiscard]] std::string label() const { return steps.empty() ? "nothing" : std::string(steps); }
};

/// The name must be that of a state.
const State& state_named(std::string_view name);
/// The cells of the state, also those that are never called.
std::span<const Cell> cells_of(const State& state);

/// The clause by which a cell is judged in a state; nothing if that version defines none.
std::optional<Clause> clause_of(const Cell& cell, const State& state, Version version);
/// The allowed codes; empty for a cell that fails.
std::vector<int> allowed_codes(const Cell& cell, const State& state);

/// The words of a text, separated by blanks.
std::vector<std::string_view> words_of(std::string_view text);

}  // namespace mpitcheck::grid
