// SPDX-License-Identifier: BSD-3-Clause
// Compares outputs.
#include "conformance/suite/grid/outputs.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/suite/grid/place.hpp"
#include "conformance/suite/grid/way.hpp"

namespace mpitcheck::grid {
namespace {

bool is_one_of(std::string_view function, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(
      parts, [=](std::string_view part) { return function.find(part) != function.npos; });
}

// Whether a repeated query returns the same, except for numbers that may have grown.
bool repeats(std::string_view function) {
  if (function.ends_with("handle_get_info") || function.ends_with("callback_get_info")) {
    return false;  // new info objects each time
  }
  return is_one_of(function, {"_get_num", "_get_info", "_get_index", "_get_item"});
}
bool may_grow(std::string_view function) {
  return is_one_of(function, {"_get_num", "MPI_T_category_get_info"});
}

Odd odd(Odd::What what, std::size_t parameter) { return {what, static_cast<int>(parameter), 0, 0}; }

class Comparison {
 public:
  Comparison(const Cell& cell, const Bench& tried, const Bench& good)
      : cell_(cell), callee_(cell.callee()), tried_(tried), good_(good) {}

  [[nodiscard]] Odd first_odd() const {
    for (std::size_t i = 0; i < callee_.roles.size(); ++i) {
      const Odd found = odd_at(i);
      if (found.what != Odd::nothing) return found;
    }
    return {};
  }

 private:
  [[nodiscard]] Odd odd_at(std::size_t i) const {
    const bool is_spoilt = cell_.parameter == static_cast<int>(i);
    switch (callee_.roles[i]) {
      case Role::text:
        return is_spoilt ? odd_pair(i) : odd_text(i);
      case Role::out:
        return odd_value(i);
      default:
        return {};
    }
  }

  [[nodiscard]] Odd odd_value(std::size_t i) const {
    if (tried_.word(i) == 0 || callee_.outputs[i] == Output::object) return {};
    // This includes datatypes that are ints.
    const bool is_array = parameter_of(cell_, static_cast<int>(i)).starts_with("array_of_");
    if (is_array && !has_number_of_elements()) return {};
    if (callee_.outputs[i] == Output::number && !is_array) {
      return odd_number(i, may_grow(cell_.function));
    }
    return tried_.slot(i) == good_.slot(i) ? Odd{} : odd(Odd::other, i);
  }

  // num_elements is the length of arrays of elements. Without it they are not written.
  [[nodiscard]] bool has_number_of_elements() const {
    for (std::size_t i = 0; i < callee_.roles.size(); ++i) {
      if (parameter_of(cell_, static_cast<int>(i)) == "num_elements") return tried_.word(i) != 0;
    }
    return true;
  }

  [[nodiscard]] Odd odd_number(std::size_t i, bool grows) const {
    const int seen = tried_.number(i);
    const int wanted = good_.number(i);
    if (seen == wanted || (grows && seen < wanted)) return {};
    return {grows ? Odd::more : Odd::number, static_cast<int>(i), seen, wanted};
  }

  // A text with room for all of it, followed by its length.
  [[nodiscard]] Odd odd_text(std::size_t i) const {
    if (tried_.word(i) == 0) return {};
    // If a text fits, its length or the one passed is returned.
    const bool is_length = tried_.word(i + 1) == 0 || tried_.number(i + 1) == size_of(i);
    const Odd length = is_length ? Odd{} : odd_number(i + 1, false);
    if (length.what != Odd::nothing) return length;
    return is_written_as(i, good_.text(i)) ? Odd{} : odd(Odd::text, i);
  }

  [[nodiscard]] Odd odd_pair(std::size_t i) const {
    if (!fits(i)) return {};
    switch (cell_.kind) {
      case Kind::null:
        return odd_length(i);
      case Kind::zero: {
        const Odd length = odd_length(i);
        if (length.what != Odd::nothing) return length;
        // A missing description may have its null there.
        const bool is_as_it_may = untouched_from(i, good_.text(i).empty() ? 1 : 0);
        return is_as_it_may ? Odd{} : odd(Odd::written, i);
      }
      case Kind::one:
        if (tried_.slot(i)[0] != std::byte{0}) return odd(Odd::missing_null, i);
        return untouched_from(i, 1) ? Odd{} : odd(Odd::written, i);
      case Kind::exact:
        if (!is_written_as(i, good_.text(i))) return odd(Odd::text, i);
        return untouched_from(i, good_.text(i).size() + 1) ? Odd{} : odd(Odd::written, i);
      case Kind::null_length:
        return untouched_from(i, 0) ? Odd{} : odd(Odd::written, i);
      default:
        return {};
    }
  }

  // The size of the text that is parameter i, with its null, and whether there was room for it.
  [[nodiscard]] int size_of(std::size_t i) const {
    return static_cast<int>(good_.text(i).size()) + 1;
  }
  [[nodiscard]] bool fits(std::size_t i) const {
    return size_of(i) < static_cast<int>(Bench::room);
  }
  [[nodiscard]] Odd odd_length(std::size_t i) const {
    const int seen = tried_.number(i + 1);
    return seen == size_of(i) ? Odd{} : Odd{Odd::length, static_cast<int>(i) + 1, seen, size_of(i)};
  }
  [[nodiscard]] bool is_written_as(std::size_t i, std::string_view text) const {
    return std::memcmp(tried_.slot(i).data(), text.data(), text.size()) == 0 &&
           tried_.slot(i)[text.size()] == std::byte{0};
  }
  [[nodiscard]] bool untouched_from(std::size_t i, std::size_t first) const {
    return std::all_of(tried_.slot(i).begin() + static_cast<std::ptrdiff_t>(first),
                       tried_.slot(i).end(), [](std::byte each) { return each == untouched; });
  }

  const Cell& cell_;
  const Callee& callee_;
  const Bench& tried_;
  const Bench& good_;
};

const Cell& good_cell_of(std::string_view function) {
  return *std::ranges::find_if(cells(), [=](const Cell& cell) {
    return cell.function == function && cell.kind == Kind::good;
  });
}

// A nested call may leave the argument unchanged (A15).
Odd odd_level(const State& state, const Bench& bench) {
  const int level = bench.number(1);
  const bool is_level = level == MPI_THREAD_SINGLE || level == MPI_THREAD_FUNNELED ||
                        level == MPI_THREAD_SERIALIZED || level == MPI_THREAD_MULTIPLE;
  if (is_level || (state.up && level == filling)) return {};
  return {Odd::level, 1, level, 0};
}

// For functions that count objects.
Odd odd_count(const Cell& cell, const Bench& bench) {
  const auto counter = std::ranges::find(counters(), cell.function, &Counter::function);
  if (counter == counters().end() || cell.kind != Kind::good) return {};
  const int before = numbers_before()[static_cast<std::size_t>(counter - counters().begin())];
  const int now = bench.number(0);
  return now < before ? Odd{Odd::fewer, 0, now, before} : Odd{};
}

Odd odd_output(const Cell& cell, const State& state, const Bench& bench, const Objects& objects) {
  if (cell.function == "MPI_T_init_thread") return odd_level(state, bench);
  if (!repeats(cell.function) || !state.up || cell.kind == Kind::nulls) return {};
  Bench good(good_cell_of(cell.function), objects);
  if (const Odd count = odd_count(cell, bench); count.what != Odd::nothing) return count;
  if (cell.callee().make(good.prepare()) != MPI_SUCCESS) return {};
  return Comparison(cell, bench, good).first_odd();
}

// Passes the current cell to a fault library (conformance/faults/interposer), if one is loaded.
void tell_fault(const char* cell) {
  using Note = void(const char* cell);
  static auto* const note = reinterpret_cast<Note*>(::dlsym(RTLD_DEFAULT, "mpitcheck_grid_cell"));
  if (note != nullptr) note(cell);
}

}  // namespace

Answer make_call(const Cell& cell, const State& state, const Objects& objects) {
  const Place place;  // older than what cells free
  Bench bench(cell, objects);
  bench.prepare();
  const std::string which = join(state.name, "/", cell.id());
  Answer answer;
  place.visit([&](MPI_T_event_instance instance) {
    const Word* const words = bench.with(instance);
    tell_fault(which.c_str());
    answer.code = cell.callee().make(words);
    tell_fault(nullptr);
  });
  if (answer.code == MPI_SUCCESS && is_allowed(cell, state, answer.code)) {
    answer.odd = odd_output(cell, state, bench, objects);
  }
  return answer;
}

std::string parameter_of(const Cell& cell, int place) {
  const auto facts = std::ranges::find(all_functions(), cell.function, &FunctionFacts::name);
  std::string_view names = facts->parameters;
  for (int i = 0; i < place; ++i) names.remove_prefix(names.find(", ") + 2);
  return std::string(names.substr(0, names.find(", ")));
}

}  // namespace mpitcheck::grid
