// SPDX-License-Identifier: BSD-3-Clause
// Strings read into buffers of every size: what is stored, and which length comes back.
#include <algorithm>
#include <string>
#include <vector>

#include "harness/mpi.hpp"
#include "harness/test.hpp"
#include "harness/texts.hpp"

namespace mpitcheck {
namespace {

// Whether the text has to fit.
enum class Reads { all, cutting, fitting };

// Reads each text of the target with each size worth a look; all sizes once is enough.
template <class Look>
void each_read(const Test& t, Reads which, const Look& look) {
  const bool every_size = t.phase() == "before MPI_Init";
  for (const TextQuery& query : text_queries()) {
    for (const int n : buffer_sizes(query, every_size)) {
      const Reads kind = n <= query.length() ? Reads::cutting : Reads::fitting;
      if (which == Reads::all || which == kind) look(query, TextRead(query, n));
    }
  }
}

auto subject_of(const TextQuery& query, const TextRead& read) {
  return [&query, &read] { return join(query.label(), " with n = ", read.given); };
}

std::string expected_length(int full, int given) {
  return full == given ? join("length ", full) : join("length ", full, " or ", given);
}

}  // namespace

MPITCHECK_TEST("strings.read.within-n-characters",
               "A buffer of n characters gets at most n-1 and a null, and nothing else is written.",
               cites(clause::strings_at_most_n_minus_1), needs::each_phase) {
  each_read(t, Reads::all, [&t](const TextQuery& query, const TextRead& read) {
    t.check(clause::strings_at_most_n_minus_1, subject_of(query, read),
            read.code == MPI_SUCCESS && read.text() && read.buffer.only_first_written(read.given),
            "a null within the first n bytes, the bytes around them untouched", [&] {
              return join(read.label(), read.buffer.only_first_written(read.given)
                                            ? ", nothing written outside"
                                            : ", written outside");
            });
  });
}

MPITCHECK_TEST("strings.read.truncation-keeps-prefix",
               "A text of n or more characters is cut to exactly its first n-1.",
               cites(clause::strings_truncation_keeps_prefix), needs::each_phase) {
  each_read(t, Reads::cutting, [&t](const TextQuery& query, const TextRead& read) {
    const std::string prefix = query.full.substr(0, static_cast<std::size_t>(read.given - 1));
    t.check(
        clause::strings_truncation_keeps_prefix, subject_of(query, read), read.text() == prefix,
        [&] { return in_quotes(prefix); }, read);
  });
}

MPITCHECK_TEST("strings.read.exact-fit",
               "A buffer of the length plus one gets the whole text, one of a byte less loses the "
               "last character.",
               cites(clause::strings_exact_fit), needs::each_phase) {
  for (const TextQuery& query : text_queries()) {
    const TextRead fits(query, query.length() + 1);
    t.check(
        clause::strings_exact_fit, subject_of(query, fits), fits.text() == query.full,
        [&] { return in_quotes(query.full); }, fits);
    if (query.full.empty()) continue;
    const TextRead less(query, query.length());
    const std::string shorter = query.full.substr(0, query.full.size() - 1);
    t.check(
        clause::strings_exact_fit, subject_of(query, less), less.text() == shorter,
        [&] { return in_quotes(shorter); }, less);
  }
}

MPITCHECK_TEST("strings.read.one-byte", "A buffer of one byte gets the empty string.",
               cites(clause::strings_n_equals_1), needs::each_phase) {
  for (const TextQuery& query : text_queries()) {
    const TextRead read(query, 1);
    t.check(clause::strings_n_equals_1, subject_of(query, read),
            read.code == MPI_SUCCESS && read.text() == "" && read.buffer.only_first_written(1),
            "the null in the first byte, the next byte untouched", read);
  }
}

MPITCHECK_TEST(
    "strings.read.length-on-truncation",
    "The length that comes back from a cut text is that of the full or the stored text, plus one.",
    cites(clause::strings_length_out_on_truncation), needs::each_phase) {
  bool any_full = false;
  bool any_stored = false;
  each_read(t, Reads::cutting, [&](const TextQuery& query, const TextRead& read) {
    const int full = query.length() + 1;
    t.check(
        clause::strings_length_out_on_truncation, subject_of(query, read),
        read.length == full || read.length == read.given,
        [&] { return expected_length(full, read.given); }, read);
    any_full = any_full || read.length == full;
    any_stored = any_stored || read.length == read.given;
  });
  if (!any_full && !any_stored) return;
  t.behaviour(clause::strings_length_out_on_truncation, "length-after-truncation",
              any_full && any_stored ? "full text plus one or n, depending on the text"
              : any_full             ? "full text plus one"
                                     : "n");
}

MPITCHECK_TEST(
    "strings.read.length-on-fit",
    "The length that comes back from a text that fits is its own plus one, or as passed.",
    cites(clause::strings_length_out_on_fit), needs::each_phase) {
  bool unchanged = false;
  each_read(t, Reads::fitting, [&](const TextQuery& query, const TextRead& read) {
    const int full = query.length() + 1;
    if (!t.check(clause::strings_length_out_on_fit, subject_of(query, read),
                 at_least(query.part + "_len", read.length, 1))) {
      return;
    }
    t.check(
        clause::strings_length_out_on_fit, subject_of(query, read),
        read.length == full || read.length == read.given,
        [&] { return expected_length(full, read.given); }, read);
    unchanged = unchanged || (read.length == read.given && read.given != full);
  });
  t.behaviour(clause::strings_length_out_on_fit, "length-after-fit",
              unchanged ? "as passed" : "text plus one");
}

MPITCHECK_TEST("strings.read.two-steps",
               "A size query and a read with that size deliver the complete text.",
               cites(clause::strings_two_step_read), needs::each_phase) {
  for (const TextQuery& query : text_queries()) {
    int asked = 0;
    const int code = query.get(nullptr, &asked);
    if (!t.check_code(clause::strings_two_step_read, query, code, {MPI_SUCCESS}) ||
        !t.check(clause::strings_two_step_read, query, at_least(query.part + "_len", asked, 1))) {
      continue;
    }
    const TextRead read(query, asked);
    t.check(
        clause::strings_two_step_read, query,
        read.code == MPI_SUCCESS && read.text() == query.full && read.length == asked,
        [&] { return join(in_quotes(query.full), " and length ", query.length() + 1); },
        [&] { return join("size query ", asked, ", then ", read.label()); });
  }
}

}  // namespace mpitcheck
