// SPDX-License-Identifier: BSD-3-Clause
// The fields of one entry that declares a control variable.
#include "reference/cvargen/fields.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "mpit/value_text.hpp"

namespace mpit::cvargen {
namespace {

struct TypeName {
  std::string_view word;
  Type type;
  std::string_view expectation;  ///< of a default
};

constexpr std::array<TypeName, 6> types = {{
    {"int", Type::integer, "an integer of 32 bits"},
    {"boolean", Type::boolean, "true or false"},
    {"double", Type::real, "a finite number"},
    {"string", Type::text, "a text that is short enough"},
    {"range", Type::range, "low:high with two integers, low not above high"},
    {"enum", Type::choice, "one of the values that the description lists"},
}};

constexpr std::array<std::string_view, 2> classes = {"none", "device"};
constexpr std::array<std::string_view, 9> verbosities = {
    "MPI_T_VERBOSITY_USER_BASIC",   "MPI_T_VERBOSITY_USER_DETAIL",   "MPI_T_VERBOSITY_USER_ALL",
    "MPI_T_VERBOSITY_TUNER_BASIC",  "MPI_T_VERBOSITY_TUNER_DETAIL",  "MPI_T_VERBOSITY_TUNER_ALL",
    "MPI_T_VERBOSITY_MPIDEV_BASIC", "MPI_T_VERBOSITY_MPIDEV_DETAIL", "MPI_T_VERBOSITY_MPIDEV_ALL"};
constexpr std::array<std::string_view, 7> scopes = {
    "MPI_T_SCOPE_CONSTANT", "MPI_T_SCOPE_READONLY", "MPI_T_SCOPE_LOCAL", "MPI_T_SCOPE_GROUP",
    "MPI_T_SCOPE_GROUP_EQ", "MPI_T_SCOPE_ALL",      "MPI_T_SCOPE_ALL_EQ"};

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Takes the characters before the first of `separators`, and those, off `rest`.
std::string_view take_until(std::string_view& rest, std::string_view separators) {
  const std::size_t end = std::min(rest.find_first_of(separators), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::string_view name = take_until(list, ":,; \t\r\n");
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

/// The word that begins the line, if " - " follows it.
std::string_view item_in(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const auto end = std::ranges::find_if_not(line, is_word_character);
  const std::string_view word = line.substr(0, static_cast<std::size_t>(end - line.begin()));
  line.remove_prefix(word.size());
  const std::size_t dash = line.find_first_not_of(blanks);
  if (dash == 0 || dash == line.npos || line[dash] != '-') return {};
  const std::string_view rest = line.substr(dash + 1);
  return rest.empty() || blanks.find(rest.front()) != blanks.npos ? word : std::string_view{};
}

/// The items of an enum: words at the beginning of a line of its description, before " - ".
std::vector<Item> items_in(std::string_view description) {
  std::vector<Item> items;
  while (!description.empty()) {
    const std::string_view name = item_in(take_until(description, "\n"));
    if (!name.empty()) items.push_back({std::string(name), static_cast<int>(items.size())});
  }
  return items;
}

template <class T>
std::optional<Value> value_or_nothing(const std::optional<T>& value) {
  if (!value) return std::nullopt;
  return Value(*value);
}

class VariableReader {
 public:
  VariableReader(const Entry& entry, int string_length, Diagnostics& diagnostics)
      : entry_(entry), string_length_(string_length), diagnostics_(diagnostics) {
    variable_.place = entry.place;
    variable_.name = entry["name"].text;
  }

  std::optional<Variable> read() {
    const std::size_t before = diagnostics_.size();
    has_fields(
        entry_, "control variable",
        {"name", "category", "type", "default", "class", "verbosity", "scope", "description"},
        diagnostics_);
    read_name();
    variable_.category = entry_["category"].text;
    variable_.description = entry_["description"].text;
    variable_.group = entry_["group"].text;
    variable_.alternatives = names_in(entry_["alt-env"].text);
    variable_.device = word("class", classes) == "device";
    variable_.verbosity = word("verbosity", verbosities);
    variable_.scope = word("scope", scopes);
    read_type();
    if (diagnostics_.size() != before) return std::nullopt;
    return std::move(variable_);
  }

 private:
  void read_name() {
    if (entry_.has("name") && !is_identifier(variable_.name)) {
      complain("name", "'" + variable_.name + "' is no identifier, as the name must be");
    }
    for (const std::string& name : names_in(entry_["alt-env"].text)) {
      if (!is_identifier(name)) {
        complain("alt-env", "'" + name + "' is no name of an environment variable");
      }
    }
  }

  template <std::size_t n>
  std::string word(const std::string& key, const std::array<std::string_view, n>& allowed) {
    if (!entry_.has(key)) return {};
    const std::string& text = entry_[key].text;
    if (std::ranges::find(allowed, text) == allowed.end()) {
      std::string list;
      for (const std::string_view one : allowed) list.append(list.empty() ? "" : ", ").append(one);
      complain(key, "unknown " + key + " '" + text + "'; allowed: " + list);
    }
    return text;
  }

  void read_type() {
    if (!entry_.has("type")) return;
    variable_.type_word = entry_["type"].text;
    const auto type = std::ranges::find(types, variable_.type_word, &TypeName::word);
    if (type == types.end()) {
      complain("type", "unknown type '" + variable_.type_word +
                           "'; allowed: int, boolean, double, string, range, enum");
      return;
    }
    variable_.type = type->type;
    if (type->type == Type::choice && !read_items()) return;
    if (!entry_.has("default")) return;
    variable_.default_word = entry_["default"].text;
    if (const std::optional<Value> value = initial()) {
      variable_.initial = *value;
    } else {
      complain("default", "bad default '" + variable_.default_word + "': type " +
                              variable_.type_word + " wants " + std::string(type->expectation));
    }
  }

  bool read_items() {
    variable_.items = items_in(variable_.description);
    if (variable_.items.empty() && entry_.has("description")) {
      complain("description", "the description of an enum must list its values, 'value - meaning'");
    }
    for (auto item = variable_.items.begin(); item != variable_.items.end(); ++item) {
      if (std::ranges::find(variable_.items.begin(), item, item->name, &Item::name) != item) {
        complain("description", "the value '" + item->name + "' is listed twice");
      }
    }
    return !variable_.items.empty();
  }

  std::optional<Value> initial() const {
    const std::string& text = variable_.default_word;
    switch (variable_.type) {
      case Type::integer:
        return value_or_nothing(number_in<int>(text));
      case Type::boolean:
        return value_or_nothing<int>(boolean_in(text));
      case Type::real:
        return value_or_nothing(number_in<double>(text));
      case Type::range:
        return value_or_nothing(range_in(text));
      case Type::text:
        if (entry_["default"].null) return std::string{};
        if (text.size() >= static_cast<std::size_t>(string_length_)) return std::nullopt;
        if (text.find('\0') != text.npos) return std::nullopt;
        return text;
      case Type::choice:
        break;
    }
    const auto item = std::ranges::find(variable_.items, text, &Item::name);
    if (item == variable_.items.end()) return std::nullopt;
    return item->value;
  }

  void complain(const std::string& key, std::string message) {
    diagnostics_.push_back({{entry_.place.file, entry_[key].line}, std::move(message)});
  }

  const Entry& entry_;
  const int string_length_;
  Diagnostics& diagnostics_;
  Variable variable_;
};

}  // namespace

std::optional<Variable> read_variable(const Entry& entry, int string_length,
                                      Diagnostics& diagnostics) {
  return VariableReader(entry, string_length, diagnostics).read();
}

bool has_fields(const Entry& entry, const char* what, const std::vector<const char*>& keys,
                Diagnostics& diagnostics) {
  bool complete = true;
  const std::string& name = entry["name"].text;
  for (const char* const key : keys) {
    if (entry.has(key)) continue;
    complete = false;
    diagnostics.push_back(
        {entry.place,
         std::string(what) + (name.empty() ? "" : " '" + name + "'") + " has no '" + key + "'"});
  }
  return complete;
}

bool is_identifier(const std::string& name) {
  return !name.empty() && std::ranges::all_of(name, is_word_character) &&
         !(name.front() >= '0' && name.front() <= '9');
}

}  // namespace mpit::cvargen
