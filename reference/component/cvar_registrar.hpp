// SPDX-License-Identifier: BSD-3-Clause
// Registers control variables that cvargen generated from comment blocks.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/component/control.hpp"
#include "reference/component/range.hpp"
#include "reference/component/text_control.hpp"

namespace mpit {

/// Access to environment variables, and a function for messages about malformed values.
struct Environment {
  /// The value of an environment variable; null if it is not set. By default std::getenv.
  std::function<const char*(const char* name)> get = {};
  /// Takes a line (without its end) about a malformed value. By default it goes to stderr.
  std::function<void(const std::string& line)> complain = {};
};

/// Environment variables that set an initial value, in rising priority.
using StartNames = std::vector<const char*>;

/// Registers categories and control variables with an engine. The initial value is that of the last
/// environment variable that is set and well-formed, otherwise the default. Each malformed value is
/// reported in one line.
class CvarRegistrar {
 public:
  /// `boolean_name`: name of the enumeration of boolean variables. `engine` must outlive the
  /// variables.
  CvarRegistrar(Engine& engine, std::string boolean_name, Environment environment);

  /// Adds a category, unless it exists. Throws what Engine::add_category throws.
  CvarRegistrar& category(std::string_view name, std::string_view desc);

  // These register a variable with the default `initial`. `names` are environment variables. They
  // throw what Engine::add_cvar throws.

  Control<int> integer(CvarSpec spec, const StartNames& names, int initial);
  /// The value is 0 or 1.
  Control<int> boolean(CvarSpec spec, const StartNames& names, bool initial);
  Control<double> real(CvarSpec spec, const StartNames& names, double initial);
  Control<Range> range(CvarSpec spec, const StartNames& names, Range initial);
  /// `length`: the number of characters, including the null.
  TextControl text(CvarSpec spec, const StartNames& names, const char* initial, int length);
  /// The value is that of one of `items`.
  Control<int> choice(CvarSpec spec, const StartNames& names, const std::vector<EnumItem>& items,
                      int initial);

 private:
  template <class T>
  T start_value(const CvarSpec& spec, const StartNames& names, T initial,
                const std::function<std::optional<T>(std::string_view)>& read,
                std::string_view expectation) const;
  EnumType boolean_enum();

  Engine& engine_;
  std::string boolean_name_;
  Environment environment_;
  EnumType boolean_enum_ = EnumType::null;
};

}  // namespace mpit
