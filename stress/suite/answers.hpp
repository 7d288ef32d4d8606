// SPDX-License-Identifier: BSD-3-Clause
// Everything that one query says: in one number, which threads compare, and field by field, for
// messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {
class Test;
}

namespace mpitcheck::stress {

enum class List { cvars, pvars, categories, events };
inline constexpr List all_lists[] = {List::cvars, List::pvars, List::categories, List::events};

/// An entry of a list, by its index.
struct Item {
  List list;
  int index;

  [[nodiscard]] std::string label() const;  // cvar 12
};

/// The code of a query, and a digest of all that came out of it.
struct Answer {
  int code;
  std::uint64_t digest;

  bool operator==(const Answer&) const = default;
};

/// Two answers side by side, where they differ first: name "one", name "other".
struct Difference {
  std::string one, other;
};

/// What came out of a query. Its memory is used again: a thread that asks on and on allocates none.
class Reply {
 public:
  void begin();
  void text(std::string_view field, const char* text, int length);
  /// An integer constant of `kind` (names.hpp), or with an empty kind just a number.
  void number(std::string_view field, std::string_view kind, int value);
  void datatype(std::string_view field, MPI_Datatype value);
  void bytes(std::string_view field, const void* data, std::size_t size);
  Answer end(int code);

  [[nodiscard]] const Answer& answer() const { return answer_; }
  /// Where two replies differ; nothing if they are the same.
  [[nodiscard]] std::optional<Difference> difference(const Reply& other) const;

 private:
  enum class Shape { text, number, datatype, bytes };
  struct Field {
    std::string_view name, kind;  // of static life
    Shape shape;
    std::size_t begin, end;  // in raw_
  };
  void add(std::string_view field, std::string_view kind, Shape shape, const void* data,
           std::size_t size);
  [[nodiscard]] std::string_view raw(const Field& field) const;
  [[nodiscard]] std::string shown(const Field& field) const;
  [[nodiscard]] std::string shown(std::size_t field) const;

  std::string raw_;
  std::vector<Field> fields_;
  Answer answer_{};
};

/// Whether a query goes on from an entry to the items of its enumeration.
enum class Enumerations { asked_for, left_out };

/// Asks for everything of the entry: its description; where there are members or an enumeration,
/// those too. Unrecorded: for any thread.
Answer ask(const Item& item, Reply& into, Enumerations enumerations = Enumerations::asked_for);
Answer ask(const Item& item);

/// How many entries the list has; 0 if the library lacks the list.
int length(List list);

/// All entries of all lists that a single thread can ask about and live, tried in children: what
/// kills one thread says nothing of several. Tells `t` which it left out.
std::vector<Item> askable_items(Test& t);

/// What each item's query returns to a single thread.
std::vector<Reply> ask_all(const std::vector<Item>& items);

}  // namespace mpitcheck::stress
