// SPDX-License-Identifier: BSD-3-Clause
// Strings asked for without a buffer, without a length, in pairs; names passed in.
#include <algorithm>
#include <string>
#include <vector>

#include "harness/mpi.hpp"
#include "harness/names.hpp"
#include "harness/test.hpp"
#include "harness/texts.hpp"

namespace mpitcheck {
namespace {

constexpr int room = 64;

}  // namespace

MPITCHECK_TEST("strings.query.null-buffer",
               "A null buffer asks for the size needed, whatever length is passed.",
               cites(clause::strings_null_buffer_query), needs::each_phase) {
  for (const TextQuery& query : text_queries()) {
    for (const int n : {0, 1, 1000}) {
      int length = n;
      const int code = query.get(nullptr, &length);
      t.check(
          clause::strings_null_buffer_query,
          [&] { return join(query.label(), " with a null buffer and n = ", n); },
          code == MPI_SUCCESS && length == query.length() + 1,
          [&] { return join("MPI_SUCCESS, length ", query.length() + 1); },
          [&] { return join(code_name(code), ", length ", length); });
    }
  }
}

MPITCHECK_TEST("strings.query.zero-size",
               "Length zero asks for the size needed and leaves the buffer alone.",
               cites(clause::strings_zero_size_query), needs::each_phase) {
  for (const TextQuery& query : text_queries()) {
    GuardedText buffer(room);
    int length = 0;
    const int code = query.get(buffer.data(), &length);
    t.check(
        clause::strings_zero_size_query, query,
        code == MPI_SUCCESS && length == query.length() + 1 && buffer.untouched(),
        [&] { return join("MPI_SUCCESS, length ", query.length() + 1, ", buffer untouched"); },
        [&] {
          return join(code_name(code), ", length ", length, ", buffer ",
                      buffer.untouched() ? "untouched" : "written");
        });
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
                code == MPI_SUCCESS && buffer.untouched(), "MPI_SUCCESS, buffer untouched", [&] {
                  return join(code_name(code), ", buffer ",
                              buffer.untouched() ? "untouched" : "written");
                });
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
                  [&] {
                    return join(code_name(code), ", its buffer ",
                                ignored.untouched() ? "untouched" : "written");
                  });
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
    pair.get(nullptr, &lengths[0], nullptr, &lengths[1]);
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
      t.check(
          clause::strings_independent_pairs,
          [&] { return join(pair.owner, read == 0 ? ", name read" : ", desc read"); },
          code == MPI_SUCCESS && asked == lengths[1 - read] && together.text(n) == alone.text(n) &&
              together_length == alone_length && beside.text(n) == alone.text(n) &&
              beside_length == alone_length && other.text(1) == "",
          "the same as each text by itself",
          [&] {
            return join(code_name(code), ", length ", together_length, " and size ", asked,
                        "; beside a one-byte read ", beside_length);
          });
    }
  }
}

}  // namespace mpitcheck
