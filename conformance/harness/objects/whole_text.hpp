// SPDX-License-Identifier: BSD-3-Clause
// Reads the texts of a query as a whole. The length that a library reports is itself under test, so
// the first attempt does not use it: the buffer has room to spare, and a larger one is used if the
// text almost fills it. Lengths are queried only if that fails.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <string>

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// The buffer for a text, or NULL, and the text's length.
struct TextOut {
  char* buffer;
  int* length;
};

/// The buffer for one text of a query.
class WholeText {
 public:
  /// The arguments for the next query. Without room it queries the length.
  TextOut out() {
    length_ = static_cast<int>(room_.size());
    return {room_.empty() ? nullptr : room_.data(), &length_};
  }
  void make_room(std::size_t bytes) { room_.assign(bytes, '\0'); }
  /// Makes room for the length that was returned; none if that is not plausible.
  bool make_room_for_length() {
    const bool is_sane = length_ > 0 && static_cast<std::size_t>(length_) <= most;
    make_room(is_sane ? static_cast<std::size_t>(length_) : 0);
    return is_sane;
  }
  /// Whether the text ends well before the buffer does, so that nothing was cut off.
  [[nodiscard]] bool is_whole() const { return size() + slack < room_.size(); }
  /// The text up to the first null, or the whole buffer if there is none.
  [[nodiscard]] std::string take() const { return {room_.data(), size()}; }

  static constexpr std::size_t usual = 1024, most = 1U << 20;  // bytes

 private:
  static constexpr std::size_t slack = 8;
  [[nodiscard]] std::size_t size() const { return ::strnlen(room_.data(), room_.size()); }

  std::string room_;
  int length_ = 0;
};

/// Repeats `query()` until it has returned all texts completely. The query uses out() of each text.
/// Returns whether it succeeded.
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

/// The code of `query(name, desc)` with room for two texts: not a query of lengths, and texts of
/// usual length are not cut.
template <class Query>
int code_of_whole(const Query& query) {
  WholeText name, desc;
  name.make_room(WholeText::usual);
  desc.make_room(WholeText::usual);
  return query(name.out(), desc.out());
}

}  // namespace mpitcheck
