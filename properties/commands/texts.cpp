// SPDX-License-Identifier: BSD-3-Clause
// Chooses buffers and compares what was written.
#include "properties/commands/texts.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

#include "conformance/harness/facts/words.hpp"

namespace mpitcheck::properties {

namespace {

constexpr char sentinel = '\x01';  // occurs in no text
constexpr std::size_t canaries = 8;

int chosen_size(unsigned which, int full) {
  switch (which % 8) {
    case 0:
    case 1:
      return static_cast<int>(which / 8 % 5);
    case 2:
      return 0;
    case 3:
      return 1;
    case 4:
      return full;
    case 5:
      return std::max(full - 1, 1);
    case 6:
      return full + 10;
    default:
      return 1 + static_cast<int>(which / 8 % static_cast<unsigned>(full + 3));
  }
}

}  // namespace

TextProbe::TextProbe(unsigned which, const std::string& full)
    : manner_(which % 8 == 0   ? Manner::null_length
              : which % 8 == 1 ? Manner::null_buffer
                               : Manner::sized),
      full_(static_cast<int>(full.size()) + 1) {
  given_ = chosen_size(which, full_);
  for (Copy& copy : copies_) {
    copy.room.assign(static_cast<std::size_t>(given_) + canaries, sentinel);
    copy.length = given_;
  }
}

char* TextProbe::buffer_of(std::size_t copy) {
  return manner_ == Manner::null_buffer ? nullptr : copies_[copy].room.data();
}

int* TextProbe::length_of(std::size_t copy) {
  return manner_ == Manner::null_length ? nullptr : &copies_[copy].length;
}

// Whether a null was written, and nothing else.
bool TextProbe::is_null_only(const Copy& copy) {
  return copy.room.front() == '\0' &&
         std::all_of(copy.room.begin() + 1, copy.room.end(), [](char c) { return c == sentinel; });
}

// Compares the text up to its null, and everything after the buffer.
bool TextProbe::same_text(const Copy& a, const Copy& b) const {
  if (manner_ != Manner::sized) return a.room == b.room;
  // A24: without room a missing text may still be a null.
  if (given_ == 0) return a.room == b.room || (full_ == 1 && is_null_only(a));
  const auto size = static_cast<std::size_t>(given_);
  const std::size_t length = ::strnlen(b.room.data(), size);
  return ::strnlen(a.room.data(), size) == length &&
         std::memcmp(a.room.data(), b.room.data(), length) == 0 &&
         std::equal(a.room.begin() + given_, a.room.end(), b.room.begin() + given_);
}

std::string TextProbe::text_of(const Copy& copy) const {
  std::string text = manner_ == Manner::null_length ? "" : join("length ", copy.length, ", ");
  const auto touched =
      std::find_if(copy.room.begin(), copy.room.end(), [](char c) { return c != sentinel; });
  if (touched == copy.room.end()) return text + "buffer untouched";
  if (std::any_of(copy.room.begin() + given_, copy.room.end(),
                  [](char c) { return c != sentinel; })) {
    return text + "bytes written behind the buffer";
  }
  const std::size_t length = ::strnlen(copy.room.data(), static_cast<std::size_t>(given_));
  return text + in_quotes(std::string_view(copy.room.data(), length));
}

void TextProbe::judge(const Judge& judge, const std::string& owner, std::string_view part) const {
  const Clause length_clause = manner_ == Manner::null_length
                                   ? clause::strings_null_length_ignores_buffer
                               : manner_ == Manner::null_buffer ? clause::strings_null_buffer_query
                               : given_ == 0                    ? clause::strings_zero_size_query
                               : given_ < full_ ? clause::strings_length_out_on_truncation
                                                : clause::strings_length_out_on_fit;
  const Clause text_clause = manner_ != Manner::sized || given_ == 0 ? length_clause
                             : given_ == 1                           ? clause::strings_n_equals_1
                             : given_ < full_  ? clause::strings_truncation_keeps_prefix
                             : given_ == full_ ? clause::strings_exact_fit
                                               : clause::strings_at_most_n_minus_1;
  const Copy& shown = copies_[0];
  const auto subject = [&] {
    return join(part, " of ", owner,
                manner_ == Manner::null_length   ? " without length"
                : manner_ == Manner::null_buffer ? " without buffer"
                                                 : join(" with n = ", given_));
  };
  const auto is_as_in_a_mirror = [&](const auto& is_same) {
    return has_property(
        "", std::cref(shown),
        [&](const Copy& copy) {
          return std::any_of(copies_.begin() + 1, copies_.end(),
                             [&](const Copy& mirrored) { return is_same(copy, mirrored); });
        },
        [&] {
          const std::string one = text_of(copies_[1]);
          const std::string other = text_of(copies_[2]);
          return one == other ? one : one + " or " + other;
        },
        [&](const Copy& copy) { return text_of(copy); });
  };
  judge.output(text_clause, subject, is_as_in_a_mirror([&](const Copy& one, const Copy& other) {
                 return same_text(one, other);
               }));
  judge.output(length_clause, subject, is_as_in_a_mirror([](const Copy& one, const Copy& other) {
                 return one.length == other.length;
               }));
}

}  // namespace mpitcheck::properties
