// SPDX-License-Identifier: BSD-3-Clause
// Codes and outputs: a class of one argument must not change the other outputs.
#include "conformance/suite/grid/oracle.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/suite/grid/arguments.hpp"
#include "conformance/suite/grid/place.hpp"
#include "conformance/suite/grid/way.hpp"

namespace mpitcheck::grid {
namespace {

using Wrong = std::optional<Fact>;

template <class MakeFact>
Wrong unless_holds(const Expected<MakeFact>& expected) {
  return expected.ok() ? Wrong() : expected.fact();
}

Wrong wrong_code(const Cell& cell, const State& state, int code) {
  if (cell.fails) return unless_holds(fails(code).of(cell.function));
  return unless_holds(is_code(code, allowed_codes(cell, state)).of(cell.function));
}

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

/// Compares the outputs of a query with those of the same query with good arguments.
class Comparison {
 public:
  Comparison(const Cell& cell, const Arguments& tried, const Arguments& good)
      : cell_(cell), callee_(cell.callee()), tried_(tried), good_(good) {}

  [[nodiscard]] Wrong first_wrong() const {
    for (std::size_t i = 0; i < callee_.parameters.size(); ++i) {
      if (const Wrong wrong = wrong_output(i)) return wrong;
    }
    return {};
  }

 private:
  [[nodiscard]] Wrong wrong_output(std::size_t i) const {
    switch (callee_.parameters[i].role) {
      case Role::text:
        return cell_.parameter == static_cast<int>(i) ? wrong_pair(i) : wrong_text(i);
      case Role::out:
        return wrong_value(i);
      default:
        return {};
    }
  }

  [[nodiscard]] Wrong wrong_value(std::size_t i) const {
    if (tried_.word(i) == 0 || callee_.outputs[i] == Output::object) return {};
    // This includes datatypes that are ints.
    const bool is_array = name(i).starts_with("array_of_");
    if (is_array && !has_number_of_elements()) return {};
    if (callee_.outputs[i] != Output::number || is_array) {
      return unless_holds(is_observed(name(i), tried_.slot(i) == good_.slot(i),
                                      "the value of a query with good arguments", "another"));
    }
    if (!may_grow(cell_.function)) return wrong_number(i);
    return unless_holds(at_most(name(i), tried_.number(i), good_.number(i)));
  }

  // num_elements is the length of arrays of elements. Without it they are not written.
  [[nodiscard]] bool has_number_of_elements() const {
    const auto& all = callee_.parameters;
    const auto found = std::ranges::find(all, "num_elements", &Parameter::name);
    return found == all.end() || tried_.word(static_cast<std::size_t>(found - all.begin())) != 0;
  }

  [[nodiscard]] Wrong wrong_number(std::size_t i) const {
    return unless_holds(equals(name(i), tried_.number(i), good_.number(i)).as_before());
  }

  // A text with room for all of it, followed by its length.
  [[nodiscard]] Wrong wrong_text(std::size_t i) const {
    if (tried_.word(i) == 0) return {};
    // If a text fits, its length or the one passed is returned.
    const bool is_length = tried_.word(i + 1) == 0 || tried_.number(i + 1) == size_of(i);
    const Wrong length = is_length ? Wrong() : wrong_number(i + 1);
    return length ? length : other_text(i);
  }

  [[nodiscard]] Wrong wrong_pair(std::size_t i) const {
    if (!fits(i)) return {};
    switch (cell_.kind) {
      case Kind::null:
        return wrong_length(i);
      case Kind::zero: {
        const Wrong length = wrong_length(i);
        // A missing description may have its null there.
        return length ? length : written_from(i, good_.text(i).empty() ? 1 : 0);
      }
      case Kind::one: {
        const Wrong missing =
            unless_holds(is_observed(name(i), tried_.slot(i)[0] == std::byte{0},
                                     "a null as its first character", "another character"));
        return missing ? missing : written_from(i, 1);
      }
      case Kind::exact: {
        const Wrong other = other_text(i);
        return other ? other : written_from(i, good_.text(i).size() + 1);
      }
      case Kind::null_length:
        return written_from(i, 0);
      default:
        return {};
    }
  }

  // The size of the text that is parameter i, with its null, and whether there was room for it.
  [[nodiscard]] int size_of(std::size_t i) const {
    return static_cast<int>(good_.text(i).size()) + 1;
  }
  [[nodiscard]] bool fits(std::size_t i) const {
    return size_of(i) < static_cast<int>(Arguments::room);
  }
  [[nodiscard]] Wrong wrong_length(std::size_t i) const {
    return unless_holds(equals(name(i + 1), tried_.number(i + 1), size_of(i)));
  }
  [[nodiscard]] Wrong other_text(std::size_t i) const {
    const std::string_view text = good_.text(i);
    const Arguments::Slot& seen = tried_.slot(i);
    const bool is_it = std::memcmp(seen.data(), text.data(), text.size()) == 0 &&
                       seen[text.size()] == std::byte{0};
    return unless_holds(
        is_observed(name(i), is_it, "the text of a query with good arguments", "another"));
  }
  [[nodiscard]] Wrong written_from(std::size_t i, std::size_t first) const {
    const Arguments::Slot& seen = tried_.slot(i);
    const bool is_untouched =
        std::all_of(seen.begin() + static_cast<std::ptrdiff_t>(first), seen.end(),
                    [](std::byte each) { return each == untouched; });
    return unless_holds(is_observed(name(i), is_untouched, "untouched beyond its end", "written"));
  }
  [[nodiscard]] std::string_view name(std::size_t i) const { return callee_.parameters[i].name; }

  const Cell& cell_;
  const Callee& callee_;
  const Arguments& tried_;
  const Arguments& good_;
};

const Cell& good_cell_of(const Cell& cell, const State& state) {
  return *std::ranges::find_if(cells_of(state), [&](const Cell& other) {
    return other.function == cell.function && other.kind == Kind::good;
  });
}

/// A wrong output, and the rule that it breaks unless that is the cell's.
struct WrongOutput {
  std::optional<Clause> rule;
  Wrong fact;
};

// A nested call may leave the argument unchanged (A15). The text does not determine the result of
// a call with a number that is not a level.
WrongOutput wrong_level(const Cell& cell, const State& state, const Arguments& arguments) {
  const int level = arguments.number(1);
  if (state.up && level == filling) return {};
  return {cell.kind == Kind::no_level ? std::nullopt : cell.callee().of_output,
          unless_holds(is_thread_level("provided", level))};
}

// Numbers never fall below those before the last step to the state.
Wrong fallen_number(const Cell& cell, const Arguments& arguments) {
  if (!cell.callee().of_output || cell.kind != Kind::good) return {};
  const Parameter& number = cell.callee().parameters.front();
  return unless_holds(at_least(number.name, arguments.number(0), number_before(cell.function)));
}

WrongOutput wrong_output(const Cell& cell, const State& state, const Arguments& arguments,
                         const Objects& objects) {
  if (cell.function == "MPI_T_init_thread") return wrong_level(cell, state, arguments);
  if (!repeats(cell.function) || !state.up || cell.kind == Kind::nulls) return {};
  if (const Wrong fallen = fallen_number(cell, arguments)) return {cell.callee().of_output, fallen};
  Arguments good(good_cell_of(cell, state), objects);
  good.prepare();
  if (good.make_call() != MPI_SUCCESS) return {};
  return {{}, Comparison(cell, arguments, good).first_wrong()};
}

// Passes the current cell to a fault library (conformance/faults/interposer), if one is loaded.
void tell_fault(const char* cell) {
  using Note = void(const char* cell);
  static auto* const note = reinterpret_cast<Note*>(::dlsym(RTLD_DEFAULT, "mpitcheck_grid_cell"));
  if (note != nullptr) note(cell);
}

}  // namespace

void judge_call(const Cell& cell, const State& state, const Objects& objects,
                FunctionRef<void(const Judgement&)> check) {
  const Place place;  // older than what cells free
  Arguments arguments(cell, objects);
  arguments.prepare();
  const std::string which = join(state.name, "/", cell.id());
  int code = 0;
  place.visit([&](MPI_T_event_instance instance) {
    tell_fault(which.c_str());
    code = arguments.make_call(instance);
    tell_fault(nullptr);
  });
  const Wrong wrong = wrong_code(cell, state, code);
  check({code, {}, cell.label(), wrong});
  if (code == MPI_SUCCESS && !wrong) {
    WrongOutput output = wrong_output(cell, state, arguments, objects);
    if (output.fact) {
      output.fact->function = cell.function;
      check({code, output.rule, cell.label(), output.fact});
    }
  }
  if (state.up && !cell.is_last()) {
    check({code, {}, "MPI_T_cvar_get_num after " + cell.label(), wrong_response()});
  }
}

Wrong wrong_response() {
  int count = 0;
  const int code = call::MPI_T_cvar_get_num(&count);
  // An allowed answer too (E15).
  if (is_not_accessible(code)) return {};
  return unless_holds(is_code(code, {MPI_SUCCESS}).of("MPI_T_cvar_get_num"));
}

}  // namespace mpitcheck::grid
