// SPDX-License-Identifier: BSD-3-Clause
// Values of performance variables as numbers, and bounds of their gain.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"

namespace mpitcheck {

namespace {

// The tolerance for rounding: clocks have finite steps, floating-point sums finite precision.
Number slack(const PvarInfo& pvar, const Number& size) {
  if (pvar.datatype == MPI_DOUBLE) return 1e-6 + 1e-9 * std::abs(size.as_double());
  return pvar.var_class == MPI_T_PVAR_CLASS_TIMER ? 2 : 0;
}

bool lies_below_zero(const Numbers& value) {
  return std::any_of(value.begin(), value.end(), [](const Number& number) { return number < 0; });
}

}  // namespace

void Gain::window(const Numbers& most_from, const Numbers& least_from, const Numbers& least_to,
                  const Numbers& most_to) {
  least_.resize(least_to.size());
  most_.resize(most_to.size());
  for (std::size_t i = 0; i < least_.size(); ++i) {
    least_[i] += least_to[i] - least_from[i];
    most_[i] += most_to[i] - most_from[i];
  }
  windows_.push_back({most_from, least_from, least_to, most_to});
}

void Gain::at_least(const Numbers& from, const Numbers& to) {
  const Numbers& least_to = lies_below_zero(from) ? from : to;
  window(from, from, least_to, Numbers(to.size(), std::numeric_limits<double>::infinity()));
}

std::optional<Gain::Broken> Gain::broken_by(const Numbers& value) const {
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] < least_[i] - slack(pvar_, least_[i])) return Broken{i, Relation::at_least};
    if (value[i] > most_[i] + slack(pvar_, most_[i])) return Broken{i, Relation::at_most};
  }
  return std::nullopt;
}

Fact Gain::fact_of(const Numbers& value, const Broken& broken, bool within) const {
  const auto [i, bound] = broken;
  const bool least = bound == Relation::at_least;
  const Number room = slack(pvar_, least ? least_[i] : most_[i]);
  const Number wanted = least ? least_[i] - room : most_[i] + room;
  Fact fact{"", join("buf[", i, "]"), bound, {wanted.text()}, value[i].text()};
  for (const Window& window : windows_) {
    const Number& from = (least ? window.least_from : window.most_from)[i];
    const Number& to = (least ? window.least_to : window.most_to)[i];
    if (least && from == to) continue;  // equal readings bound no gain from below
    const bool later = within && !least && &window == &windows_.back();
    fact.sources.push_back({"", fact.output, {}, from.text(), true, false});
    fact.sources.push_back({"", fact.output, {}, to.text(), false, later});
  }
  if (room > 0) fact.slack = (least ? "-" : "+") + room.text();
  return fact;
}

bool Gain::moved() const {
  return std::any_of(least_.begin(), least_.end(), [](const Number& gain) { return gain > 0; });
}

std::string Gain::text() const {
  if (least_ == most_) return text_of(least_);
  return join("from ", text_of(least_), " to ", text_of(most_));
}

Numbers numbers_of(const ValueBuffer& value) {
  Numbers numbers;
  for (int i = 0; i < value.count(); ++i) numbers.push_back(value.number(i));
  return numbers;
}

void add(const Numbers& more, Numbers& sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
}

bool has_gained(const PvarInfo& pvar, const Numbers& value) {
  if (!lies_below_zero(value)) {
    return value != Numbers(value.size());
  }
  const PvarSession session;
  const PvarHandle fresh(session, pvar);
  fresh.run();
  return value != fresh.numbers();
}

bool has_gained_since_zero(const Numbers& began, const Numbers& value) {
  for (std::size_t i = 0; i < began.size(); ++i) {
    if (std::abs(began[i].as_double()) < 1e-3 && value[i] > began[i]) return true;
  }
  return false;
}

std::size_t first_breaking(const Numbers& seen, Relation relation, const Numbers& bound) {
  std::size_t i = 0;
  while (i < seen.size() &&
         (relation == Relation::at_least ? seen[i] >= bound[i] : seen[i] <= bound[i])) {
    ++i;
  }
  return i;
}

std::size_t first_fallen(const PvarInfo& pvar, const Numbers& seen, const Numbers& before) {
  const std::size_t bits = datatype_size(pvar.datatype) * 8;
  const Number half = bits == 0 ? 0 : std::uint64_t{1} << (bits - 1);
  std::size_t i = 0;
  while (i < seen.size() && (seen[i] >= before[i] || (before[i] >= half && seen[i] < half))) ++i;
  return i;
}

Fact fact_of_number(const Numbers& seen, std::size_t i, Relation relation, const Numbers& bound) {
  return {"", join("buf[", i, "]"), relation, {bound[i].text()}, seen[i].text()};
}

std::string text_of(const Numbers& numbers) {
  constexpr std::size_t shown = 4;
  if (numbers.size() == 1) return numbers.front().text();
  std::string out;
  for (std::size_t i = 0; i < std::min(numbers.size(), shown); ++i) {
    out += (i == 0 ? "" : ", ") + numbers[i].text();
  }
  return "{" + out + (numbers.size() > shown ? ", ..." : "") + "}";
}

}  // namespace mpitcheck
