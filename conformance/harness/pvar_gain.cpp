// SPDX-License-Identifier: BSD-3-Clause
// Values of performance variables as numbers, and bounds of what they may gain.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "harness/names.hpp"
#include "harness/pvars.hpp"

namespace mpitcheck {

namespace {

// What rounding may cost: clocks are read at finite steps, floating point sums at finite precision.
double slack(const PvarInfo& pvar, double magnitude) {
  if (pvar.datatype == MPI_DOUBLE) return 1e-6 + 1e-9 * std::abs(magnitude);
  return pvar.var_class == MPI_T_PVAR_CLASS_TIMER ? 2 : 0;
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
}

bool Gain::allows(const Numbers& value) const {
  if (value.size() != least_.size()) return false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const double room = slack(pvar_, most_[i]);
    if (value[i] < least_[i] - room || value[i] > most_[i] + room) return false;
  }
  return true;
}

bool Gain::moved() const {
  return std::any_of(least_.begin(), least_.end(), [](double gain) { return gain > 0; });
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
  if (std::none_of(value.begin(), value.end(), [](double number) { return number < 0; })) {
    return value != Numbers(value.size(), 0.0);
  }
  const PvarSession session;
  const PvarHandle fresh(session, pvar);
  fresh.run();
  return value != fresh.numbers();
}

bool none_fell(const Numbers& earlier, const Numbers& later) {
  return std::equal(earlier.begin(), earlier.end(), later.begin(), later.end(),
                    [](double before, double after) { return after >= before; });
}

bool none_fell_but_by_wrap(const PvarInfo& pvar, const Numbers& earlier, const Numbers& later) {
  const double half = std::ldexp(1.0, static_cast<int>(datatype_size(pvar.datatype)) * 8 - 1);
  return std::equal(earlier.begin(), earlier.end(), later.begin(), later.end(),
                    [half](double before, double after) {
                      return after >= before || (before >= half && after < half);
                    });
}

std::string text_of(const Numbers& numbers) {
  constexpr std::size_t shown = 4;
  if (numbers.size() == 1) return join(numbers.front());
  std::string out;
  for (std::size_t i = 0; i < std::min(numbers.size(), shown); ++i) {
    out += (i == 0 ? "" : ", ") + join(numbers[i]);
  }
  return "{" + out + (numbers.size() > shown ? ", ..." : "") + "}";
}

}  // namespace mpitcheck
