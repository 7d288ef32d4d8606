// SPDX-License-Identifier: BSD-3-Clause
// Strings queried without a buffer, without a length, and in pairs.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/texts.hpp"
#include "conformance/harness/objects/whole_text.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr int first_room = 64;
constexpr std::string_view parts[] = {"name", "desc"};

std::string buffer_text(const GuardedText& buffer) {
  return buffer.untouched() ? "buffer untouched" : "buffer written";
}

// Checks that a size query succeeds and returns the length of the text with its null. Returns
// whether it did.
template <class Subject>
bool check_full_length(Test& t, Clause clause, const Subject& subject, const TextQuery& query,
                       int code, int length) {
  return t.check_code(clause, subject, code, {MPI_SUCCESS}) && query.has_telling_length() &&
         t.check(clause, subject, at_least(query.part + "_len", length, 1)) &&
         t.check(clause, subject,
                 equals(query.part + "_len", length, query.length() + 1)
                     .as_in("strlen(" + query.part + ") + 1"));
}

// Checks that a call with a null length succeeded and did not write the buffer of that text.
template <class Subject>
void check_ignored(Test& t, const Subject& subject, std::string_view part, int code,
                   const GuardedText& buffer) {
  constexpr Clause rule = clause::strings_null_length_ignores_buffer;
  if (t.check_code(rule, subject, code, {MPI_SUCCESS}) &&
      t.check(rule, subject, at_most(join("extent(", part, ")"), buffer.extent(), 0))) {
    t.check(rule, subject, is_untouched(bytes_before_buffer, buffer.untouched()));
  }
}

// Both texts of a pair, read into large buffers. Longer texts are cut.
struct WholePair {
  explicit WholePair(const PairQuery& pair) {
    WholeText name, desc;
    name.make_room(WholeText::usual);
    desc.make_room(WholeText::usual);
    const TextOut to_name = name.out(), to_desc = desc.out();
    code = pair.get(to_name.buffer, to_name.length, to_desc.buffer, to_desc.length);
    texts = {name.take(), desc.take()};
    lengths = {*to_name.length, *to_desc.length};
  }

  int code;
  std::array<std::string, 2> texts;
  std::array<int, 2> lengths;
};

// One text of a pair as stored by a query of both.
struct Stored {
  GuardedText text{first_room};
  int length;
};

// Checks that the text equals that of an earlier query, up to the null or its length `n`.
template <class Subject>
bool check_same(Test& t, const Subject& subject, std::string_view part, const Stored& seen,
                const Stored& wanted, int n) {
  constexpr Clause rule = clause::strings_independent_pairs;
  const auto at = [](const Stored& stored, int place) { return stored.text.at(place); };
  int place = 0;
  while (place + 1 < n && at(seen, place) == at(wanted, place) && at(seen, place) != '\0') ++place;
  const auto stored =
      has_character(part, static_cast<std::size_t>(place), at(seen, place), at(wanted, place));
  return (n == 0 || t.check(rule, subject, stored.as_before())) &&
         t.check(rule, subject, equals(join(part, "_len"), seen.length, wanted.length).as_before());
}

}  // namespace

MPITCHECK_TEST("strings.query.null-buffer",
               "A query with a null buffer returns the required size, whatever length is passed.",
               cites(clause::strings_null_buffer_query), needs::each_phase) {
  for (const TextQuery& query : text_queries()) {
    for (const int n : {0, 1, 1000}) {
      int length = n;
      const int code = query.get(nullptr, &length);
      // A library that ignores the query ignores it for every n.
      if (!check_full_length(
              t, clause::strings_null_buffer_query,
              [&] { return join(query.label(), " with a null buffer and n = ", n); }, query, code,
              length)) {
        break;
      }
    }
  }
  for (const PairQuery& pair : pair_queries()) {
    int lengths[2] = {0, 0};
    t.check_code(clause::strings_null_buffer_query,
                 [&] { return pair.owner + " with null buffers for name and desc"; },
                 pair.get(nullptr, &lengths[0], nullptr, &lengths[1]), {MPI_SUCCESS});
  }
}

MPITCHECK_TEST("strings.query.zero-size",
               "A query with length zero returns the required size and no text.",
               cites(clause::strings_zero_size_query), needs::each_phase) {
  std::set<std::string> of_missing;
  for (const TextQuery& query : text_queries()) {
    GuardedText buffer(first_room);
    int length = 0;
    const int code = query.get(buffer.data(), &length);
    check_full_length(t, clause::strings_zero_size_query, query, query, code, length);
    // A24: a missing description must have a null as its first character.
    const bool is_missing = query.part == "desc" && query.full.empty();
    const auto subject = [&] { return query.label() + " with n = 0"; };
    constexpr Clause rule = clause::strings_zero_size_query;
    const int extent = buffer.extent();
    if (t.check(rule, subject, at_most("extent(" + query.part + ")", extent, is_missing ? 1 : 0)) &&
        (extent < 1 || t.check(rule, subject, has_character(query.part, 0, buffer.at(0), '\0')))) {
      t.check(rule, subject, is_untouched(bytes_before_buffer, buffer.only_first_written(1)));
    }
    if (is_missing) of_missing.insert(buffer_text(buffer));
  }
  for (const std::string& what : of_missing) {
    t.behaviour(clause::strings_zero_size_query, "length 0 for a missing description", what);
  }
}

// Several libraries dereference the length without a check, so each query runs in a child.
MPITCHECK_TEST(
    "strings.query.null-length",
    "With a null length the buffer is ignored, whether it is null or not, and the call succeeds.",
    cites(clause::strings_null_length_ignores_buffer), needs::each_phase) {
  t.each_isolated(clause::strings_null_length_ignores_buffer, text_queries(),
                  [&t](const TextQuery& query) {
                    GuardedText buffer(first_room);
                    const int code = query.get(buffer.data(), nullptr);
                    check_ignored(t, query, query.part, code, buffer);
                    const int code_of_both_null = query.get(nullptr, nullptr);
                    t.check_code(clause::strings_null_length_ignores_buffer,
                                 [&] { return query.label() + " with buffer and length null"; },
                                 code_of_both_null, {MPI_SUCCESS});
                  });
}

MPITCHECK_TEST("strings.query.null-length-of-one",
               "A null length for one text of a pair does not affect the other text.",
               cites(clause::strings_null_length_ignores_buffer, clause::strings_independent_pairs),
               needs::each_phase) {
  t.each_isolated(
      clause::strings_null_length_ignores_buffer, pair_queries(), [&t](const PairQuery& pair) {
        const WholePair expected(pair);
        if (expected.code != MPI_SUCCESS) return;
        for (const int skipped : {0, 1}) {
          GuardedText ignored(first_room);
          WholeText other;
          other.make_room(WholeText::usual);
          const auto [text, length] = other.out();
          const int code = skipped == 0 ? pair.get(ignored.data(), nullptr, text, length)
                                        : pair.get(text, length, ignored.data(), nullptr);
          const auto subject = [&] {
            return join(pair.owner, " with a null ", skipped == 0 ? "name_len" : "desc_len");
          };
          check_ignored(t, subject, parts[skipped], code, ignored);
          if (code != MPI_SUCCESS) continue;  // a failed call returns nothing to compare
          constexpr Clause rule = clause::strings_independent_pairs;
          const std::string_view part = parts[1 - skipped];
          if (t.check(rule, subject,
                      is_text(part, other.take(), expected.texts[1 - skipped]).as_before())) {
            t.check(rule, subject,
                    equals(join(part, "_len"), *length, expected.lengths[1 - skipped]).as_before());
          }
        }
      });
}

MPITCHECK_TEST("strings.query.pairs-are-independent",
               "A size query for one text of a pair and a short read of the other are independent.",
               cites(clause::strings_independent_pairs), needs::each_phase) {
  for (const PairQuery& pair : pair_queries()) {
    int lengths[2] = {0, 0};
    // A refusal of null buffers breaks strings-null-buffer-query.
    if (pair.get(nullptr, &lengths[0], nullptr, &lengths[1]) != MPI_SUCCESS) continue;
    const WholePair whole(pair);
    for (const int read : {0, 1}) {
      const int n = std::min(static_cast<int>(whole.texts[read].size()) + 1, 4);
      const auto get = [&](char* text, int* length, char* other_text, int* other_length) {
        return read == 0 ? pair.get(text, length, other_text, other_length)
                         : pair.get(other_text, other_length, text, length);
      };
      constexpr Clause rule = clause::strings_independent_pairs;
      const std::string_view part = parts[read], other_part = parts[1 - read];
      const auto subject_beside = [&](std::string_view what) {
        return [&, what] {
          return join(part, " of ", pair.owner, " read with n = ", n, " beside ", what, " of ",
                      other_part);
        };
      };
      Stored alone{.length = n};
      int unused = 0;
      get(alone.text.data(), &alone.length, nullptr, &unused);
      Stored together{.length = n};
      int asked = 0;
      const int code = get(together.text.data(), &together.length, nullptr, &asked);
      const auto beside_size = subject_beside("a size query");
      if (t.check_code(rule, beside_size, code, {MPI_SUCCESS}) &&
          t.check(rule, beside_size,
                  equals(join(other_part, "_len"), asked, lengths[1 - read]).as_before())) {
        check_same(t, beside_size, part, together, alone, n);
      }
      Stored beside{.length = n};
      Stored other{.length = 1};
      get(beside.text.data(), &beside.length, other.text.data(), &other.length);
      const auto beside_read = subject_beside("a one-byte read");
      if (check_same(t, beside_read, part, beside, alone, n)) {
        t.check(rule, beside_read, has_character(other_part, 0, other.text.at(0), '\0'));
      }
    }
  }
}

}  // namespace mpitcheck
