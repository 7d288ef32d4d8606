// SPDX-License-Identifier: BSD-3-Clause
// Reading JSON that should fit: whatever does not is named by its place, e.g. "tests[3].verdict".
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "ci/mpitcheck/report/report.hpp"

namespace mpitcheck::report {

using Json = nlohmann::ordered_json;

/// Throws InvalidReport.
[[noreturn]] inline void invalid(std::string_view what) {
  throw InvalidReport(fmt::format("not a report of mpitcheck: {}", what));
}

/// A value and its place in the document.
class Node {
 public:
  Node(const Json& json, std::string place) : json_(json), place_(std::move(place)) {}

  Node operator[](const char* key) const {
    expect(json_.is_object(), "an object");
    const auto found = json_.find(key);
    const std::string place = place_.empty() ? key : place_ + '.' + key;
    if (found == json_.end()) invalid(place + " is missing");
    return {*found, place};
  }

  bool has(const char* key) const { return json_.is_object() && json_.contains(key); }

  template <class T>
  std::vector<T> list(T (*read)(const Node&)) const {
    expect(json_.is_array(), "an array");
    std::vector<T> items;
    items.reserve(json_.size());
    for (std::size_t i = 0; i < json_.size(); ++i) {
      items.push_back(read({json_[i], fmt::format("{}[{}]", place_, i)}));
    }
    return items;
  }

  /// Calls use(key, member) for each member of an object.
  void each(const std::function<void(const std::string&, const Node&)>& use) const {
    expect(json_.is_object(), "an object");
    for (const auto& [key, value] : json_.items()) use(key, {value, place_ + '.' + key});
  }

  std::string text() const {
    expect(json_.is_string(), "a string");
    return json_.get<std::string>();
  }

  std::string text_or_null() const { return json_.is_null() ? std::string() : text(); }

  bool boolean() const {
    expect(json_.is_boolean(), "true or false");
    return json_.get<bool>();
  }

  double number() const {
    expect(json_.is_number(), "a number");
    return json_.get<double>();
  }

  template <class T>
  T count() const {
    expect(json_.is_number_unsigned() &&
               json_.get<std::uint64_t>() <= std::uint64_t{std::numeric_limits<T>::max()},
           "a whole number within its range");
    return json_.get<T>();
  }

  bool is_null() const { return json_.is_null(); }

  void expect(bool fits, std::string_view what) const {
    if (!fits) invalid(fmt::format("{} is not {}", place_.empty() ? "the document" : place_, what));
  }

 private:
  const Json& json_;
  std::string place_;
};

/// Throws InvalidReport if it is no JSON.
Json parse_json(std::string_view text);

/// Throws InvalidReport unless the member `schema` is this one.
void require_schema(const Node& root, int version);

/// On one line; what is no UTF-8 becomes U+FFFD.
std::string json_text(const Json& json);

/// Appends a member that is an array, an item per line. Items are converted one by one: a document
/// of all of them would take several times the memory of the report.
template <class Items, class Convert>
void append_array(std::string& out, std::string_view key, const Items& items, Convert convert) {
  fmt::format_to(std::back_inserter(out), "\"{}\": [", key);
  std::string_view separator = "\n";
  for (const auto& item : items) {
    out.append(separator).append(json_text(convert(item)));
    separator = ",\n";
  }
  out += "\n],\n";
}

std::vector<std::string> texts(const Node& node);

Header read_header(const Node& node);
Json header_json(const Header& header);

}  // namespace mpitcheck::report
