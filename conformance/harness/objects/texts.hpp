// SPDX-License-Identifier: BSD-3-Clause
// Every text that the interface returns (names and descriptions), each as a query of its own, and a
// buffer that shows which bytes were written. The string rules hold for all texts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/text.hpp"
#include "mpitcheck/clauses.hpp"

namespace mpitcheck {

class Test;

/// A query that returns a name and a description: of a cvar, pvar, category, event type or source.
struct PairQuery {
  std::string owner;  // cvar 3 "name"
  int index;
  int (*ask)(int index, char* name, int* name_len, char* desc, int* desc_len);

  int get(char* name, int* name_len, char* desc, int* desc_len) const {
    return ask(index, name, name_len, desc, desc_len);
  }

  [[nodiscard]] const std::string& label() const { return owner; }
};

/// The name of an enumeration, or of one of its items.
struct EnumPart {
  MPI_T_enum handle;
  std::optional<int> item;
};

/// A query reduced to one of its texts. Its other outputs, with room for the other text, are
/// ignored.
struct TextQuery {
  std::string part;   // "name" or "desc"
  std::string owner;  // cvar 3 "name"
  std::variant<PairQuery, EnumPart> asked;
  std::string full = {};  // as read with room to spare

  int get(char* text, int* length) const;
  [[nodiscard]] std::string label() const { return part + " of " + owner; }
  [[nodiscard]] int length() const { return static_cast<int>(full.size()); }
  /// Whether the reported length of this text is evidence of its own. It is not for an empty text
  /// if lengths are a broken foundation: without the null, its length is 0.
  [[nodiscard]] bool has_telling_length() const;
};

/// All pairs that the target returns now.
std::vector<PairQuery> pair_queries();

/// All texts that the target returns now: both parts of the pairs, enumerations and their items.
/// Texts that cannot be read are not listed.
std::vector<TextQuery> text_queries();

/// The buffer sizes to test, from 1 on: those around the ends of the text. With `every_size` and a
/// name that is not very long: all sizes up to its length plus 2.
std::vector<int> buffer_sizes(const TextQuery& query, bool every_size);

/// The subject of a check of the canaries before a GuardedText.
inline constexpr std::string_view bytes_before_buffer = "the bytes before the buffer";

/// Room for `size` characters with canaries before and after it, all filled with a sentinel that
/// does not occur in texts.
class GuardedText {
 public:
  explicit GuardedText(int size);

  [[nodiscard]] char* data();
  /// Whether no byte before the text, at index `n` or beyond was written.
  [[nodiscard]] bool only_first_written(int n) const;
  [[nodiscard]] bool untouched() const { return only_first_written(0); }
  /// The number of characters up to the last one written, including those after the text.
  [[nodiscard]] int extent() const;
  /// The index of a byte before the text, at `from` or beyond that was written.
  [[nodiscard]] std::optional<int> written_outside(int from) const;
  [[nodiscard]] char at(int i) const;
  static constexpr char untouched_byte = '\x01';  ///< occurs in no text
  /// The text up to its null; empty if the first `n` bytes contain no null.
  [[nodiscard]] std::optional<std::string> text(int n) const;

 private:
  static constexpr std::size_t first_ = 32;  // canaries before it
  std::string bytes_;
};

/// The result of one reading of a text.
struct TextRead {
  TextRead(const TextQuery& query, int size_given);

  int given;   // size passed in
  int length;  // length returned
  GuardedText buffer;
  int code;

  [[nodiscard]] std::optional<std::string> text() const { return buffer.text(given); }
  /// MPI_SUCCESS, length 5, "abcd"
  [[nodiscard]] std::string label() const;
};

/// Checks that the reading stored `wanted`, the text of an earlier reading, and a null. Returns
/// whether it did.
bool check_stores(Test& t, Clause rule, const Subject& subject, const TextQuery& query,
                  const TextRead& read, const std::string& wanted);

}  // namespace mpitcheck
