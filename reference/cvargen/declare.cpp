// SPDX-License-Identifier: BSD-3-Clause
// Turns the entries of blocks into categories and control variables, and checks them.
#include "reference/cvargen/declare.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "reference/cvargen/fields.hpp"

namespace mpit::cvargen {
namespace {

std::string text_of(const Place& place) { return place.file + ":" + std::to_string(place.line); }

class Declarer {
 public:
  Declarer(const Rules& rules, Diagnostics& diagnostics)
      : rules_(rules), diagnostics_(diagnostics) {}

  void add_category(const Entry& entry) {
    if (!has_fields(entry, "category", {"name", "description"}, diagnostics_)) return;
    const std::string& name = entry["name"].text;
    if (name.empty()) {
      complain(entry, "name", "the name of a category is empty");
    } else if (is_new(categories_, name, entry, "category")) {
      declarations_.categories.push_back({name, entry["description"].text, entry.place});
    }
  }

  void add_variable(const Entry& entry) {
    std::optional<Variable> variable = read_variable(entry, rules_.string_length, diagnostics_);
    const std::string& name = entry["name"].text;
    const bool is_first = name.empty() || is_new(variables_, name, entry, "control variable");
    const std::string& category = entry["category"].text;
    if (entry.has("category") && !rules_.unknown_categories && !categories_.contains(category)) {
      complain(entry, "category", "unknown category '" + category + "' of " + name);
      return;
    }
    if (!variable || !is_first) return;
    number_items(*variable);
    declarations_.variables.push_back(std::move(*variable));
  }

  Declarations take() { return std::move(declarations_); }

 private:
  using Places = std::map<std::string, Place>;

  bool is_new(Places& places, const std::string& name, const Entry& entry, const char* what) {
    const auto [known, added] = places.emplace(name, entry.place);
    if (!added) {
      complain(entry, "name",
               std::string("duplicate ") + what + " '" + name + "'; first declared in " +
                   text_of(known->second));
    }
    return added;
  }

  void number_items(Variable& variable) {
    if (variable.group.empty()) return;
    int& next = next_of_group_[variable.group];
    for (Item& item : variable.items) {
      if (item.name == variable.default_word) variable.initial = next;
      item.value = next++;
    }
  }

  void complain(const Entry& entry, const std::string& key, std::string message) {
    diagnostics_.push_back({{entry.place.file, entry[key].line}, std::move(message)});
  }

  const Rules& rules_;
  Diagnostics& diagnostics_;
  Declarations declarations_;
  Places categories_;
  Places variables_;
  std::map<std::string, int> next_of_group_;
};

}  // namespace

Declarations declare(const Entries& entries, const Rules& rules, Diagnostics& diagnostics) {
  Declarer declarer(rules, diagnostics);
  for (const Entry& entry : entries.categories) declarer.add_category(entry);
  for (const Entry& entry : entries.cvars) declarer.add_variable(entry);
  return declarer.take();
}

}  // namespace mpit::cvargen
