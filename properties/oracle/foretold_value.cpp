// SPDX-License-Identifier: BSD-3-Clause
// Texts and facts of foretold values.
#include "properties/oracle/foretold_value.hpp"

namespace mpitcheck::properties {

std::string ForetoldValue::wanted() const {
  std::string text;
  for (const ValueBuffer& each : allowed_) {
    if (each.text() != text) text += (text.empty() ? "" : " or ") + each.text();
  }
  return text;
}

Fact ForetoldValue::fact() const {
  const ValueBuffer& wanted = allowed_.front();
  int i = 0;
  while (i + 1 < seen_.count() && wanted.number(i) == seen_.number(i)) ++i;
  return {"", "buf[*]", Relation::one_of, {wanted.number(i).text()}, seen_.number(i).text()};
}

}  // namespace mpitcheck::properties
