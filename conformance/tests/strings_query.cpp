// SPDX-License-Identifier: BSD-3-Clause
// Strings asked for without a buffer, without a length, in pairs; names passed in.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/mpi.hpp"
#include "harness/names.hpp"
#include "harness/test.hpp"
#include "harness/texts.hpp"

namespace mpitcheck {
namespace {

constexpr int room = 64;

std::string buffer_text(const GuardedText& buffer) {
  return buffer.untouched() ? "buffer untouched" : "buffer written";
}

// That a size query succeeds and gives the length of the text with its null.
template <class Subject>
void check_full_length(Test& t, Clause clause, const Subject& subject, const TextQuery& query,
                       int code, int length) {
  if (!t.check_code(clause, subject, code, {MPI_SUCCESS})) return;
  if (!t.check(clause, subject, at_least(query.part + "_len", length, 1))) return;
  t.check(
      clause, subject, length == query.length() + 1,
      [&] { return join("length ", query.length() + 1); }, [&] { return join("length ", length); });
}

}  // namespace

MPITCHECK_TEST("strings.query.null-buffer",
               "A null buffer asks for the size needed, whatever length is passed.",
               cites(clause::strings_null_buffer_query), needs::each_phase) {
  for (const TextQuery& query : text_queries()) {
    for (const int n : {0, 1, 1000}) {
      int length = n;
      const int code = query.get(nullptr, &length);
      check_full_length(
          t, clause::strings_null_buffer_query,
          [&] { return join(query.label(), " with a null buffer and n = ", n); }, query, code,
          length);
    }
  }
  // Where this fails for both texts, there is no TextQuery.
  for (const PairQuery& pair : pair_queries()) {
    int lengths[2] = {0, 0};
    t.check_code(clause::strings_null_buffer_query,
                 [&] { return pair.owner + " with null buffers for name and desc"; },
                 pair.get(nullptr, &lengths[0], nullptr, &lengths[1]), {MPI_SUCCESS});
  }
}

MPITCHECK_TEST("strings.query.zero-size",
               "Length zero asks for the size needed and returns no text.",
               cites(clause::strings_zero_size_query), needs::each_phase) {
  std::set<std::string> of_missing;
  for (const TextQuery& query : text_queries()) {
    GuardedText buffer(room);
    int length = 0;
    const int code = query.get(buffer.data(), &length);
    check_full_length(t, clause::strings_zero_size_query, query, query, code, length);
    // A24: a missing description has to be a null in the first character.
    const bool is_missing = query.part == "desc" && query.full.empty();
    const bool null_only = buffer.only_first_written(1) && buffer.text(1) == "";
    t.check(
        clause::strings_zero_size_query, [&] { return query.label() + " with n = 0"; },
        buffer.untouched() || (is_missing && null_only),
        is_missing ? "buffer untouched, or a null in its first character" : "buffer untouched",
        [&] { return "buffer written"; });
    if (is_missing) of_missing.insert(buffer_text(buffer));
  }
  for (const std::string& what : of_missing) {
    t.behaviour(clause::strings_zero_size_query, "length 0 for a missing description", what);
  }
}

// Several libraries pass the length on unlooked at, and die of it: each in a child.
MPITCHECK_TEST("strings.query.null-length",
               "With a null length the buffer is ignored; null or not, the call succeeds.",
               cites(clause::strings_null_length_ignores_buffer), needs::each_phase) {
  t.each_isolated(
      clause::strings_null_length_ignores_buffer, text_queries(), [&t](const TextQuery& query) {
        GuardedText buffer(room);
        const int code = query.get(buffer.data(), nullptr);
        t.check(clause::strings_null_length_ignores_buffer, query,
                code == MPI_SUCCESS && buffer.untouched(), "MPI_SUCCESS, buffer untouched",
                [&] { return join(code_name(code), ", ", buffer_text(buffer)); });
        const int code_of_both_null = query.get(nullptr, nullptr);
        t.check_code(clause::strings_null_length_ignores_buffer,
                     [&] { return query.label() + " with buffer and length null"; },
                     code_of_both_null, {MPI_SUCCESS});
      });
}

MPITCHECK_TEST("strings.query.null-length-of-one",
               "A null length for one text of a pair leaves the other one as usual.",
               cites(clause::strings_null_length_ignores_buffer, clause::strings_independent_pairs),
               needs::each_phase) {
  t.each_isolated(
      clause::strings_null_length_ignores_buffer, pair_queries(), [&t](const PairQuery& pair) {
        int expected[2] = {0, 0};
        pair.get(nullptr, &expected[0], nullptr, &expected[1]);
        for (const int skipped : {0, 1}) {
          GuardedText ignored(room);
          int length = 0;
          const int code = skipped == 0 ? pair.get(ignored.data(), nullptr, nullptr, &length)
                                        : pair.get(nullptr, &length, ignored.data(), nullptr);
          const auto subject = [&] {
            return join(pair.owner, " with a null ", skipped == 0 ? "name_len" : "desc_len");
          };
          t.check(clause::strings_null_length_ignores_buffer, subject,
                  code == MPI_SUCCESS && ignored.untouched(), "MPI_SUCCESS, its buffer untouched",
                  [&] { return join(code_name(code), ", its ", buffer_text(ignored)); });
          t.check(
              clause::strings_independent_pairs, subject, length == expected[1 - skipped],
              [&] { return join("the other length ", expected[1 - skipped]); },
              [&] { return std::to_string(length); });
        }
      });
}

MPITCHECK_TEST("strings.query.pairs-are-independent",
               "A size query for one text of a pair and a short read of the other do not mix.",
               cites(clause::strings_independent_pairs), needs::each_phase) {
  for (const PairQuery& pair : pair_queries()) {
    int lengths[2] = {0, 0};
    // Null buffers that are refused are a matter of strings-null-buffer-query.
    if (pair.get(nullptr, &lengths[0], nullptr, &lengths[1]) != MPI_SUCCESS) continue;
    for (const int read : {0, 1}) {
      const int n = std::min(lengths[read], 4);
      const auto get = [&](char* text, int* length, char* other_text, int* other_length) {
        return read == 0 ? pair.get(text, length, other_text, other_length)
                         : pair.get(other_text, other_length, text, length);
      };
      GuardedText alone(room);
      int alone_length = n;
      int unused = 0;
      get(alone.data(), &alone_length, nullptr, &unused);
      GuardedText together(room);
      int together_length = n;
      int asked = 0;
      const int code = get(together.data(), &together_length, nullptr, &asked);
      GuardedText beside(room);
      int beside_length = n;
      GuardedText other(room);
      int other_length = 1;
      get(beside.data(), &beside_length, other.data(), &other_length);
      const auto shown = [n](const GuardedText& text, int length) {
        const auto read_text = text.text(n);
        return join(read_text ? in_quotes(*read_text) : "no null", ", length ", length);
      };
      const std::string texts[2] = {"name", "desc"};
      const auto subject = [&](std::string_view beside_what) {
        return join(texts[read], " of ", pair.owner, " read with n = ", n, " beside ", beside_what,
                    " of ", texts[1 - read]);
      };
      t.check(
          clause::strings_independent_pairs, [&] { return subject("a size query"); },
          code == MPI_SUCCESS && asked == lengths[1 - read] && together.text(n) == alone.text(n) &&
              together_length == alone_length,
          [&] {
            return join("MPI_SUCCESS, ", shown(alone, alone_length), ", size ", lengths[1 - read]);
          },
          [&] {
            return join(code_name(code), ", ", shown(together, together_length), ", size ", asked);
          });
      t.check(
          clause::strings_independent_pairs, [&] { return subject("a one-byte read"); },
          beside.text(n) == alone.text(n) && beside_length == alone_length && other.text(1) == "",
          [&] { return join(shown(alone, alone_length), ", and \"\""); },
          [&] {
            return join(shown(beside, beside_length), ", and ",
                        other.text(1) ? in_quotes(*other.text(1)) : "no null");
          });
    }
  }
}

}  // namespace mpitcheck
