// SPDX-License-Identifier: BSD-3-Clause
// Registers the control variables that cvargen reads out of comment blocks.
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

/// Where start values and complaints about them come from and go to.
struct Environment {
  /// The value of an environment variable; null if it is not set. By default std::getenv.
  std::function<const char*(const char* name)> get = {};
  /// Takes a line (without its end) about a malformed value. By default it goes to stderr.
  std::function<void(const std::string& line)> complain = {};
};

/// A control variable as its comment block declares it.
struct CvarDeclaration {
  std::string name;
  std::string desc;
  std::string category;
  Verbosity verbosity;
  Scope scope;
  /// Environment variables that set its start value, in rising priority.
  std::vector<const char*> environment;
};

/// Registers categories and control variables with an engine. A variable starts with the value of
/// the last of its environment variables that is set and well-formed, else with its default. Each
/// malformed value is reported in one line.
class CvarRegistrar {
 public:
  /// `boolean_name`: the enumeration that boolean variables get. `engine` must outlive the
  /// variables.
  CvarRegistrar(Engine& engine, std::string boolean_name, Environment environment);

  CvarRegistrar& category(std::string_view name, std::string_view desc);

  // Each throws std::invalid_argument as Engine::add_cvar does.

  Control<int> integer(const CvarDeclaration& declaration, int initial);
  /// Holds 0 or 1.
  Control<int> boolean(const CvarDeclaration& declaration, bool initial);
  Control<double> real(const CvarDeclaration& declaration, double initial);
  Control<Range> range(const CvarDeclaration& declaration, Range initial);
  TextControl text(const CvarDeclaration& declaration, const char* initial, int length);
  /// Holds the value of one of `items`.
  Control<int> choice(const CvarDeclaration& declaration, const std::vector<EnumItem>& items,
                      int initial);

 private:
  template <class T>
  T start_value(const CvarDeclaration& declaration, T initial,
                const std::function<std::optional<T>(std::string_view)>& read,
                std::string_view expectation) const;
  EnumType boolean_enum();

  Engine& engine_;
  std::string boolean_name_;
  Environment environment_;
  EnumType boolean_enum_ = EnumType::null;
};

}  // namespace mpit
