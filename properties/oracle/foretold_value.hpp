// SPDX-License-Identifier: BSD-3-Clause
// The values that a read may return.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/harness/calls/value.hpp"

namespace mpitcheck::properties {

/// Whether a value is one of those that the oracle allows. Messages show whole values. The Fact is
/// about one element, and a reproducer does not check it: a mirror's prediction is not a rule.
class ForetoldValue {
 public:
  /// `is_same(allowed, seen)` compares. If nothing is foretold, any value is right. `seen` must
  /// outlive the object.
  template <class IsSame>
  ForetoldValue(const ValueBuffer& seen, std::vector<ValueBuffer> allowed, const IsSame& is_same)
      : seen_(seen),
        allowed_(std::move(allowed)),
        ok_(allowed_.empty() || std::ranges::any_of(allowed_, [&](const ValueBuffer& each) {
              return std::invoke(is_same, each, seen);
            })) {}

  [[nodiscard]] bool ok() const { return ok_; }
  /// The value is also right if `is_exempt`.
  [[nodiscard]] ForetoldValue unless(bool is_exempt) && {
    ok_ = ok_ || is_exempt;
    return std::move(*this);
  }

  /// "3", or "3 or 4".
  [[nodiscard]] std::string wanted() const;
  [[nodiscard]] std::string seen() const { return seen_.text(); }
  /// The first element that differs.
  [[nodiscard]] Fact fact() const;

 private:
  const ValueBuffer& seen_;
  std::vector<ValueBuffer> allowed_;
  bool ok_;
};

}  // namespace mpitcheck::properties
