// SPDX-License-Identifier: BSD-3-Clause
// Strings read into buffers of every size: the stored text and the returned length.
#include <algorithm>
#include <string>
#include <vector>

#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/texts.hpp"
#include "conformance/harness/process/habits.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/owned_texts.hpp"

namespace mpitcheck {
namespace {

// Which sizes: all, those that cut the text, or those that fit it.
enum class Reads { all, cutting, fitting };

// Reads each text of the target at each size that is worth a test. All sizes are needed only once.
template <class Look>
void each_read(Reads which, const Look& look) {
  const bool every_size = Progress::instance().phase() == "before MPI_Init";
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

}  // namespace

MPITCHECK_TEST("strings.read.within-n-characters",
               "A buffer of n characters receives at most n-1 characters and a null, and nothing "
               "else is written.",
               cites(clause::strings_at_most_n_minus_1), needs::each_phase) {
  each_read(Reads::all, [&t](const TextQuery& query, const TextRead& read) {
    constexpr Clause rule = clause::strings_at_most_n_minus_1;
    const auto subject = subject_of(query, read);
    const auto text = read.text();
    const int length = text ? static_cast<int>(text->size()) : read.given;
    const int extent = read.buffer.extent();
    if (t.check_code(rule, subject, read.code, {MPI_SUCCESS}) &&
        t.check(rule, subject, below("strlen(" + query.part + ")", length, read.given)) &&
        t.check(rule, subject, at_most("extent(" + query.part + ")", extent, read.given))) {
      t.check(rule, subject,
              is_untouched(bytes_before_buffer, read.buffer.only_first_written(read.given)));
    }
  });
}

MPITCHECK_TEST("strings.read.truncation-keeps-prefix",
               "A text of n or more characters is cut to exactly its first n-1 characters.",
               cites(clause::strings_truncation_keeps_prefix), needs::each_phase) {
  each_read(Reads::cutting, [&t](const TextQuery& query, const TextRead& read) {
    const std::string prefix = query.full.substr(0, static_cast<std::size_t>(read.given - 1));
    check_stores(t, clause::strings_truncation_keeps_prefix, subject_of(query, read), query, read,
                 prefix);
  });
}

MPITCHECK_TEST("strings.read.exact-fit",
               "A buffer of the text's length plus one receives the whole text. A buffer one byte "
               "smaller loses the last character.",
               cites(clause::strings_exact_fit), needs::each_phase) {
  for (const TextQuery& query : text_queries()) {
    const TextRead fits(query, query.length() + 1);
    check_stores(t, clause::strings_exact_fit, subject_of(query, fits), query, fits, query.full);
    if (query.full.empty()) continue;
    const TextRead less(query, query.length());
    const std::string shorter = query.full.substr(0, query.full.size() - 1);
    check_stores(t, clause::strings_exact_fit, subject_of(query, less), query, less, shorter);
  }
}

MPITCHECK_TEST("strings.read.one-byte", "A buffer of one byte receives the empty string.",
               cites(clause::strings_n_equals_1), needs::each_phase) {
  for (const TextQuery& query : text_queries()) {
    const TextRead read(query, 1);
    constexpr Clause rule = clause::strings_n_equals_1;
    const auto subject = subject_of(query, read);
    const int extent = read.buffer.extent();
    if (t.check_code(rule, subject, read.code, {MPI_SUCCESS}) &&
        check_stores(t, rule, subject, query, read, "") &&
        t.check(rule, subject, at_most("extent(" + query.part + ")", extent, 1))) {
      t.check(rule, subject, is_untouched(bytes_before_buffer, read.buffer.only_first_written(1)));
    }
  }
}

MPITCHECK_TEST(
    "strings.read.length-on-truncation",
    "For a cut text, the returned length is that of the full or of the stored text, plus one.",
    cites(clause::strings_length_out_on_truncation), needs::each_phase) {
  bool any_full = false;
  bool any_stored = false;
  each_read(Reads::cutting, [&](const TextQuery& query, const TextRead& read) {
    const int full = query.length() + 1;
    // The stored text is empty: see has_telling_length().
    if (read.given == 1 && is_broken_foundation(lengths_foundation)) return;
    t.check(clause::strings_length_out_on_truncation, subject_of(query, read),
            is_full_or_given(query, read));
    any_full = any_full || read.length == full;
    any_stored = any_stored || read.length == read.given;
  });
  if (!any_full && !any_stored) return;
  t.behaviour(clause::strings_length_out_on_truncation, "length-after-truncation",
              any_full && any_stored ? "full text plus one or n, depending on the text"
              : any_full             ? "full text plus one"
                                     : "n");
}

MPITCHECK_TEST("strings.read.length-on-fit",
               "For a text that fits, the returned length is the text's length plus one, or the "
               "length passed.",
               cites(clause::strings_length_out_on_fit), needs::each_phase) {
  bool unchanged = false;
  each_read(Reads::fitting, [&](const TextQuery& query, const TextRead& read) {
    const int full = query.length() + 1;
    if (!query.has_telling_length()) return;
    if (!t.check(clause::strings_length_out_on_fit, subject_of(query, read),
                 at_least(query.part + "_len", read.length, 1))) {
      return;
    }
    // A cut text fills the buffer, so the reproducer checks that this one fits.
    t.check(clause::strings_length_out_on_fit, subject_of(query, read),
            is_full_or_given(query, read)
                .given(join("strlen(", query.part, ")"), std::to_string(query.length())));
    unchanged = unchanged || (read.length == read.given && read.given != full);
  });
  t.behaviour(clause::strings_length_out_on_fit, "length-after-fit",
              unchanged ? "as passed" : "text plus one");
}

MPITCHECK_TEST("strings.read.two-steps",
               "A size query and a read with that size return the complete text.",
               cites(clause::strings_two_step_read), needs::each_phase) {
  t.missing("a size query that answers as strings-null-buffer-query says");
  for (const TextQuery& query : text_queries()) {
    int asked = 0;
    // A wrong size breaks strings-null-buffer-query, not this rule.
    if (query.get(nullptr, &asked) != MPI_SUCCESS || asked != query.length() + 1) continue;
    const TextRead read(query, asked);
    constexpr Clause rule = clause::strings_two_step_read;
    if (t.check_code(rule, query, read.code, {MPI_SUCCESS}) &&
        check_stores(
            t, rule, [&] { return query.label(); }, query, read, query.full)) {
      t.check(rule, query, equals(query.part + "_len", read.length, asked).as_before());
    }
  }
}

}  // namespace mpitcheck
