// SPDX-License-Identifier: BSD-3-Clause
// The enumerations and the categories of an engine. Both need an external lock. Private to the
// engine's sources.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "reference/engine/core/behaviour.hpp"
#include "reference/engine/core/directory.hpp"
#include "reference/engine/core/registration.hpp"
#include "reference/engine/core/text.hpp"
#include "reference/engine/core/types.hpp"

namespace mpit {

class Enumerations {
 public:
  /// Throws std::invalid_argument for a name that is taken.
  EnumType add(EnumSpec spec);
  void withdraw(EnumType enumtype) noexcept;
  /// Null for anything but an enumeration.
  const EnumSpec* find(EnumType enumtype) const noexcept;
  /// The enumeration of a variable, or null. Throws std::invalid_argument if the variable may not
  /// have it.
  const EnumSpec* of(const std::string& variable, Datatype datatype, EnumType enumtype) const;

  std::size_t mark() const noexcept { return records_.size(); }
  void cut(std::size_t size) noexcept { records_.cut(size); }

 private:
  Directory<std::unique_ptr<const EnumSpec>> records_;
};

struct CategoryRecord {
  explicit CategoryRecord(Texts of) : texts(of) {}

  std::vector<int>& of(Member kind) { return members[static_cast<std::size_t>(kind)]; }
  const std::vector<int>& of(Member kind) const { return members[static_cast<std::size_t>(kind)]; }

  const Texts texts;
  std::array<std::vector<int>, 4> members;  // indices, by Member
};

class Categories {
 public:
  struct Mark {
    std::size_t size;
    int update_number;
  };

  Categories(const Behaviour& behaviour, RegistrationEditor* editor)
      : behaviour_(behaviour), editor_(editor), update_number_(behaviour.first_update_number) {}

  const Directory<std::unique_ptr<CategoryRecord>>& records() const noexcept { return records_; }
  int update_number() const noexcept { return update_number_; }
  void restart_update_number() noexcept { update_number_ = behaviour_.first_update_number; }

  /// The index of the category, which is created if it is new.
  int named(std::string_view name, std::string_view desc);
  /// Adds a new member to its category, unless the editor prevents it; `category` may be empty.
  void join(std::string_view category, Member kind, int index);
  /// Throws std::invalid_argument for a category that does not exist, and for a cycle.
  void add_member(int cat_index, Member kind, int index);
  void rotate_sub_categories();

  Mark mark() const noexcept { return {records_.size(), update_number_}; }
  /// Members of categories that existed before are not removed.
  void cut(Mark mark) noexcept {
    records_.cut(mark.size);
    update_number_ = mark.update_number;
  }

 private:
  bool contains(int cat_index, int other) const;
  void information_changed() noexcept;

  const Behaviour& behaviour_;
  RegistrationEditor* const editor_;  // may be null
  Directory<std::unique_ptr<CategoryRecord>> records_;
  TextStore texts_;
  int update_number_;
};

}  // namespace mpit
