// SPDX-License-Identifier: BSD-3-Clause
// A buffer for the value of a variable, followed by canaries.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/expected.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/number.hpp"

namespace mpitcheck {

/// Room for `count` elements of `datatype` (usable before MPI_Init), followed by canary bytes.
/// Datatypes that MPI_T does not allow get 16 bytes per element, so that a write stays in the
/// buffer.
class ValueBuffer {
 public:
  ValueBuffer(MPI_Datatype datatype, int count);

  [[nodiscard]] void* data() { return bytes_.data(); }
  [[nodiscard]] const void* data() const { return bytes_.data(); }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] MPI_Datatype datatype() const { return datatype_; }
  /// Bytes of the value: count times the size of an element.
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Whether no byte behind the value was written since construction or the last fill().
  [[nodiscard]] bool canary_intact() const;
  /// Fills value and canaries with the sentinel byte.
  void fill();
  /// Whether every byte of the buffer is the sentinel.
  [[nodiscard]] bool untouched() const;

  /// Whether both hold equal values: equal counts and bytes. Texts (MPI_CHAR) are compared up to
  /// the first null, because two handles of a text may have different counts (A30).
  [[nodiscard]] bool equals(const ValueBuffer& other) const;

  /// Element `i` as a number. 0 for datatypes unknown to us.
  [[nodiscard]] Number number(int i = 0) const;
  /// Sets element `i` to `value`, converted to the datatype.
  void set_number(int i, long long value);

  /// "42", "{1, 2, 3}" or "\"text\"". Of a long value only the first elements are shown.
  [[nodiscard]] std::string text() const;
  /// All elements with all digits, for facts.
  [[nodiscard]] std::string literal() const;
  /// Number of elements up to the last one with a written byte, canaries included.
  [[nodiscard]] int extent() const;

 private:
  [[nodiscard]] std::string_view characters() const;
  [[nodiscard]] std::string list(int most) const;

  MPI_Datatype datatype_;
  int count_;
  std::size_t element_;
  std::size_t size_;
  std::vector<unsigned char> bytes_;
};

/// Whether two handles of a variable may have these counts. They must be equal, except for a text,
/// which may have grown in between (A30).
inline bool may_both_be_counts(MPI_Datatype datatype, int one, int other) {
  return one == other || datatype == MPI_CHAR;
}

/// For Test::check: a handle may have the count `seen` if another handle of the variable has
/// `known`.
inline auto is_count_beside(int known, int seen, MPI_Datatype datatype) {
  return equals("count", seen, known).unless(may_both_be_counts(datatype, known, seen));
}

/// For Test::check: the value equals `wanted`.
inline auto value_is(const ValueBuffer& seen, const ValueBuffer& wanted) {
  return detail::expected(seen.equals(wanted), [&] {
    return Fact{"", "buf", Relation::one_of, {wanted.literal()}, seen.literal()};
  });
}

/// The value differs from `unwanted`.
inline auto value_is_not(const ValueBuffer& seen, const ValueBuffer& unwanted) {
  return detail::expected(!seen.equals(unwanted), [&] {
    return Fact{"", "buf", Relation::none_of, {unwanted.literal()}, seen.literal()};
  });
}

/// text() of a value, or that the value could not be read.
std::string value_text(const std::optional<ValueBuffer>& value);

}  // namespace mpitcheck
