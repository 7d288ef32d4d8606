// SPDX-License-Identifier: BSD-3-Clause
// All outputs of one query: as a number, which threads compare, and by fields, for messages.
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

/// The code of a query, and a digest of all its outputs.
struct Answer {
  int code;
  std::uint64_t digest;

  bool operator==(const Answer&) const = default;
};

/// The first difference between two answers: name "one", name "other".
struct Difference {
  std::string one, other;
};

/// The outputs of a query. The memory is reused: a thread that repeats queries does not allocate.
class Reply {
 public:
  void begin();
  void text(std::string_view field, const char* text, int length);
  /// An integer constant of `kind` (names.hpp), or with an empty kind a plain number.
  void number(std::string_view field, std::string_view kind, int value);
  void datatype(std::string_view field, MPI_Datatype value);
  void bytes(std::string_view field, const void* data, std::size_t size);
  Answer end(int code);

  [[nodiscard]] const Answer& answer() const { return answer_; }
  /// The first difference of two replies; nothing if they are equal.
  [[nodiscard]] std::optional<Difference> difference(const Reply& other) const;

 private:
  enum class Shape { text, number, datatype, bytes };
  struct Field {
    std::string_view name, kind;  // static storage
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

/// Whether a query of an entry includes the items of its enumeration.
enum class Enumerations { asked_for, left_out };

/// Queries everything about the entry: its description, and its members or enumeration. The queries
/// are not recorded, so that any thread may call it.
Answer ask(const Item& item, Reply& into, Enumerations enumerations = Enumerations::asked_for);
Answer ask(const Item& item);

/// Number of entries of the list; 0 if the library lacks the list.
int length(List list);

/// All entries of all lists that a single thread can query without a crash, tried in children.
/// Reports the others to `t`: a crash in one thread shows nothing about several threads.
std::vector<Item> askable_items(Test& t);

/// The replies of all items' queries in a single thread.
std::vector<Reply> ask_all(const std::vector<Item>& items);

}  // namespace mpitcheck::stress
