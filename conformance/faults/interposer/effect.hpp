// SPDX-License-Identifier: BSD-3-Clause
// Whether a fault ever showed. A call of a replaced function did not show if it called the MPI's
// own function once, with the same arguments, and returned its code and outputs unchanged. It must
// also have called no other function that changes anything. In doubt, the call showed.
//
// The file that MPITCHECK_FAULT_EFFECT names reports this to the runner, however the process ends.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "conformance/faults/interposer/fault.hpp"
#include "conformance/faults/interposer/parameter_names.hpp"

namespace mpitcheck::faults {

/// The MPI's own functions, called directly.
extern const Interface bare;

/// Whether the runner wants to know of an effect and does not know of one yet. Otherwise calls are
/// not examined, since that allocates memory, which faults in signal handlers must not do.
bool is_effect_sought();

/// One call of a replaced function, while it runs.
struct ReplacedCall {
  ReplacedCall(const void* its_function, std::string its_arguments);
  ~ReplacedCall();
  ReplacedCall(const ReplacedCall&) = delete;
  ReplacedCall& operator=(const ReplacedCall&) = delete;

  /// The innermost call of this thread; null if there is none.
  static ReplacedCall* current();

  const void* function;
  std::string arguments;
  std::string outcome;  ///< of the one call of the MPI's own function
  int calls = 0;        ///< calls of that function with the same arguments
  bool did_else = false;

 private:
  ReplacedCall* outer_;
};

/// Functions that change nothing. A fault may call them to query the MPI.
constexpr bool only_asks(std::string_view name) {
  return name.find("_get_") != std::string_view::npos || name.ends_with("_read") ||
         name.ends_with("_changed") || name.ends_with("_copy") || name.ends_with("Initialized");
}

/// The bytes of an argument. For a pointer to int, such as a length, also of its target.
template <class Argument>
void append_argument(std::string& out, Argument argument) {
  out.append(reinterpret_cast<const char*>(&argument), sizeof argument);
  if constexpr (std::is_same_v<Argument, int*>) {
    if (argument != nullptr) append_argument(out, *argument);
  }
}

template <class... Arguments>
std::string text_of_arguments(Arguments... arguments) {
  std::string out;
  (append_argument(out, arguments), ...);
  return out;
}

/// A code and the outputs behind pointers. `given` are the numbers behind pointers to int before
/// the call. The text is empty if the size of an output is unknown.
template <auto Member, class... Arguments>
class Outcome {
 public:
  explicit Outcome(Arguments... arguments) : arguments_(arguments...) {
    fill(std::index_sequence_for<Arguments...>());
  }

  [[nodiscard]] std::string text(int code) const {
    std::string out;
    append_argument(out, code);
    return append_all(out, std::index_sequence_for<Arguments...>()) ? out : std::string();
  }

 private:
  static constexpr std::size_t count = sizeof...(Arguments);
  static constexpr std::string_view names = names_of<Member>;
  using Tuple = std::tuple<Arguments...>;

  template <std::size_t... I>
  void fill(std::index_sequence<I...>) {
    [[maybe_unused]] const auto number = [](auto argument) {
      if constexpr (std::is_same_v<decltype(argument), int*>) {
        return argument == nullptr ? 0 : std::clamp(*argument, 0, most_elements);
      } else if constexpr (std::is_same_v<decltype(argument), int>) {
        return std::clamp(argument, 0, most_elements);
      }
      return 0;
    };
    given_ = {number(std::get<I>(arguments_))...};
  }

  template <std::size_t... I>
  bool append_all(std::string& out, std::index_sequence<I...>) const {
    return (append<I>(out) && ...);
  }

  template <std::size_t I>
  bool append(std::string& out) const {
    using Argument = std::tuple_element_t<I, Tuple>;
    if constexpr (std::is_pointer_v<Argument>) {
      using Target = std::remove_pointer_t<Argument>;
      if constexpr (std::is_same_v<Target, void>) {
        // Only the handle knows the size of a value's buffer. Other void pointers are inputs.
        return !name_in(names, I).starts_with("buf") || std::get<I>(arguments_) == nullptr;
      } else if constexpr (is_output<Target>) {
        const auto* const bytes = reinterpret_cast<const char*>(std::get<I>(arguments_));
        if (bytes != nullptr) out.append(bytes, sizeof(Target) * elements<I>());
      }
    }
    return true;
  }

  template <std::size_t I>
  [[nodiscard]] std::size_t elements() const {
    using Target = std::remove_pointer_t<std::tuple_element_t<I, Tuple>>;
    constexpr std::string_view name = name_in(names, I), next = name_in(names, I + 1);
    if constexpr (std::is_same_v<Target, char> && next.starts_with(name)) {  // x, x_len
      return 1 + static_cast<std::size_t>(given_[I + 1]);  // the buffer, and the byte after it
    } else if constexpr (name.starts_with("array_of_")) {
      return static_cast<std::size_t>(given_[place_of(names, "num_elements")]);
    } else if constexpr (name == "indices") {
      return static_cast<std::size_t>(given_[place_of(names, "len")]);
    }
    return 1;
  }

  static constexpr int most_elements = 10'000;
  Tuple arguments_;
  std::array<int, count> given_{};
};

template <auto Member>
struct Watched;

template <class... Args, int (*Interface::*Member)(Args...)>
struct Watched<Member> {
  static constexpr char identity = 0;

  /// Calls `function`, which replaces the MPI's own, and records whether it showed.
  static int replaced(int (*function)(Args...), Args... args) {
    if (!is_effect_sought()) return function(args...);
    ReplacedCall call(&identity, text_of_arguments(args...));
    const Outcome<Member, Args...> outcome(args...);
    const int code = function(args...);
    const std::string text = outcome.text(code);
    if (call.did_else || call.calls != 1 || text.empty() || text != call.outcome) took_effect();
    return code;
  }

  /// Calls the MPI's own function, and records the call.
  template <bool asks>
  static int heard(Args... args) {
    ReplacedCall* const call = ReplacedCall::current();
    if (call == nullptr) return (bare.*Member)(args...);
    const bool is_it = call->function == &identity && call->arguments == text_of_arguments(args...);
    if (!is_it && !asks) call->did_else = true;
    const Outcome<Member, Args...> outcome(args...);
    const int code = (bare.*Member)(args...);
    if (is_it) {
      ++call->calls;
      call->outcome = outcome.text(code);
    }
    return code;
  }
};

}  // namespace mpitcheck::faults
