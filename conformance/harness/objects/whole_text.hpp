// SPDX-License-Identifier: BSD-3-Clause
// Reading the texts of a query as a whole. What a library answers to a query of a length is itself
// under test, so the first way does without it: a buffer with room to spare, and a larger one where
// the text comes close to its end. Only where that fails are lengths asked for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <string>

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// Where a query puts a text, or NULL, and the text's length.
struct TextOut {
  char* buffer;
  int* length;
};

/// The buffer for one text of a query.
class WholeText {
 public:
  /// Of the next query; without room it asks for the length.
  TextOut out() {
    length_ = static_cast<int>(room_.size());
    return {room_.empty() ? nullptr : room_.data(), &length_};
  }
  void make_room(std::size_t bytes) { room_.assign(bytes, '\0'); }
  /// As much as the length that came back, or none where that is no sane length.
  bool make_room_for_length() {
    const bool is_sane = length_ > 0 && static_cast<std::size_t>(length_) <= most;
    make_room(is_sane ? static_cast<std::size_t>(length_) : 0);
    return is_sane;
  }
  /// The text ends well before the buffer does, so that nothing was cut off.
  [[nodiscard]] bool is_whole() const { return size() + slack < room_.size(); }
  /// Up to the first null, or all of the buffer where there is none.
  [[nodiscard]] std::string take() const { return {room_.data(), size()}; }

  static constexpr std::size_t usual = 1024, most = 1U << 20;  // bytes

 private:
  static constexpr std::size_t slack = 8;
  [[nodiscard]] std::size_t size() const { return ::strnlen(room_.data(), room_.size()); }

  std::string room_;
  int length_ = 0;
};

/// Makes `query()` until it has delivered all of the texts, which it takes from out() each time;
/// whether it did.
template <class Query>
bool read_whole(const Query& query, std::initializer_list<WholeText*> texts) {
  const auto are_whole = [&] {
    return std::ranges::all_of(texts, [](const WholeText* text) { return text->is_whole(); });
  };
  for (std::size_t bytes = WholeText::usual; bytes <= WholeText::most; bytes *= 8) {
    for (WholeText* text : texts) text->make_room(bytes);
    if (query() != MPI_SUCCESS) break;
    if (are_whole()) return true;
  }
  for (WholeText* text : texts) text->make_room(0);
  if (query() != MPI_SUCCESS) return false;
  bool have_room = true;
  for (WholeText* text : texts) have_room = text->make_room_for_length() && have_room;
  return have_room && query() == MPI_SUCCESS;
}

/// The code of `query(name, desc)`, which gets room for two texts: no size query, nothing cut that
/// is of usual length.
template <class Query>
int code_of_whole(const Query& query) {
  WholeText name, desc;
  name.make_room(WholeText::usual);
  desc.make_room(WholeText::usual);
  return query(name.out(), desc.out());
}

}  // namespace mpitcheck
