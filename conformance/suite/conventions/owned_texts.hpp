// SPDX-License-Identifier: BSD-3-Clause
// Checks the rules of texts for all names and descriptions of one kind of object.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/texts.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// For Test::check: no byte was written before the text, nor at `from` or beyond.
inline auto nothing_written_from(int from, std::string_view part, const GuardedText& buffer) {
  const int at = buffer.written_outside(from).value_or(from);
  return equals(join(part, '[', at, ']'), buffer.at(at), GuardedText::untouched_byte);
}

/// The returned length is that of the full text with its null, or the length passed.
inline auto is_full_or_given(const TextQuery& query, const TextRead& read) {
  return is_one_of(query.part + "_len", read.length, {query.length() + 1, read.given})
      .as_in("strlen(" + query.part + ") + 1");
}

/// Reads the text into `size` bytes, at least one, and checks what was stored and where it ends.
inline void check_text_in(Test& t, Clause rule, const TextQuery& query, int size) {
  const TextRead read(query, size);
  const auto subject = [&] { return join(query.label(), " in ", size, " bytes"); };
  if (!t.check_code(rule, subject, read.code, {MPI_SUCCESS})) return;
  const auto text = read.text();
  if (!text) {
    const std::string last = join(query.part, '[', size - 1, ']');
    t.check(rule, subject, equals(last, read.buffer.at(size - 1), 0));
    return;
  }
  const std::string kept = query.full.substr(0, static_cast<std::size_t>(size - 1));
  const bool stored = kept == query.full
                          ? t.check(rule, subject, is_text(query.part, *text, kept).as_before())
                          : check_stores(t, rule, subject, query, read, kept);
  if (stored && t.check(rule, subject, nothing_written_from(size, query.part, read.buffer)) &&
      query.has_telling_length()) {
    t.check(rule, subject, is_full_or_given(query, read));
  }
}

/// Checks `rule` for all texts whose owner begins with `kind`, and `rule_of_missing` for the length
/// of missing descriptions.
inline void check_texts_of(Test& t, std::string_view kind, Clause rule,
                           std::optional<Clause> rule_of_missing = {}) {
  for (const TextQuery& query : text_queries()) {
    if (!query.owner.starts_with(kind)) continue;
    const bool missing = query.part == "desc" && query.full.empty();
    const std::string length_name = query.part + "_len",
                      text_length = "strlen(" + query.part + ") + 1";
    GuardedText unread(8);
    for (char* const text : {static_cast<char*>(nullptr), unread.data()}) {
      int length = 0;
      if (!t.check_code(rule, query, query.get(text, &length), {MPI_SUCCESS})) continue;
      if (!query.has_telling_length()) continue;
      t.check(rule, query, equals(length_name, length, query.length() + 1).as_in(text_length));
    }
    if (missing && rule_of_missing && query.has_telling_length()) {
      t.check(*rule_of_missing, query, at_least(length_name, TextRead(query, 8).length, 1));
    }
    // A24: a missing description must have a null as its first character.
    const bool null_only = missing && unread.at(0) == '\0';
    t.check(rule, query.label() + " in 0 bytes",
            nothing_written_from(null_only ? 1 : 0, query.part, unread));
    // The largest size first: a text that is wrong there is wrong at every size.
    const std::vector<int> sizes = buffer_sizes(query, false);
    for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
      check_text_in(t, rule, query, *size);
    }
  }
}

}  // namespace mpitcheck
