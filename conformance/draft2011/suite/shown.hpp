// SPDX-License-Identifier: BSD-3-Clause
// A value as the draft's user sees it, and the comparison with what MPI_T reads.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/draft2011/suite/draft.hpp"
#include "conformance/harness/calls/value.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/variables.hpp"

namespace mpitcheck::draft {

/// Room for `count` elements of a datatype of the draft, with canaries behind.
class Shown {
 public:
  Shown(MPIT_Datatype datatype, int count);

  [[nodiscard]] void* data() { return bytes_.data(); }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] bool canary_intact() const;
  /// Element `i`; of an enumeration, its item number.
  [[nodiscard]] Number number(int i) const;
  /// The same value in the terms of MPI_T: item numbers as the values of the items, characters up
  /// to the null. Wider unsigned values than the draft's types hold are their greatest value.
  [[nodiscard]] bool equals(const ValueBuffer& modern) const;
  /// equals(), no value was cut to the greatest one, and each has an item.
  [[nodiscard]] bool is_exact(const ValueBuffer& modern) const;
  /// "{3, 4}"
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] Number expected(const Number& modern) const;

  MPIT_Datatype datatype_;
  int count_;
  std::size_t element_;
  std::vector<unsigned char> bytes_;
};

/// check() that `shown` is `modern`.
template <class Subject>
void check_shown(Test& t, Clause clause, const Subject& subject, const Shown& shown,
                 const ValueBuffer& modern) {
  t.check(clause, subject,
          has_property(
              "", shown, [&](const Shown& it) { return it.equals(modern); },
              [&] { return modern.text(); }, [](const Shown& it) { return it.text(); }));
}

}  // namespace mpitcheck::draft
