// SPDX-License-Identifier: BSD-3-Clause
// The generated tables and their evaluation.
#include "conformance/suite/grid/table.hpp"

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::grid {
namespace {

template <class... Args, std::size_t... I>
int make_of(const Function<int(Args...)>& function, [[maybe_unused]] const Word* words,
            std::index_sequence<I...>) {
  return function(value_of<Args>(words[I])...);
}

template <class... Args>
int make(const Function<int(Args...)>& function, const Word* words) {
  return make_of(function, words, std::index_sequence_for<Args...>());
}

template <class Argument>
constexpr Output output_of() {
  if constexpr (!std::is_pointer_v<Argument>) return Output::none;
  if constexpr (std::is_same_v<Argument, int*>) return Output::number;
  if constexpr (std::is_same_v<Argument, MPI_Info*>) return Output::object;
  return Output::other;
}

template <class... Args>
std::vector<Output> outputs_of(const Function<int(Args...)>& /*function*/) {
  return {output_of<Args>()...};
}

const Callee callees[] = {
#define MPITCHECK_GRID_FUNCTION(function, of_output, ...)                                   \
  {#function, of_output, {__VA_ARGS__}, outputs_of(call::function), [](const Word* words) { \
     return make(call::function, words);                                                    \
   }},
#include "mpitcheck/grid.inc"
};

constexpr Cell all_cells[] = {
#define MPITCHECK_GRID_CELL(of, function, parameter, kind, name, rule, clause, before, fails, \
                            codes, undefined)                                                 \
  {of, #function, parameter, Kind::kind, name, rule, clause, before, fails, codes, undefined},
#include "mpitcheck/grid.inc"
};

constexpr State all_states[] = {
#define MPITCHECK_GRID_STATE(name, up, cells, other, steps, way, good, init, finalize, codes, \
                             plainer)                                                         \
  {name, up, cells, other, steps, way, good, init, finalize, codes, plainer},
#include "mpitcheck/grid.inc"
};

}  // namespace

const State& state_named(std::string_view name) {
  const auto found = std::ranges::find(all_states, name, &State::name);
  if (found == std::end(all_states)) throw std::logic_error(join("no state ", name));
  return *found;
}

// The cells of a list are adjacent.
std::span<const Cell> cells_of(const State& state) {
  const auto* const first = std::ranges::find(all_cells, state.cells, &Cell::of);
  const auto last = std::find_if(first, std::end(all_cells),
                                 [&](const Cell& cell) { return cell.of != state.cells; });
  return {first, last};
}

const Callee& Cell::callee() const { return *std::ranges::find(callees, function, &Callee::name); }

std::string Cell::id() const { return join(function, "/", name); }

std::string Cell::label() const {
  std::string text = join(function, ", ", name);
  std::ranges::replace(text, ':', ' ');
  return text;
}

bool Cell::is_last() const {
  return function == "MPI_T_init_thread" || function == "MPI_T_finalize";
}

std::optional<Clause> clause_of(const Cell& cell, const State& state, Version version) {
  const auto if_applies = [&](const std::optional<Clause>& clause) {
    return clause && applies(data(*clause), version) ? clause : std::nullopt;
  };
  switch (cell.rule) {
    case Rule::state:
      return if_applies(cell.clause && state.plainer.empty() ? cell.clause : state.good);
    case Rule::init:
      return if_applies(state.init);
    case Rule::finalize:
      return if_applies(state.finalize);
    case Rule::fixed:
      break;
  }
  const auto clause = if_applies(cell.clause);
  return clause ? clause : if_applies(cell.before);
}

std::vector<int> allowed_codes(const Cell& cell, const State& state) {
  std::vector<int> codes;
  for (const std::string_view name :
       words_of(cell.rule == Rule::init ? state.init_codes : cell.codes)) {
    // mpi.h may lack a code of a later version.
    if (name == "MPI_SUCCESS") {
      codes.push_back(MPI_SUCCESS);
    } else if (const auto code = constant(name)) {
      codes.push_back(*code);
    }
  }
  return codes;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace mpitcheck::grid
