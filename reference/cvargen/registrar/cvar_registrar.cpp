// SPDX-License-Identifier: BSD-3-Clause
// Registers control variables that cvargen generated from comment blocks.
#include "reference/component/cvar_registrar.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "reference/component/enumeration.hpp"
#include "reference/component/value_text.hpp"

namespace mpit {
namespace {

constexpr std::size_t shown_characters = 60;

/// The beginning of a text, for a one-line message. Characters that could break the line become
/// '?'.
std::string in_one_line(std::string_view text) {
  std::string shown(text.substr(0, shown_characters));
  std::ranges::replace_if(
      shown, [](unsigned char c) { return c < ' ' || c >= 0x7f; }, '?');
  return text.size() > shown_characters ? shown + "..." : shown;
}

std::optional<int> item_in(const std::vector<EnumItem>& items, std::string_view name) {
  const auto item = std::ranges::find(items, name, &EnumItem::name);
  return item == items.end() ? std::nullopt : std::optional(item->value);
}

std::string names_of(const std::vector<EnumItem>& items) {
  std::string names = "one of ";
  for (const EnumItem& item : items) names += (&item == items.data() ? "" : ", ") + item.name;
  return names;
}

}  // namespace

CvarRegistrar::CvarRegistrar(Engine& engine, std::string boolean_name, Environment environment)
    : engine_(engine),
      boolean_name_(std::move(boolean_name)),
      environment_(std::move(environment)) {
  if (!environment_.get) environment_.get = [](const char* name) { return std::getenv(name); };
  if (!environment_.complain) {
    environment_.complain = [](const std::string& line) {
      std::fputs((line + "\n").c_str(), stderr);
    };
  }
}

CvarRegistrar& CvarRegistrar::category(std::string_view name, std::string_view desc) {
  engine_.add_category(name, desc);
  return *this;
}

template <class T>
T CvarRegistrar::start_value(const CvarSpec& spec, const StartNames& names, T initial,
                             const std::function<std::optional<T>(std::string_view)>& read,
                             std::string_view expectation) const {
  T value = std::move(initial);
  for (const char* const name : names) {
    const char* const text = environment_.get(name);
    if (text == nullptr) continue;
    if (std::optional<T> set = read(text)) {
      value = std::move(*set);
    } else {
      environment_.complain(std::string(name) + "='" + in_one_line(text) +
                            "' is ignored: " + spec.name + " wants " + std::string(expectation));
    }
  }
  return value;
}

Control<int> CvarRegistrar::integer(CvarSpec spec, const StartNames& names, int initial) {
  const int value = start_value<int>(spec, names, initial, number_in<int>, "an integer of 32 bits");
  return {engine_, std::move(spec), value};
}

Control<int> CvarRegistrar::boolean(CvarSpec spec, const StartNames& names, bool initial) {
  const bool value = start_value<bool>(spec, names, initial, boolean_in, "true or false");
  spec.enumtype = boolean_enum();
  return {engine_, std::move(spec), value ? 1 : 0};
}

Control<double> CvarRegistrar::real(CvarSpec spec, const StartNames& names, double initial) {
  const double value =
      start_value<double>(spec, names, initial, number_in<double>, "a finite number");
  return {engine_, std::move(spec), value};
}

Control<Range> CvarRegistrar::range(CvarSpec spec, const StartNames& names, Range initial) {
  const Range value =
      start_value<Range>(spec, names, initial, range_in, "low:high, low not above high");
  const auto accept = [](Range wanted) {
    return wanted.low <= wanted.high ? Code::success : Code::cvar_set_not_now;
  };
  return {engine_, std::move(spec), value, accept};
}

TextControl CvarRegistrar::text(CvarSpec spec, const StartNames& names, const char* initial,
                                int length) {
  const auto read = [length](std::string_view text) {
    const bool fits = text.size() < static_cast<std::size_t>(length);
    return fits ? std::optional(std::string(text)) : std::nullopt;
  };
  std::string value = start_value<std::string>(spec, names, initial, read,
                                               "less than " + std::to_string(length) + " bytes");
  return {engine_, std::move(spec), std::move(value), length};
}

Control<int> CvarRegistrar::choice(CvarSpec spec, const StartNames& names,
                                   const std::vector<EnumItem>& items, int initial) {
  const auto read = [&items](std::string_view text) { return item_in(items, text); };
  const int value = start_value<int>(spec, names, initial, read, names_of(items));
  return detail::add_with_enum(engine_, {spec.name + "_choice", items}, [&](EnumType choice) {
    spec.enumtype = choice;
    return Control<int>(engine_, std::move(spec), value);
  });
}

EnumType CvarRegistrar::boolean_enum() {
  if (boolean_enum_ == EnumType::null) {
    boolean_enum_ = engine_.add_enum({boolean_name_, {{"false", 0}, {"true", 1}}});
  }
  return boolean_enum_;
}

}  // namespace mpit
